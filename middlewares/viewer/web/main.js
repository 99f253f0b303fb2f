// SPDX-License-Identifier: Apache-2.0
// Puts the page together: toolbar, keyboard, tabs, theme.
import { WorldClient } from './client.js';
import { Controls } from './controls.js';
import { Log } from './log.js';
import { Plots } from './plots.js';
import { SceneView } from './scene.js';
import { SignalTree } from './tree.js';

const $ = (id) => document.getElementById(id);
const client = new WorldClient();
const note = (text) => { $('scene-note').textContent = text; $('scene-note').hidden = false; };
const scene = new SceneView($('scene'), note);
const plots = new Plots($('plots'), client);
const tree = new SignalTree($('tree'), $('search'), client, plots);
const controls = new Controls($('controls'), client);
const log = new Log($('lines'), $('log-count'), client);
const state = { paused: false, time: 0 };

// --- run -------------------------------------------------------------------------------------------------
const ask = (name, args) => client.call(name, args).catch((error) => log.add(4, name, error.message, state.time));
const actions = {
  run: () => ask(state.paused ? 'world/resume' : 'world/pause'),
  step: () => ask('world/step', { count: 1 }),
  reset: () => ask('world/reset', { what: 'both' }),
  fit: () => scene.fit(),
  theme: () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'),
};
for (const [id, action] of Object.entries(actions)) $(id).onclick = action;
$('speed').onchange = () => ask('world/set_real_time_factor', { factor: Number($('speed').value) });

client.subscribe('/lockstep/state', (now) => {
  state.paused = now.paused;
  $('run').textContent = now.paused ? 'Run' : 'Pause';
});
client.subscribe('/lockstep/poses', (buffer) => scene.move(buffer));

// The measured factor is that of about the last second.
let mark = null;
function showTime(time) {
  state.time = time;
  $('time').textContent = `${time.toFixed(3)} s`;
  const now = performance.now() * 1e-3;
  if (!mark || time < mark.time) mark = { time, now };
  if (now - mark.now < 1) return;
  $('factor').textContent = `× ${((time - mark.time) / (now - mark.now)).toPrecision(3)}`;
  mark = { time, now };
}
client.addEventListener('time', ({ detail }) => showTime(detail));

// --- connection --------------------------------------------------------------------------------------------
let world = null;
client.addEventListener('info', async ({ detail }) => {
  const controlled = detail.metadata.access === 'control';
  $('world').textContent = document.title = detail.metadata.world;
  $('access').hidden = controlled;
  for (const id of ['run', 'step', 'reset', 'speed']) $(id).disabled = !controlled;
  if (controlled) client.watchParameters();
  log.clear();
  const loaded = await (await fetch('/scene.json')).json();
  if (JSON.stringify(loaded) === world) return;
  world = JSON.stringify(loaded);
  $('scene-note').hidden = true;
  scene.load(loaded);
});
client.addEventListener('channels', () => tree.build());
client.addEventListener('open', () => { $('connection').textContent = 'live'; $('connection').className = ''; });
client.addEventListener('close', ({ detail }) => {
  $('connection').textContent = detail.reason || 'no connection';
  $('connection').className = 'bad';
});

// --- tabs, options, theme, keyboard ----------------------------------------------------------------------------
const tabs = [...document.querySelectorAll('[role="tab"]')];
function choose(tab) {
  for (const one of tabs) {
    one.setAttribute('aria-selected', one === tab);
    one.tabIndex = one === tab ? 0 : -1;
    $(one.getAttribute('aria-controls')).hidden = one !== tab;
  }
  if (tab.id === 'tab-log') log.seen();
}
tabs.forEach((tab, i) => {
  tab.onclick = () => choose(tab);
  tab.onkeydown = ({ key }) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!by) return;
    const next = tabs[(i + by + tabs.length) % tabs.length];
    choose(next);
    next.focus();
  };
});
$('collisions').onchange = ({ target }) => scene.show('collision', target.checked);
$('frames').onchange = ({ target }) => scene.show('frame', target.checked);

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try { localStorage.setItem('theme', theme); } catch { /* a browser without storage forgets it */ }
  scene.setBackground(getComputedStyle(document.documentElement).getPropertyValue('--sky').trim());
  plots.rebuild();
}
const dark = matchMedia('(prefers-color-scheme: dark)');
let chosen = null;
try { chosen = localStorage.getItem('theme'); } catch { /* as above */ }
setTheme(chosen ?? (dark.matches ? 'dark' : 'light'));
dark.addEventListener('change', () => { if (!chosen) setTheme(dark.matches ? 'dark' : 'light'); });

const keys = { ' ': 'run', s: 'step', r: 'reset', f: 'fit', d: 'theme' };
document.addEventListener('keydown', (event) => {
  const typing = event.target.matches('input:not([type="range"]):not([type="checkbox"]), select');
  if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === '/') {
    event.preventDefault();
    choose($('tab-signals'));
    $('search').focus();
    return;
  }
  const id = keys[event.key];
  const pressing = event.target.matches('button, summary, a') && event.key === ' ';
  if (!id || pressing || $(id).disabled) return;
  event.preventDefault();
  actions[id]();
});

client.connect();
window.lockstep = { client, scene, plots, state }; // for the console of the browser

// SPDX-License-Identifier: Apache-2.0
// The page in Chromium, and the Foxglove protocol with its public client, against `lockstep run --view`:
//   node page_test.mjs LOCKSTEP PACKAGES FMUS WHY_NOT
// Exit code 77, with the reason: it cannot run here.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [lockstep, packages, fmus, whyNot] = process.argv.slice(2);
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
if (whyNot || !chromium) {
  console.log(`skipped: ${whyNot || 'Chromium (Debian: chromium) is not installed'}`);
  process.exit(77);
}
const require = createRequire(join(packages, 'package.json'));
const puppeteer = (await import(require.resolve('puppeteer-core'))).default;
const { FoxgloveClient } = require('@foxglove/ws-protocol');
const { WebSocket } = require('ws');

// A block that turns about the vertical axis without friction, held by a controller; beside it an FMU with an inlet.
const world = `<sdf version='1.6'><world name='turntable'><gravity>0 0 0</gravity>
<model name='table'><link name='plate'><inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
<visual name='v'><geometry><box><size>0.6 0.2 0.1</size></box></geometry></visual></link>
<joint name='turn' type='revolute'><parent>world</parent><child>plate</child><axis><xyz>0 0 1</xyz></axis></joint>
<plugin name='pid' filename='joint_pid'><joint>turn</joint><name>pid</name><position><p>40</p><d>12</d></position></plugin>
<plugin name='damper' filename='fmu'><fmu>Damper.fmu</fmu><name>damper</name></plugin></model></world></sdf>`;

const folder = mkdtempSync(join(tmpdir(), 'lockstep-page-'));
const inFolder = (name) => join(folder, name);
writeFileSync(inFolder('turntable.world'), world);
const environment = { ...process.env, GAZEBO_RESOURCE_PATH: fmus };

/** `lockstep run --view`, once it has printed its address. */
function startRun(...more) {
  const child = spawn(lockstep, ['run', inFolder('turntable.world'), '--view=0', ...more], { env: environment });
  let said = '';
  const address = new Promise((resolve, reject) => {
    child.stderr.on('data', (data) => {
      said += data;
      const found = /view: (http:\S+)\n/.exec(said);
      if (found) resolve(found[1]);
    });
    child.on('exit', () => reject(new Error(`lockstep ended: ${said}`)));
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  return { child, address, ended };
}

/** A column of a CSV file by its times. */
function column(file, name) {
  const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\n').map((line) => line.split(','));
  const at = head.indexOf(name);
  assert.ok(at > 0, `${file} has no ${name}`);
  return new Map(rows.map((row) => [row[0], Number(row[at])]));
}

async function openPage(browser, address) {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
  await page.goto(address);
  await page.waitForFunction(() => window.lockstep?.client.connected && window.lockstep.scene.poses.length === 7);
  return { page, errors };
}

/** Angle and time of the joint, as the tree and the 3D scene have them. */
const lookAtJoint = (page) => page.evaluate(() => new Promise((resolve) => {
  const end = window.lockstep.client.subscribe('/table/turn', (message, time) => {
    end?.();
    const [, , , , , z, w] = window.lockstep.scene.poses;
    resolve({ time, position: message.position, drawn: 2 * Math.atan2(z, w) });
  });
}));

async function driveThePage(browser, address) {
  const { page, errors } = await openPage(browser, address);
  assert.equal(new URL(page.url()).search, '', 'the token has left the address');
  assert.equal(await page.title(), 'turntable');
  assert.equal(await page.$eval('#access', (element) => element.hidden), true);

  // A slider of a request, by keyboard: the joint follows.
  await page.click('#tab-controls');
  const target = await page.waitForSelector('input[type="range"][aria-label="table/pid/position_target"]');
  await target.focus();
  await page.keyboard.press('End');
  await page.waitForFunction(() => {
    const [, , , , , z, w] = window.lockstep.scene.poses;
    return 2 * Math.atan2(z, w) > 0.5;
  });
  // A slider of an inlet: the FMU's output follows.
  const inlet = await page.waitForSelector('input[type="range"][aria-label="table/damper/jointVelocity"]');
  await inlet.focus();
  await page.keyboard.press('Home');
  await page.evaluate(() => new Promise((resolve) => {
    const end = window.lockstep.client.subscribe('/table/damper', (message) => {
      if (message.jointTorque !== 0) { resolve(); end?.(); }
    });
  }));

  // Paused, page and engine show the same.
  await page.focus('#scene');
  await page.keyboard.press(' ');
  await page.waitForFunction(() => document.getElementById('run').textContent === 'Run');
  // The row of the pause may still be on its way: it is there once nothing new comes.
  await page.waitForFunction(() => {
    const { time } = window.lockstep.state;
    if (window.settled?.time !== time) window.settled = { time, since: performance.now() };
    return performance.now() - window.settled.since > 1000;
  });
  const seen = await lookAtJoint(page);
  await page.keyboard.press('s');
  await page.waitForFunction((before) => window.lockstep.state.time > before, {}, seen.time);
  const next = await lookAtJoint(page);
  assert.equal(Math.round((next.time - seen.time) * 1e6), 1000, 'one step');

  // Plots, by the tree.
  await page.keyboard.press('/');
  await page.keyboard.type('turn position');
  await page.click('.leaf[title="Plot table/turn/position"]');
  await page.waitForSelector('.plot canvas');
  await page.click('#run');
  await page.waitForFunction(() => window.lockstep.plots.points('table/turn/position')[0].length > 5);

  // Long names break between words, not inside them.
  assert.equal(await page.$$eval('.leaf .name', (names) => names.find((name) => name.textContent === 'jointTorque').innerHTML),
    'joint<wbr>Torque');

  // On a phone nothing is wider than the page.
  await page.setViewport({ width: 380, height: 720 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 380), 'phone width');
  assert.deepEqual(errors, []);
  return [seen, next];
}

/** Viewers that take everything there is; the last one never reads it. */
function openCrowd(address, count) {
  return Array.from({ length: count }, (_, i) => {
    const socket = new WebSocket(address.replace('http:', 'ws:'), ['foxglove.sdk.v1']);
    socket.on('message', (data, isBinary) => {
      const message = isBinary ? {} : JSON.parse(data);
      if (message.op !== 'advertise') return;
      socket.send(JSON.stringify({ op: 'subscribe', subscriptions: message.channels.map(({ id }) => ({ id, channelId: id })) }));
      if (i === count - 1) socket.pause();
    });
    socket.on('error', () => {});
    return socket;
  });
}

/** The public client of the protocol: channels, time, parameters, services. */
async function speakFoxglove(address) {
  const url = address.replace('http:', 'ws:');
  const client = new FoxgloveClient({ ws: new WebSocket(url, [FoxgloveClient.SUPPORTED_SUBPROTOCOL]) });
  const once = (event) => new Promise((resolve) => client.on(event, resolve));
  const [info, channels, services] = await Promise.all([once('serverInfo'), once('advertise'), once('advertiseServices')]);
  assert.ok(info.capabilities.includes('services'));
  const turn = channels.find(({ topic }) => topic === '/table/turn');
  assert.equal(JSON.parse(turn.schema).properties.position.description, 'rad');
  const id = client.subscribe(turn.id);
  const message = await once('message');
  assert.equal(message.subscriptionId, id);
  assert.equal(typeof JSON.parse(new TextDecoder().decode(message.data)).velocity, 'number');
  await once('time');
  const values = once('parameterValues');
  client.setParameters([{ name: 'table/damper/jointVelocity', value: 2.5 }], 'mine');
  assert.equal((await values).id, 'mine');
  const gain = services.find(({ name }) => name === 'table/pid/position_p');
  const field = Object.keys(JSON.parse(gain.request.schema).properties)[0];
  const reply = once('serviceCallResponse');
  client.sendServiceCallRequest({
    serviceId: gain.id, callId: 5, encoding: 'json', data: new DataView(new TextEncoder().encode(JSON.stringify({ [field]: 50 })).buffer),
  });
  assert.equal((await reply).callId, 5);
  const stop = services.find(({ name }) => name === 'world/stop');
  client.sendServiceCallRequest({ serviceId: stop.id, callId: 6, encoding: 'json', data: new DataView(new TextEncoder().encode('{}').buffer) });
}

const deadline = setTimeout(() => { console.error('no end after 120 s'); process.exit(1); }, 120_000);
const run = startRun('--record', inFolder('run.csv'), '--record-events', inFolder('events.yaml'), '--real-time', '1');
let browser = null;
let crowd = [];
try {
  const address = await run.address;
  browser = await puppeteer.launch({
    executablePath: chromium, headless: true,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  crowd = openCrowd(address, 5);
  const seen = await driveThePage(browser, address);
  await speakFoxglove(address);
  assert.equal(await run.ended, 0);
  const angles = column(inFolder('run.csv'), 'table/turn/position');
  for (const { time, position, drawn } of seen) {
    const engine = angles.get(String(Math.round(time * 1e3) / 1e3));
    assert.ok(Math.abs(position - engine) < 1e-5 && Math.abs(drawn - engine) < 1e-5, `${position} ${drawn} ${engine} at ${time}`);
  }
  // What was done by hand comes again without any viewer, to the same bits.
  const again = spawnSync(lockstep, ['run', inFolder('turntable.world'), '--replay', inFolder('events.yaml'), '--record', inFolder('again.csv')],
    { env: environment, encoding: 'utf8' });
  assert.equal(again.status, 0, again.stderr);
  assert.ok(readFileSync(inFolder('run.csv')).equals(readFileSync(inFolder('again.csv'))), 'the replay has other bits');
  console.log(`ok: ${angles.size} rows, the same when replayed`);
} finally {
  clearTimeout(deadline);
  await browser?.close();
  crowd.forEach((socket) => socket.terminate());
  run.child.kill();
  rmSync(folder, { recursive: true });
}

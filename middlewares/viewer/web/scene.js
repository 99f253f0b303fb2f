// SPDX-License-Identifier: Apache-2.0
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { makeShape, setPose } from './shapes.js';

const perLink = 7; // numbers in a message of poses: x y z, quaternion x y z w

/** Lines on the ground, in pieces: some drivers lose a long line that begins behind the camera. */
function makeGrid(half, cell) {
  const points = [];
  for (let a = -half; a <= half; a += cell) {
    for (let b = -half; b < half; b += cell) points.push(a, b, 0, a, b + cell, 0, b, a, 0, b + cell, a, 0);
  }
  const geometry = new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
  return new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: 0x8899aa, transparent: true, opacity: 0.35 }));
}

/** The world in 3D. Draws only when something has changed. */
export class SceneView {
  #canvas;
  #renderer = null;
  #scene = new THREE.Scene();
  #camera = new THREE.PerspectiveCamera(45, 1, 0.01, 1000);
  #controls = null;
  #content = new THREE.Group();
  #moving = [];
  #dirty = true;
  #fitted = false;
  poses = new Float32Array();

  constructor(canvas, note) {
    this.#canvas = canvas;
    this.note = note;
    this.#scene.add(this.#content);
    this.#camera.up.set(0, 0, 1);
    this.#camera.position.set(2, -2.5, 1.6);
    try {
      this.#renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    } catch {
      note('This browser has no WebGL, so there is no 3D view; everything else works.');
      return;
    }
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.#renderer.shadowMap.enabled = true;
    this.#addLights();
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.listenToKeyEvents(canvas);
    this.#controls.addEventListener('change', () => { this.#dirty = true; });
    new ResizeObserver(() => this.#resize()).observe(canvas.parentElement);
    this.#resize();
    const draw = () => {
      requestAnimationFrame(draw);
      if (!this.#dirty) return;
      this.#dirty = false;
      this.#renderer.render(this.#scene, this.#camera);
    };
    draw();
  }

  #addLights() {
    this.#scene.add(new THREE.HemisphereLight(0xffffff, 0x8890a0, 1.6));
    const sun = new THREE.DirectionalLight(0xffffff, 2.2);
    sun.position.set(4, -3, 8);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    this.#scene.add(sun);
    this.#scene.add(makeGrid(10, 0.5));
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.#canvas.parentElement;
    if (!this.#renderer || width === 0 || height === 0) return;
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.#dirty = true;
  }

  /** Takes /scene.json. */
  load(scene) {
    this.#content.clear();
    this.#moving = [];
    this.#fitted = false;
    for (const link of scene.links) {
      const group = new THREE.Group();
      group.name = link.name;
      setPose(group, link.pose);
      for (const shape of link.shapes) {
        group.add(makeShape(shape, scene.meshes, () => this.#onMesh(), (why) => this.note(why)));
      }
      const axes = new THREE.AxesHelper(0.15);
      axes.userData.purpose = 'frame';
      group.add(axes);
      this.#content.add(group);
      if (link.moving !== null) this.#moving.push([group, link.moving * perLink]);
    }
    const shown = scene.links.some((link) => link.shapes.length > 0);
    if (!shown) this.note('This world has no bodies with a shape; its signals and controls are beside.');
    this.show('collision', false);
    this.show('frame', false);
  }

  #onMesh() {
    this.#dirty = true;
    this.#fitted = false;
    this.fit();
  }

  /** Takes a message of poses. */
  move(buffer) {
    this.poses = new Float32Array(buffer);
    for (const [group, at] of this.#moving) {
      if (at + perLink > this.poses.length) continue;
      group.position.fromArray(this.poses, at);
      group.quaternion.fromArray(this.poses, at + 3);
    }
    this.#dirty = true;
    if (!this.#fitted) this.fit();
  }

  /** Shows or hides everything of a purpose: 'collision', 'frame'. */
  show(purpose, visible) {
    this.#content.traverse((one) => { if (one.userData.purpose === purpose) one.visible = visible; });
    this.#dirty = true;
  }

  /** Moves the camera so that all bodies are seen. Planes do not count: they have no end. */
  fit() {
    this.#fitted = true;
    const box = new THREE.Box3();
    this.#content.updateMatrixWorld(true);
    this.#content.traverse((one) => {
      if (one.isMesh && one.visible && one.geometry.type !== 'PlaneGeometry') box.expandByObject(one);
    });
    if (box.isEmpty() || !this.#controls) return;
    const sphere = box.getBoundingSphere(new THREE.Sphere());
    const radius = Math.max(sphere.radius, 0.05);
    const half = Math.min(this.#camera.fov, this.#camera.fov * this.#camera.aspect) * Math.PI / 360;
    const direction = new THREE.Vector3(0.6, -0.75, 0.38).normalize();
    this.#camera.near = radius / 100;
    this.#camera.far = radius * 400;
    this.#camera.position.copy(sphere.center).addScaledVector(direction, 1.15 * radius / Math.sin(half));
    this.#camera.updateProjectionMatrix();
    this.#controls.target.copy(sphere.center);
    this.#controls.update();
    this.#dirty = true;
  }

  setBackground(colour) {
    this.#scene.background = new THREE.Color(colour);
    this.#dirty = true;
  }
}

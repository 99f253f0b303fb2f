// SPDX-License-Identifier: Apache-2.0
// Geometry of the scene as objects of three.js. Axes of cylinders, capsules and planes are along z.
import * as THREE from 'three';
import { ColladaLoader } from 'three/addons/loaders/ColladaLoader.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';

const alongZ = (geometry) => geometry.rotateX(Math.PI / 2);

const makers = {
  box: ([x, y, z]) => new THREE.BoxGeometry(x, y, z),
  sphere: ([r]) => new THREE.SphereGeometry(r, 32, 20),
  cylinder: ([r, l]) => alongZ(new THREE.CylinderGeometry(r, r, l, 32)),
  capsule: ([r, l]) => alongZ(new THREE.CapsuleGeometry(r, l, 10, 32)),
  ellipsoid: ([a, b, c]) => new THREE.SphereGeometry(1, 32, 20).scale(a, b, c),
  plane: ([x, y]) => new THREE.PlaneGeometry(x, y),
};

function materialOf(shape) {
  const [r, g, b, a] = shape.colour;
  const material = new THREE.MeshStandardMaterial({ roughness: 0.7, metalness: 0.05 });
  material.color.setRGB(r, g, b, THREE.SRGBColorSpace);
  const opacity = shape.purpose === 'collision' ? 0.35 : a;
  if (opacity < 1) Object.assign(material, { transparent: true, opacity, depthWrite: false });
  if (shape.kind === 'plane') material.side = THREE.DoubleSide;
  if (shape.purpose === 'collision') material.color.set(0xff8800);
  return material;
}

/** Loads a mesh by the end of its file name. */
async function loadMesh(url, name, material) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(await response.text());
  const buffer = await response.arrayBuffer();
  const asText = () => new TextDecoder().decode(buffer);
  switch (name.split('.').pop().toLowerCase()) {
    case 'stl':
      return new THREE.Mesh(new STLLoader().parse(buffer), material);
    case 'obj': {
      const object = new OBJLoader().parse(asText());
      object.traverse((one) => { if (one.isMesh) one.material = material; });
      return object;
    }
    case 'dae':
      return new ColladaLoader().parse(asText(), '/mesh/').scene;
    case 'glb':
    case 'gltf':
      return (await new GLTFLoader().parseAsync(buffer, '/mesh/')).scene;
    default:
      throw new Error(`'${name}' is no mesh that the page can read (stl, obj, dae, glb)`);
  }
}

export function setPose(object, pose) {
  object.position.fromArray(pose.p);
  object.quaternion.fromArray(pose.q);
}

/** The object of a shape; `onChange` is called when a mesh has arrived, `onError` when there is none. */
export function makeShape(shape, meshes, onChange, onError) {
  const holder = new THREE.Group();
  setPose(holder, shape.pose);
  holder.userData.purpose = shape.purpose;
  const material = materialOf(shape);
  if (shape.kind !== 'mesh') {
    const object = new THREE.Mesh(makers[shape.kind](shape.size), material);
    object.castShadow = shape.kind !== 'plane';
    object.receiveShadow = true;
    holder.add(object);
    return holder;
  }
  loadMesh(`/mesh/${shape.mesh}`, meshes[shape.mesh], material).then(
    (object) => {
      const scaled = new THREE.Group();
      scaled.scale.fromArray(shape.size);
      scaled.add(object);
      holder.add(scaled);
      onChange();
    },
    (error) => onError(`${meshes[shape.mesh]}: ${error.message}`),
  );
  return holder;
}

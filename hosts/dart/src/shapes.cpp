// SPDX-License-Identifier: Apache-2.0
#include "shapes.hpp"

#include <assimp/scene.h>

#include <algorithm>
#include <cmath>

#include "lockstep/geometry/mesh.hpp"

namespace lockstep::hosts::dart {
namespace {

using description::Vector3;
using geometry::TriangleMesh;

/// The box that stands for a plane is thick enough for anything that falls on it.
constexpr double kPlaneThickness = 10.0;
constexpr double kPlaneSize = 200.0;
constexpr std::uint32_t kSides = 64;
constexpr double kPi = 3.14159265358979323846;

/// Scenes are freed by Assimp, which deletes what it holds.
dd::ShapePtr mesh_shape(const TriangleMesh& mesh) {
  auto* scene = new aiScene;
  scene->mRootNode = new aiNode;
  scene->mNumMeshes = 1;
  scene->mMeshes = new aiMesh*[1];
  auto* part = scene->mMeshes[0] = new aiMesh;
  scene->mRootNode->mNumMeshes = 1;
  scene->mRootNode->mMeshes = new unsigned[1]{0};
  part->mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
  part->mNumVertices = static_cast<unsigned>(mesh.points.size());
  part->mVertices = new aiVector3D[mesh.points.size()];
  part->mNormals = new aiVector3D[mesh.points.size()];
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
    part->mVertices[i] =
        aiVector3D{static_cast<ai_real>(mesh.points[i].x()), static_cast<ai_real>(mesh.points[i].y()),
                   static_cast<ai_real>(mesh.points[i].z())};
  part->mNumFaces = static_cast<unsigned>(mesh.triangles.size());
  part->mFaces = new aiFace[mesh.triangles.size()];
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    part->mFaces[i].mNumIndices = 3;
    part->mFaces[i].mIndices =
        new unsigned[3]{mesh.triangles[i][0], mesh.triangles[i][1], mesh.triangles[i][2]};
  }
  return std::make_shared<dd::MeshShape>(Vector3::Ones(), scene);
}

/// A body of revolution about z: rings of points at the given heights and radii; a radius of 0 is one point.
TriangleMesh revolved(const std::vector<std::pair<double, double>>& rings) {
  TriangleMesh mesh;
  for (const auto& [height, radius] : rings)
    for (std::uint32_t k = 0; k < kSides; ++k) {
      const double angle = 2.0 * kPi * k / kSides;
      mesh.points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), height);
    }
  for (std::uint32_t ring = 0; ring + 1 < rings.size(); ++ring) {
    for (std::uint32_t k = 0; k < kSides; ++k) {
      const std::uint32_t next = (k + 1) % kSides, low = ring * kSides, high = low + kSides;
      if (rings[ring].second > 0.0) mesh.triangles.push_back({low + k, low + next, high + k});
      if (rings[ring + 1].second > 0.0) mesh.triangles.push_back({low + next, high + next, high + k});
    }
  }
  return mesh;
}

TriangleMesh prism(double radius, double length) {
  return revolved(
      {{-0.5 * length, 0.0}, {-0.5 * length, radius}, {0.5 * length, radius}, {0.5 * length, 0.0}});
}

TriangleMesh ball(const Vector3& radii) {
  constexpr int kRings = 33;  // odd: none is at the equator, where a capsule is drawn apart
  std::vector<std::pair<double, double>> rings;
  for (int i = 0; i <= kRings; ++i) {
    const double angle = kPi * i / kRings;
    rings.emplace_back(-std::cos(angle), i == 0 || i == kRings ? 0.0 : std::sin(angle));
  }
  TriangleMesh mesh = revolved(rings);
  for (Vector3& point : mesh.points)
    point = point.cwiseProduct(radii);
  return mesh;
}

}  // namespace

std::vector<ShapePart> parts_of(const description::Geometry& geometry) {
  if (const auto* box = std::get_if<description::Box>(&geometry))
    return {{std::make_shared<dd::BoxShape>(box->size_m)}};
  if (const auto* sphere = std::get_if<description::Sphere>(&geometry))
    return {{mesh_shape(ball(Vector3::Constant(sphere->radius_m)))}};
  if (const auto* cylinder = std::get_if<description::Cylinder>(&geometry))
    return {{mesh_shape(prism(cylinder->radius_m, cylinder->length_m))}};
  if (const auto* capsule = std::get_if<description::Capsule>(&geometry)) {
    TriangleMesh mesh = ball(Vector3::Constant(capsule->radius_m));
    for (Vector3& point : mesh.points)
      point.z() += std::copysign(0.5 * capsule->length_m, point.z());
    return {{mesh_shape(mesh)}};
  }
  if (const auto* ellipsoid = std::get_if<description::Ellipsoid>(&geometry))
    return {{mesh_shape(ball(ellipsoid->radii_m))}};
  if (const auto* plane = std::get_if<description::Plane>(&geometry)) {
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.rotate(Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), plane->normal));
    pose.translate(Vector3{0.0, 0.0, -0.5 * kPlaneThickness});
    return {{std::make_shared<dd::BoxShape>(Vector3{kPlaneSize, kPlaneSize, kPlaneThickness}), pose}};
  }
  if (const auto* mesh = std::get_if<description::Mesh>(&geometry))
    return {{mesh_shape(geometry::mesh_of(*mesh))}};
  return {};
}

}  // namespace lockstep::hosts::dart

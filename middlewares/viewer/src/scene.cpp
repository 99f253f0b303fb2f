// SPDX-License-Identifier: Apache-2.0
#include "scene.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <unordered_set>

#include "lockstep/description/flat_world.hpp"

namespace lockstep::viewer {
namespace {

using description::Pose;
using description::Vector3;
using Purpose = SceneShape::Purpose;

/// Turns z, along which shapes have their axis, to `direction`.
description::Quaternion turn_z_to(const Vector3& direction) {
  return description::Quaternion{Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), direction)};
}

/// Fills kind and size of a shape. False: nothing to draw.
class ShapeOf {
 public:
  ShapeOf(SceneShape& shape, std::vector<std::string>& meshes) : shape_{shape}, meshes_{meshes} {}

  bool operator()(const description::Box& box) { return set("box", box.size_m); }
  bool operator()(const description::Sphere& sphere) { return set("sphere", {sphere.radius_m, 0.0, 0.0}); }
  bool operator()(const description::Cylinder& one) {
    return set("cylinder", {one.radius_m, one.length_m, 0.0});
  }
  bool operator()(const description::Capsule& one) {
    return set("capsule", {one.radius_m, one.length_m, 0.0});
  }
  bool operator()(const description::Ellipsoid& one) { return set("ellipsoid", one.radii_m); }
  bool operator()(const description::Plane& plane) {
    shape_.pose.orientation = shape_.pose.orientation * turn_z_to(plane.normal);
    return set("plane", {plane.size_m.x(), plane.size_m.y(), 0.0});
  }
  bool operator()(const description::Mesh& mesh) {
    std::error_code ignored;
    if (mesh.file.empty() || !std::filesystem::is_regular_file(mesh.file, ignored)) return false;
    const auto known = std::find(meshes_.begin(), meshes_.end(), mesh.file);
    shape_.mesh = static_cast<std::size_t>(known - meshes_.begin());
    if (known == meshes_.end()) meshes_.push_back(mesh.file);
    return set("mesh", mesh.scale);
  }
  bool operator()(const description::OtherShape& /*unknown*/) { return false; }

 private:
  bool set(const char* kind, const Vector3& size) {
    shape_.kind = kind;
    shape_.size = size;
    return true;
  }
  SceneShape& shape_;
  std::vector<std::string>& meshes_;
};

void add_shape(SceneShape shape, const description::Geometry& geometry, SceneLink& link,
               std::vector<std::string>& meshes) {
  if (std::visit(ShapeOf{shape, meshes}, geometry)) link.shapes.push_back(std::move(shape));
}

/// The solid box of the same mass and inertia.
std::optional<SceneShape> inertia_box(const description::Inertial& inertial) {
  if (!inertial.given || !(inertial.mass_kg > 0.0)) return std::nullopt;
  const Eigen::SelfAdjointEigenSolver<description::Matrix3> solver{inertial.inertia_kg_m2};
  const Vector3 principal = solver.eigenvalues();
  SceneShape shape;
  for (int i = 0; i < 3; ++i) {
    const double square = 6.0 / inertial.mass_kg * (principal.sum() - 2.0 * principal[i]);
    shape.size[i] = std::sqrt(std::max(square, 1e-6));
  }
  description::Matrix3 axes = solver.eigenvectors();
  if (axes.determinant() < 0.0) axes.col(0) = -axes.col(0);
  shape.purpose = Purpose::kInertia;
  shape.kind = "box";
  shape.pose = inertial.pose * Pose{Vector3::Zero(), description::Quaternion{axes}};
  shape.colour = {0.45, 0.6, 0.75, 1.0};
  return shape;
}

SceneLink link_of(const description::FlatLink& flat, const hosts::WorldLayout& layout,
                  std::vector<std::string>& meshes) {
  SceneLink link;
  link.name = hosts::normalized_scope(flat.link->scoped_name);
  link.pose = flat.pose;
  if (const auto index = layout.find_link(link.name)) link.moving = *index;
  for (const description::Visual& visual : flat.link->visuals) {
    SceneShape shape;
    shape.pose = visual.pose;
    shape.colour = visual.colour;
    shape.colour[3] *= 1.0 - visual.transparency;
    add_shape(std::move(shape), visual.geometry, link, meshes);
  }
  const bool has_visual = !link.shapes.empty();
  for (const description::Collision& collision : flat.link->collisions) {
    SceneShape shape;
    shape.purpose = has_visual ? Purpose::kCollision : Purpose::kVisual;
    shape.pose = collision.pose;
    add_shape(std::move(shape), collision.geometry, link, meshes);
  }
  if (link.shapes.empty() && !flat.is_static) {
    if (auto box = inertia_box(flat.link->inertial)) link.shapes.push_back(*std::move(box));
  }
  return link;
}

std::vector<std::string> prefixes_of(const hosts::WorldLayout& layout) {
  std::unordered_set<std::string_view> moving_joints;
  for (const hosts::JointInfo& joint : layout.joints)
    if (joint.axis_count != 0) moving_joints.insert(joint.name);
  std::vector<std::string> prefixes;
  for (const hosts::LinkInfo& link : layout.links)
    prefixes.push_back(link.name + (moving_joints.count(link.name) != 0 ? "/link/" : "/"));
  return prefixes;
}

Json finite_or_null(double number) {
  return std::isfinite(number) ? Json(number) : Json(nullptr);
}

Json joint_json(const hosts::JointInfo& joint) {
  Json axes = Json::array();
  for (const hosts::AxisLimits& limits : joint.limits)
    axes.push_back({{"lower", finite_or_null(limits.lower)}, {"upper", finite_or_null(limits.upper)}});
  return {{"name", joint.name}, {"kind", hosts::to_string(joint.kind)}, {"axes", axes}};
}

Json numbers(const Vector3& v) {
  return Json::array({v.x(), v.y(), v.z()});
}

Json pose_json(const Pose& pose) {
  const auto& q = pose.orientation;
  return {{"p", numbers(pose.position)}, {"q", Json::array({q.x(), q.y(), q.z(), q.w()})}};
}

Json xyz(const Vector3& v) {
  return {{"x", v.x()}, {"y", v.y()}, {"z", v.z()}};
}

Json shape_json(const SceneShape& shape) {
  static constexpr const char* kPurposes[] = {"visual", "collision", "inertia"};
  const auto& c = shape.colour;
  Json json{{"purpose", kPurposes[static_cast<std::size_t>(shape.purpose)]},
            {"kind", shape.kind},
            {"size", numbers(shape.size)},
            {"pose", pose_json(shape.pose)},
            {"colour", Json::array({c[0], c[1], c[2], c[3]})}};
  if (shape.kind == "mesh") json["mesh"] = shape.mesh;
  return json;
}

/// Foxglove knows boxes, spheres (with three diameters), cylinders and models; a capsule is made of them.
class EntityShapes {
 public:
  void add(const SceneShape& shape) {
    const Vector3& s = shape.size;
    if (shape.kind == "box") return put("cubes", shape, s, shape.pose);
    if (shape.kind == "plane") return put("cubes", shape, {s.x(), s.y(), 1e-3}, shape.pose);
    if (shape.kind == "sphere") return put("spheres", shape, Vector3::Constant(2.0 * s.x()), shape.pose);
    if (shape.kind == "ellipsoid") return put("spheres", shape, 2.0 * s, shape.pose);
    if (shape.kind == "mesh") return put_model(shape);
    put("cylinders", shape, {2.0 * s.x(), 2.0 * s.x(), s.y()}, shape.pose);
    if (shape.kind != "capsule") return;
    for (const double end : {-0.5, 0.5})
      put("spheres", shape, Vector3::Constant(2.0 * s.x()),
          shape.pose * Pose{Vector3{0.0, 0.0, end * s.y()}, {1.0, 0.0, 0.0, 0.0}});
  }
  Json take() { return std::move(lists_); }

 private:
  static Json base(const SceneShape& shape, const Pose& pose) {
    const auto& q = pose.orientation;
    const auto& c = shape.colour;
    return {{"pose",
             {{"position", xyz(pose.position)},
              {"orientation", {{"x", q.x()}, {"y", q.y()}, {"z", q.z()}, {"w", q.w()}}}}},
            {"color", {{"r", c[0]}, {"g", c[1]}, {"b", c[2]}, {"a", c[3]}}}};
  }
  void put(const char* list, const SceneShape& shape, const Vector3& size, const Pose& pose) {
    Json json = base(shape, pose);
    json["size"] = xyz(size);
    if (std::string_view{list} == "cylinders") json["bottom_scale"] = json["top_scale"] = 1.0;
    lists_[list].push_back(std::move(json));
  }
  void put_model(const SceneShape& shape) {
    Json json = base(shape, shape.pose);
    json["scale"] = xyz(shape.size);
    json["override_color"] = false;
    json["url"] = "lockstep://mesh/" + std::to_string(shape.mesh);
    lists_["models"].push_back(std::move(json));
  }
  Json lists_{{"cubes", Json::array()},
              {"spheres", Json::array()},
              {"cylinders", Json::array()},
              {"models", Json::array()}};
};

}  // namespace

Scene make_scene(const description::World& world, const hosts::WorldLayout& layout) {
  Scene scene;
  for (const description::FlatLink& flat : description::flatten(world).links)
    scene.links.push_back(link_of(flat, layout, scene.meshes));
  for (const hosts::LinkInfo& link : layout.links)
    scene.link_names.push_back(link.name);
  scene.signal_prefixes = prefixes_of(layout);
  for (const hosts::JointInfo& joint : layout.joints)
    if (joint.axis_count != 0) scene.joints.push_back(joint_json(joint));
  return scene;
}

Json scene_json(const Scene& scene) {
  Json links = Json::array();
  for (const SceneLink& link : scene.links) {
    Json shapes = Json::array();
    for (const SceneShape& shape : link.shapes)
      shapes.push_back(shape_json(shape));
    links.push_back({{"name", link.name},
                     {"moving", link.moving ? Json(*link.moving) : Json(nullptr)},
                     {"pose", pose_json(link.pose)},
                     {"shapes", std::move(shapes)}});
  }
  Json meshes = Json::array();
  for (const std::string& file : scene.meshes)
    meshes.push_back(std::filesystem::path{file}.filename().string());
  return {{"links", std::move(links)}, {"meshes", std::move(meshes)}, {"joints", scene.joints}};
}

Json scene_update(const Scene& scene, const std::string& world_name) {
  Json entities = Json::array();
  for (const SceneLink& link : scene.links) {
    EntityShapes shapes;
    for (SceneShape shape : link.shapes) {
      if (shape.purpose == Purpose::kCollision) continue;
      if (!link.moving) shape.pose = link.pose * shape.pose;
      shapes.add(shape);
    }
    Json entity{{"timestamp", {{"sec", 0}, {"nsec", 0}}},
                {"frame_id", link.moving ? link.name : world_name},
                {"id", link.name},
                {"lifetime", {{"sec", 0}, {"nsec", 0}}},
                {"frame_locked", true},
                {"metadata", Json::array()},
                {"arrows", Json::array()},
                {"lines", Json::array()},
                {"triangles", Json::array()},
                {"texts", Json::array()}};
    entity.update(shapes.take());
    entities.push_back(std::move(entity));
  }
  return {{"deletions", Json::array()}, {"entities", std::move(entities)}};
}

}  // namespace lockstep::viewer

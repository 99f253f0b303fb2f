// SPDX-License-Identifier: Apache-2.0
// Collada: the triangles of its scene. Materials, animations and cameras are left out.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

#include "builder.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/xml_tree.hpp"
#include "text_scanner.hpp"

namespace lockstep::geometry {
namespace {

using core::ConfigNode;
using Transform = Eigen::Affine3d;

constexpr double kRadiansPerDegree = 3.14159265358979323846 / 180.0;
constexpr int kDeepest = 64;

std::string reference(const ConfigNode& node, const char* attribute) {
  std::string text{node.attribute(attribute).value_or("")};
  return !text.empty() && text[0] == '#' ? text.substr(1) : text;
}

class Reader {
 public:
  Reader(const ConfigNode& root, MeshBuilder& builder) : root_{root}, builder_{builder} { index(root); }

  void read() {
    double metre = 1.0;
    const ConfigNode* asset = root_.find("asset");
    if (const ConfigNode* unit = asset != nullptr ? asset->find("unit") : nullptr)
      metre = TextScanner{unit->attribute("meter").value_or("1")}.number().value_or(1.0);
    const Transform scaled{Eigen::Scaling(metre)};
    for (const ConfigNode* library : root_.all("library_visual_scenes"))
      for (const ConfigNode* scene : library->all("visual_scene"))
        for (const ConfigNode* node : scene->all("node"))
          read_node(*node, scaled, 0);
    if (drawn_ > 0) return;
    // No scene: every geometry where it is.
    for (const ConfigNode* library : root_.all("library_geometries"))
      for (const ConfigNode* geometry : library->all("geometry"))
        read_geometry(*geometry, scaled, std::string{geometry->attribute("name").value_or("")});
  }

 private:
  void index(const ConfigNode& node) {
    if (const auto id = node.attribute("id")) by_id_.emplace(*id, &node);
    for (const ConfigNode& child : node.children)
      index(child);
  }

  const ConfigNode* find(const std::string& id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : found->second;
  }

  std::vector<double> numbers(const ConfigNode& node, std::size_t count) const {
    TextScanner scanner{node.text};
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = scanner.number();
      if (!value)
        builder_.fail("has a <" + node.name + "> without its " + std::to_string(count) + " numbers");
      values.push_back(*value);
    }
    return values;
  }

  Transform local_transform(const ConfigNode& node) const {
    Transform result = Transform::Identity();
    for (const ConfigNode& child : node.children) {
      if (child.name == "matrix") {
        const std::vector<double> m = numbers(child, 16);
        Transform matrix;
        for (int row = 0; row < 3; ++row)
          for (int column = 0; column < 4; ++column)
            matrix.matrix()(row, column) = m[static_cast<std::size_t>(4 * row + column)];
        matrix.makeAffine();
        result = result * matrix;
      } else if (child.name == "translate") {
        const std::vector<double> v = numbers(child, 3);
        result.translate(Vector3{v[0], v[1], v[2]});
      } else if (child.name == "scale") {
        const std::vector<double> v = numbers(child, 3);
        result.scale(Vector3{v[0], v[1], v[2]});
      } else if (child.name == "rotate") {
        const std::vector<double> v = numbers(child, 4);
        const Vector3 axis{v[0], v[1], v[2]};
        if (axis.norm() > 0.0) result.rotate(Eigen::AngleAxisd{v[3] * kRadiansPerDegree, axis.normalized()});
      }
    }
    return result;
  }

  void read_node(const ConfigNode& node, const Transform& outer, int depth) {
    if (depth > kDeepest) builder_.fail("has nodes that hold each other, or too many");
    const Transform here = outer * local_transform(node);
    const std::string name{node.attribute("name").value_or(node.attribute("id").value_or(""))};
    for (const ConfigNode& child : node.children) {
      if (child.name == "node") {
        read_node(child, here, depth + 1);
      } else if (child.name == "instance_node") {
        if (const ConfigNode* other = find(reference(child, "url"))) read_node(*other, here, depth + 1);
      } else if (child.name == "instance_geometry") {
        if (const ConfigNode* geometry = find(reference(child, "url"))) read_geometry(*geometry, here, name);
      } else if (child.name == "instance_controller") {
        const ConfigNode* controller = find(reference(child, "url"));
        const ConfigNode* skin = controller != nullptr ? controller->find("skin") : nullptr;
        const ConfigNode* geometry = skin != nullptr ? find(reference(*skin, "source")) : nullptr;
        if (geometry != nullptr) read_geometry(*geometry, here, name);
      }
    }
  }

  /// Adds the positions that `<vertices>` names; the index of the first.
  std::size_t add_points(const ConfigNode& vertices, const Transform& at) {
    const std::size_t first = builder_.point_count();
    for (const ConfigNode* input : vertices.all("input")) {
      if (input->attribute("semantic") != "POSITION") continue;
      const ConfigNode* source = find(reference(*input, "source"));
      const ConfigNode* array = source != nullptr ? source->find("float_array") : nullptr;
      if (array == nullptr) builder_.fail("has vertices without positions");
      TextScanner scanner{array->text};
      while (const auto x = scanner.number()) {
        const auto y = scanner.number(), z = scanner.number();
        if (!y || !z) break;
        builder_.point(at * Vector3{*x, *y, *z});
      }
    }
    return first;
  }

  void read_geometry(const ConfigNode& geometry, const Transform& at, const std::string& name) {
    const ConfigNode* mesh = geometry.find("mesh");
    if (mesh == nullptr) return;
    ++drawn_;
    builder_.begin_part(name);
    mirrored_ = at.linear().determinant() < 0.0;
    std::map<const ConfigNode*, std::size_t> first_point;
    for (const ConfigNode& faces : mesh->children) {
      if (faces.name != "triangles" && faces.name != "polylist" && faces.name != "polygons" &&
          faces.name != "trifans" && faces.name != "tristrips")
        continue;
      std::size_t stride = 1, offset = 0;
      const ConfigNode* vertices = nullptr;
      for (const ConfigNode* input : faces.all("input")) {
        const auto place = static_cast<std::size_t>(std::max<std::int64_t>(input->integer("offset", 0), 0));
        if (place > kDeepest) builder_.fail("has faces with too many inputs");
        stride = std::max(stride, place + 1);
        if (input->attribute("semantic") != "VERTEX") continue;
        offset = place;
        vertices = find(reference(*input, "source"));
      }
      if (vertices == nullptr) continue;
      auto known = first_point.find(vertices);
      if (known == first_point.end()) known = first_point.emplace(vertices, add_points(*vertices, at)).first;
      read_faces(faces, stride, offset, known->second);
    }
  }

  void add_face(std::vector<std::uint32_t>& corners) {
    if (mirrored_) std::reverse(corners.begin(), corners.end());
    builder_.add_polygon(corners);
  }

  void read_faces(const ConfigNode& faces, std::size_t stride, std::size_t offset, std::size_t first) {
    const ConfigNode* counts = faces.find("vcount");
    TextScanner sizes{counts != nullptr ? std::string_view{counts->text} : std::string_view{}};
    for (const ConfigNode* list : faces.all("p")) {
      std::vector<std::uint32_t> corners;
      TextScanner scanner{list->text};
      for (std::size_t i = 0;; ++i) {
        const auto index = scanner.number();
        if (!index) break;
        if (*index < 0.0 || *index > 4e9) builder_.fail("has a face with an impossible index");
        if (i % stride == offset)
          corners.push_back(static_cast<std::uint32_t>(first + static_cast<std::size_t>(*index)));
      }
      if (faces.name == "polygons" || faces.name == "trifans") {
        add_face(corners);
      } else if (faces.name == "tristrips") {
        for (std::size_t i = 2; i < corners.size(); ++i) {
          std::vector<std::uint32_t> face{corners[i - 2], corners[i - 1], corners[i]};
          if (i % 2 == 1) std::swap(face[0], face[1]);
          add_face(face);
        }
      } else {
        add_list(corners, faces.name == "polylist", sizes);
      }
    }
  }

  void add_list(const std::vector<std::uint32_t>& corners, bool sized, TextScanner& sizes) {
    std::size_t begin = 0;
    while (begin < corners.size()) {
      const double wanted = sized ? sizes.number().value_or(0.0) : 3.0;
      if (wanted < 1.0 || wanted > static_cast<double>(corners.size() - begin)) return;
      const auto end =
          corners.begin() + static_cast<std::ptrdiff_t>(begin + static_cast<std::size_t>(wanted));
      std::vector<std::uint32_t> face{corners.begin() + static_cast<std::ptrdiff_t>(begin), end};
      add_face(face);
      begin += static_cast<std::size_t>(wanted);
    }
  }

  const ConfigNode& root_;
  MeshBuilder& builder_;
  std::map<std::string, const ConfigNode*, std::less<>> by_id_;
  std::size_t drawn_{0};
  bool mirrored_{false};
};

}  // namespace

TriangleMesh read_collada(std::string_view content, const std::string& name, const MeshLimits& limits) {
  core::XmlLimits xml;
  xml.max_bytes = limits.max_bytes;
  xml.max_tree_bytes = 4 * limits.max_bytes;
  MeshBuilder builder{name, limits};
  const ConfigNode root = core::read_xml(content, name, xml);
  if (root.name != "COLLADA") builder.fail("is no Collada file: it holds <" + root.name + ">");
  Reader{root, builder}.read();
  return builder.take();
}

}  // namespace lockstep::geometry

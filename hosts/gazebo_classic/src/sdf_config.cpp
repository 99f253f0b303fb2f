// SPDX-License-Identifier: Apache-2.0
#include "sdf_config.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

std::string trimmed(const std::string& text) {
  const char* const blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// A text as it is, anything else as SDF writes it. GetAsString goes through a stream for both, which takes a
/// quarter of the time in which a plugin starts.
std::string text_of(const sdf::Param& value) {
  std::string text;
  if (!value.IsType<std::string>() || !value.Get(text)) text = value.GetAsString();
  return trimmed(text);
}

}  // namespace

core::ConfigNode config_of(const sdf::Element& element) {
  core::ConfigNode node{element.GetName()};
  node.where.file = element.FilePath();
  if (const sdf::ParamPtr value = element.GetValue()) node.text = text_of(*value);
  for (unsigned int i = 0; i < element.GetAttributeCount(); ++i) {
    const sdf::ParamPtr attribute = element.GetAttribute(i);
    node.attributes.emplace_back(attribute->GetKey(), text_of(*attribute));
  }
  for (sdf::ElementPtr child = element.GetFirstElement(); child; child = child->GetNextElement())
    node.children.push_back(config_of(*child));
  return node;
}

}  // namespace lockstep::hosts::gazebo_classic

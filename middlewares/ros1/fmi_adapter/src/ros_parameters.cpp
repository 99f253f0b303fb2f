// SPDX-License-Identifier: Apache-2.0
#include "ros_parameters.hpp"

#include <optional>

namespace fmi_adapter {
namespace {

using lockstep::middlewares::NamedParameter;
using lockstep::middlewares::ParameterValue;
using XmlRpc::XmlRpcValue;

bool all_are(XmlRpcValue& list, XmlRpcValue::Type type) {
  for (int i = 0; i < list.size(); ++i) {
    if (list[i].getType() != type) return false;
  }
  return true;
}

template <class T, class Element>
std::vector<T> elements(XmlRpcValue& list) {
  std::vector<T> result;
  for (int i = 0; i < list.size(); ++i)
    result.push_back(static_cast<T>(static_cast<Element&>(list[i])));
  return result;
}

// Lists of mixed whole and real numbers are lists of reals.
std::optional<ParameterValue> list_value(XmlRpcValue& list) {
  if (all_are(list, XmlRpcValue::TypeBoolean)) return ParameterValue{elements<bool, bool>(list)};
  if (all_are(list, XmlRpcValue::TypeInt)) return ParameterValue{elements<std::int64_t, int>(list)};
  if (all_are(list, XmlRpcValue::TypeString)) return ParameterValue{elements<std::string, std::string>(list)};
  std::vector<double> numbers;
  for (int i = 0; i < list.size(); ++i) {
    if (list[i].getType() == XmlRpcValue::TypeDouble) {
      numbers.push_back(static_cast<double&>(list[i]));
    } else if (list[i].getType() == XmlRpcValue::TypeInt) {
      numbers.push_back(static_cast<int&>(list[i]));
    } else {
      return {};
    }
  }
  return ParameterValue{numbers};
}

std::optional<ParameterValue> value_of(XmlRpcValue& value) {
  switch (value.getType()) {
    case XmlRpcValue::TypeBoolean:
      return ParameterValue{static_cast<bool&>(value)};
    case XmlRpcValue::TypeInt:
      return ParameterValue{static_cast<std::int64_t>(static_cast<int&>(value))};
    case XmlRpcValue::TypeDouble:
      return ParameterValue{static_cast<double&>(value)};
    case XmlRpcValue::TypeString:
      return ParameterValue{static_cast<std::string&>(value)};
    case XmlRpcValue::TypeArray:
      return list_value(value);
    default:
      return {};
  }
}

}  // namespace

std::vector<NamedParameter> private_parameters(const ros::NodeHandle& handle) {
  std::vector<NamedParameter> result;
  std::vector<std::string> names;
  if (!handle.getParamNames(names)) return result;
  const std::string prefix = handle.getNamespace() + "/";
  for (const std::string& name : names) {
    if (name.compare(0, prefix.size(), prefix) != 0) continue;
    const std::string own = name.substr(prefix.size());
    XmlRpcValue value;
    if (own.find('/') != std::string::npos || !handle.getParam(own, value)) continue;
    if (std::optional<ParameterValue> known = value_of(value)) result.push_back({own, std::move(*known)});
  }
  return result;
}

}  // namespace fmi_adapter

// SPDX-License-Identifier: Apache-2.0
// The table of elements in docs/hosts.md is what readers and engines do: each row has a file that shows it,
// what is not used is reported as the table says, and what is honoured is not reported as unused.
#include <fstream>
#include <map>
#include <set>

#include "engines.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "lockstep/description/reader.hpp"
#include "support/files.hpp"

namespace lockstep::contract {
namespace {
namespace elements {

std::string sdf(const std::string& content) {
  return "<sdf version='1.6'><world name='w'>" + content + "</world></sdf>";
}
std::string in_model(const std::string& content) {
  return sdf("<model name='m'>" + content + "</model>");
}
std::string in_link(const std::string& content) {
  return in_model("<link name='l'>" + content + "</link>");
}
std::string shape(const std::string& content) {
  return in_link("<collision name='c'><geometry>" + content + "</geometry></collision>");
}
std::string in_collision(const std::string& content) {
  return in_link("<collision name='c'><geometry><box/></geometry>" + content + "</collision>");
}
std::string surface(const std::string& content) {
  return in_collision("<surface>" + content + "</surface>");
}
std::string friction(const std::string& content) {
  return surface("<friction><ode>" + content + "</ode></friction>");
}
std::string contact(const std::string& content) {
  return surface("<contact><ode>" + content + "</ode></contact>");
}
std::string joint(const std::string& type, const std::string& axis, const std::string& more = {}) {
  return in_model("<link name='l'/><link name='k'/><joint name='j' type='" + type +
                  "'><parent>l</parent><child>k</child><axis><xyz>0 0 1</xyz>" + axis + "</axis>" + more +
                  "</joint>");
}
std::string limit(const std::string& content) {
  return joint("revolute", "<limit>" + content + "</limit>");
}
std::string dynamics(const std::string& content) {
  return joint("revolute", "<dynamics>" + content + "</dynamics>");
}
std::string urdf(const std::string& type, const std::string& content) {
  const std::string mass = "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>";
  const auto one = [&](const std::string& name) { return "<link name='" + name + "'>" + mass + "</link>"; };
  const auto held = [&](const std::string& name, const std::string& kind, const std::string& more) {
    return "<joint name='j" + name + "' type='" + kind + "'><parent link='a'/><child link='" + name +
           "'/><limit lower='-1' upper='1' effort='1' velocity='1'/>" + more + "</joint>";
  };
  return "<robot name='r'>" + one("a") + one("b") + one("c") + held("b", "revolute", "") +
         held("c", type, content) + "</robot>";
}

/// A file for each element of the table.
std::map<std::string, std::string> samples() {
  return {
      {"inertial", in_link("<inertial><mass>2</mass></inertial>")},
      {"pose", in_link("<pose>1 2 3 0 0 1</pose>")},
      {"gravity", in_link("<gravity>false</gravity>")},
      {"static", in_model("<static>true</static><link name='l'/>")},
      {"self_collide", in_link("<self_collide>true</self_collide>")},
      {"kinematic", in_link("<kinematic>true</kinematic>")},
      {"velocity_decay", in_link("<velocity_decay><linear>1</linear></velocity_decay>")},
      {"enable_wind", in_link("<enable_wind>true</enable_wind>")},
      {"box", shape("<box/>")},
      {"sphere", shape("<sphere/>")},
      {"cylinder", shape("<cylinder/>")},
      {"capsule", shape("<capsule/>")},
      {"ellipsoid", shape("<ellipsoid/>")},
      {"plane",
       sdf("<model name='m'><static>true</static><link name='l'><collision name='c'><geometry><plane/>"
           "</geometry></collision></link></model>")},
      {"mesh", shape("<mesh><uri>m.obj</uri></mesh>")},
      {"heightmap", shape("<heightmap><uri>h.png</uri></heightmap>")},
      {"image", shape("<image><uri>h.png</uri></image>")},
      {"polyline", shape("<polyline><point>0 0</point><height>1</height></polyline>")},
      {"mu", friction("<mu>0.5</mu>")},
      {"mu2", friction("<mu>0.5</mu><mu2>0.1</mu2>")},
      {"fdir1", friction("<mu>0.5</mu><mu2>0.1</mu2><fdir1>1 0 0</fdir1>")},
      {"slip1", friction("<slip1>0.1</slip1>")},
      {"slip2", friction("<slip2>0.1</slip2>")},
      {"torsional", surface("<friction><torsional><coefficient>0.1</coefficient></torsional></friction>")},
      {"restitution_coefficient",
       surface("<bounce><restitution_coefficient>0.5</restitution_coefficient></bounce>")},
      {"threshold", surface("<bounce><threshold>0.1</threshold></bounce>")},
      {"collide_bitmask", surface("<contact><collide_bitmask>0x01</collide_bitmask></contact>")},
      {"kp", contact("<kp>1e5</kp>")},
      {"kd", contact("<kd>10</kd>")},
      {"max_vel", contact("<max_vel>0.1</max_vel>")},
      {"min_depth", contact("<min_depth>0.001</min_depth>")},
      {"soft_cfm", contact("<soft_cfm>0.1</soft_cfm>")},
      {"soft_erp", contact("<soft_erp>0.1</soft_erp>")},
      {"laser_retro", in_collision("<laser_retro>1</laser_retro>")},
      {"max_contacts", in_collision("<max_contacts>1</max_contacts>")},
      {"lower", limit("<lower>-1</lower>")},
      {"upper", limit("<upper>1</upper>")},
      {"effort", limit("<effort>1</effort>")},
      {"velocity", limit("<velocity>1</velocity>")},
      {"stiffness", limit("<stiffness>1e5</stiffness>")},
      {"dissipation", limit("<dissipation>2</dissipation>")},
      {"damping", dynamics("<damping>1</damping>")},
      {"friction", dynamics("<friction>1</friction>")},
      {"spring_stiffness", dynamics("<spring_stiffness>1</spring_stiffness>")},
      {"spring_reference",
       dynamics("<spring_stiffness>1</spring_stiffness><spring_reference>1</spring_reference>")},
      {"thread_pitch", joint("screw", "", "<thread_pitch>2</thread_pitch>")},
      {"mimic", urdf("revolute", "<mimic joint='jb'/>")},
      {"safety_controller", urdf("revolute", "<safety_controller k_velocity='1'/>")},
      {"planar", urdf("planar", "<axis xyz='0 0 1'/>")},
      {"max_step_size", sdf("<physics type='ode'><max_step_size>0.002</max_step_size></physics>")},
      {"wind", sdf("<wind><linear_velocity>1 0 0</linear_velocity></wind>")},
      {"state", sdf("<state world_name='w'><sim_time>1 0</sim_time></state>")},
      {"actor", sdf("<actor name='a'/>")},
      {"population", sdf("<population name='p'/>")},
      {"road", sdf("<road name='r'/>")},
      {"light", sdf("<light name='s' type='point'/>")},
      {"scene", sdf("<scene><shadows>true</shadows></scene>")},
      {"gui", sdf("<gui><camera name='c'/></gui>")},
      {"atmosphere", sdf("<atmosphere type='adiabatic'/>")},
  };
}

/// "taken", "warning", "note" or "refused": what becomes of a file, looking at what is said about the
/// element.
std::string outcome_of(const EngineUnderTest& engine, const std::string& element, const std::string& file) {
  std::string outcome = "taken";
  const auto names_it = [&](const std::string& text) {
    return text.find('<' + element + '>') != std::string::npos ||
           text.find('\'' + element + '\'') != std::string::npos;
  };
  try {
    const description::ReadResult read = description::read_world(file);
    for (const Diagnostic& finding : read.findings)
      if (names_it(finding.message)) outcome = finding.severity == Severity::kNote ? "note" : "warning";
    hosts::EngineOptions options;
    options.log = [&](const core::LogMessage& message) {
      if (names_it(std::string{message.text}))
        outcome = message.level >= core::LogLevel::kWarning ? "warning" : "note";
    };
    static_cast<void>(engine.make(read.world, options));
  } catch (const Error& error) {
    EXPECT_TRUE(names_it(error.what())) << error.what();
    return "refused";
  }
  return outcome;
}

/// Element to the cell of this engine.
std::map<std::string, std::string> table_of(const std::string& engine) {
  std::map<std::string, std::string> cells;
  std::ifstream file{LOCKSTEP_HOSTS_TABLE};
  std::string line;
  std::size_t column = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] != '|') {
      if (column != 0) break;
      continue;
    }
    std::vector<std::string> words;
    for (std::size_t start = 1, end = line.find('|', start); end != std::string::npos;
         start = end + 1, end = line.find('|', start))
      words.emplace_back(core::trimmed(std::string_view{line}.substr(start, end - start)));
    if (words[0] == "element") {
      for (std::size_t i = 1; i < words.size(); ++i)
        if (words[i] == engine) column = i;
    } else if (column != 0 && words[0][0] == '`') {
      cells[words[0].substr(1, words[0].find('`', 1) - 1)] = words.at(column);
    }
  }
  return cells;
}

}  // namespace elements

TEST_P(Contract, ElementsTableIsWhatTheyDo) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "m.obj",
                   "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  const std::map<std::string, std::string> cells = elements::table_of(engine().name);
  std::set<std::string> documented, shown;
  for (const auto& [element, cell] : cells)
    documented.insert(element);
  for (const auto& [element, text] : elements::samples()) {
    shown.insert(element);
    const std::string file = (folder / (text[1] == 'r' ? "f.urdf" : "f.sdf")).string();
    test::write_file(file, text);
    const auto found = cells.find(element);
    const std::string said =
        found == cells.end() ? "nothing" : found->second.substr(0, found->second.find_first_of(" :,"));
    const std::string outcome = elements::outcome_of(engine(), element, file);
    EXPECT_EQ(said == "honoured" || said == "converted" ? "taken" : said, outcome) << element;
  }
  EXPECT_EQ(documented, shown);
}

}  // namespace
}  // namespace lockstep::contract

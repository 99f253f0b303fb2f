// SPDX-License-Identifier: Apache-2.0
// The table of repairs in docs/hosts.md is what the readers do: each id in it is reported for a file that
// needs the repair, refused with `strict`, and each repair has a row.
#include <fstream>
#include <map>
#include <set>

#include "lockstep/core/number_text.hpp"
#include "support.hpp"
#include "support/files.hpp"

namespace lockstep::description {
namespace {

std::set<std::string> ids_in_docs() {
  std::set<std::string> ids;
  std::ifstream file{LOCKSTEP_HOSTS_TABLE};
  std::string line;
  while (std::getline(file, line) && line.find("| id of the warning |") == std::string::npos) {
  }
  std::getline(file, line);  // |---|
  while (std::getline(file, line) && line.rfind("| `", 0) == 0)
    ids.insert(line.substr(3, line.find('`', 3) - 3));
  return ids;
}

/// A file for each repair.
std::map<std::string, std::string> samples() {
  const std::string mass = "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>";
  const auto robot = [&](const std::string& joint) {
    return "<robot name='r'><link name='a'>" + mass + "</link><link name='b'>" + mass +
           "</link><joint name='j' type='revolute'><parent link='a'/><child link='b'/>" + joint +
           "</joint></robot>";
  };
  const auto shape = [](const std::string& text) {
    return in_model("<link name='l'><collision name='c'><geometry>" + text +
                    "</geometry></collision></link>");
  };
  const std::string limit = "<limit lower='-1' upper='1' effort='1' velocity='1'/>";
  return {
      {"inertia-impossible", in_model("<link name='l'><inertial><mass>0</mass></inertial></link>")},
      {"root-massless",
       "<robot name='r'><link name='a'/><link name='b'>" + mass +
           "</link><joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>"
           "</robot>"},
      {"joint-limits", robot("<limit lower='1' upper='-1' effort='1' velocity='1'/>")},
      {"joint-axis",
       in_model("<link name='a'/><link name='b'/><joint name='j' type='revolute'><parent>a</parent>"
                "<child>b</child></joint>")},
      {"joint-mimic", robot(limit + "<mimic joint='gone'/>")},
      {"size-zero", shape("<box><size>1 0 1</size></box>")},
      {"boolean-empty", in_model("<static></static><link name='l'/>")},
      {"name-missing", "<robot><link name='a'>" + mass + "</link></robot>"},
      {"mesh-renamed", shape("<mesh><uri>model://other/meshes/m.stl</uri></mesh>")},
      {"sdf-version", "<sdf version='1.3'><world name='w'/></sdf>"},
      {"urdf-xacro", "<robot name='r'><link name='a'>" + mass + "</link><xacro:sensors_usb/></robot>"},
      {"attribute-unquoted", "<sdf version='1.6'><world name=w><!-- a=b --></world></sdf>"},
      {"zero-bytes", "<sdf version='1.6'><world name='w'/></sdf>" + std::string(3, '\0')},
  };
}

TEST(RepairsTable, IsWhatTheReadersDo) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "robot" / "meshes" / "m.stl", "solid x\nendsolid x\n");
  const std::string file = (folder / "robot" / "w.sdf").string();
  const std::map<std::string, std::string> files = samples();
  std::set<std::string> shown;
  for (const auto& [id, text] : files) {
    shown.insert(id);
    EXPECT_TRUE(has_id(read_world_text(text, file, alone()).findings, id)) << id;
    try {
      read_world_text(text, file, strict());
      ADD_FAILURE() << id << " is accepted by strict readers";
    } catch (const Error& error) {
      EXPECT_TRUE(has_id(error.diagnostics(), id)) << error.what();
    }
  }
  EXPECT_EQ(ids_in_docs(), shown);
}

}  // namespace
}  // namespace lockstep::description

// SPDX-License-Identifier: Apache-2.0
// Sensors of a world as devices; plugins: device_catalogue_test.cpp.
#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/description/reader.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/device_catalogue.hpp"
#include "scripted_device.hpp"

namespace lockstep::runtime::test {
namespace {

/// What a factory was given.
struct Made {
  std::string element;
  devices::DeviceContext context;
  std::vector<std::string>* diary;
};

/// A catalogue whose kinds write down what they get and make devices that run in observe.
struct SensorWorld {
  explicit SensorWorld(const std::string& content)
      : world{description::read_world_text("<sdf version='1.9'><world name='w'>" + content + "</world></sdf>",
                                           "test.world")
                  .world},
        host{{}},
        runtime{host} {
    catalogue.add(kind("gyro", {"imu", "gyrometer"}));
    catalogue.add(kind("wrench", {"force_torque"}));
    catalogue.add(kind("yarp_imu", {}));
    context.log = [this](const core::LogMessage& message) { log.emplace_back(message.text); };
    context.find_file = [](const std::string& name) -> std::filesystem::path {
      throw Error{ErrorCode::kNotFound, name};
    };
  }

  devices::DeviceKind kind(const std::string& type, std::vector<std::string> sensors) {
    return {type,
            {},
            [this, type](const core::ConfigNode& node, const devices::DeviceContext& given) {
              if (node.has("broken")) node.fail("test", "it is broken");
              if (type == "wrench" && given.sensor && given.sensor->joint.empty())
                node.fail("wrench-place", "it belongs into a joint");
              made.push_back({type + " from <" + node.name + ">", given, &diary});
              auto device = std::make_unique<ScriptedDevice>(
                  given.sensor ? given.sensor->name : type,
                  [](devices::Binder& binder) { binder.run_in(devices::Phase::kObserve); },
                  [](const devices::StepInfo&) { return core::Status::kOk; });
              device->diary = &diary;
              std::vector<devices::MadeDevice> all;
              all.push_back({std::move(device), devices::read_options(node)});
              return all;
            },
            std::move(sensors)};
  }

  void add(UnknownPlugins unknown = UnknownPlugins::kWarn) {
    add_devices(runtime, catalogue, world, context, unknown);
  }

  description::World world;
  std::vector<Made> made;
  std::vector<std::string> diary, log;
  devices::DeviceContext context;
  hosts::fake::FakeHost host;
  DeviceCatalogue catalogue;
  Runtime runtime;
};

constexpr const char* kLinks = "<link name='upper'/><link name='lower'><pose>0 0 -1 0 0 0</pose>";

// The sensor of a link becomes a device in its model, with the whole element, its place and the world.
TEST(AddDevices, MakesADeviceOfASensorOfALink) {
  SensorWorld rig{
      "<model name='arm'><model name='hand'><link name='palm'><sensor name='s' type='imu'>"
      "<pose>0.1 0.2 0.3 0 0 1.5707963267948966</pose></sensor></link></model></model>"};
  rig.add(UnknownPlugins::kError);
  ASSERT_EQ(rig.made.size(), 1U);
  EXPECT_EQ(rig.made[0].element, "gyro from <sensor>");
  const devices::DeviceContext& context = rig.made[0].context;
  EXPECT_EQ(context.model, "arm/hand");
  EXPECT_EQ(context.world, &rig.world);
  ASSERT_TRUE(context.sensor);
  EXPECT_EQ(context.sensor->name, "s");
  EXPECT_EQ(context.sensor->link, "arm/hand/palm");
  EXPECT_EQ(context.sensor->joint, "");
  EXPECT_EQ(context.sensor->device, "");
  EXPECT_EQ(context.sensor->X_LS.position, Eigen::Vector3d(0.1, 0.2, 0.3));
  EXPECT_LT((context.sensor->X_LS.orientation * Eigen::Vector3d::UnitX() - Eigen::Vector3d::UnitY()).norm(),
            1e-15);
  EXPECT_TRUE(rig.log.empty());
}

// The sensor of a joint is placed in the joint's frame: here 0.5 above the lower link's origin, turned a
// quarter about x.
TEST(AddDevices, PlacesTheSensorOfAJoint) {
  SensorWorld rig{std::string{"<model name='arm'>"} + kLinks +
                  "</link><joint name='j' type='fixed'><parent>upper</parent><child>lower</child>"
                  "<pose>0 0 0.5 1.5707963267948966 0 0</pose>"
                  "<sensor name='ft' type='force_torque'><pose>0 2 0 0 0 0</pose></sensor></joint></model>"};
  rig.add();
  ASSERT_EQ(rig.made.size(), 1U);
  EXPECT_EQ(rig.made[0].element, "wrench from <sensor>");
  const devices::SensorPlace& place = *rig.made[0].context.sensor;
  EXPECT_EQ(place.joint, "arm/j");
  EXPECT_EQ(place.link, "arm/lower");
  EXPECT_EQ(place.X_LJ.position, Eigen::Vector3d(0, 0, 0.5));
  EXPECT_LT((place.X_LS.position - Eigen::Vector3d(0, 0, 2.5)).norm(), 1e-15);
}

// Where the child of the joint is the world, the place is in the world: the model stands at x = 3, the joint
// 1 m below its origin and 0.25 m above the link, the sensor 2 m beside the joint.
TEST(AddDevices, PlacesTheSensorOfAJointOnTheWorld) {
  SensorWorld rig{std::string{"<model name='arm'><pose>3 0 0 0 0 0</pose>"} + kLinks +
                  "</link><joint name='j' type='fixed'><pose relative_to='lower'>0 0 0.25 0 0 0</pose>"
                  "<parent>lower</parent><child>world</child>"
                  "<sensor name='ft' type='force_torque'><pose>0 2 0 0 0 0</pose></sensor></joint></model>"};
  rig.add();
  ASSERT_EQ(rig.made.size(), 1U);
  const devices::SensorPlace& place = *rig.made[0].context.sensor;
  EXPECT_EQ(place.link, "");
  EXPECT_LT((place.X_LJ.position - Eigen::Vector3d(3, 0, -0.75)).norm(), 1e-15);
  EXPECT_LT((place.X_LS.position - Eigen::Vector3d(3, 2, -0.75)).norm(), 1e-15);
}

// The update rate is the period: 400 Hz in steps of 1 ms are the steps 0, 3, 5, 8, 10; no rate is every step;
// a `<period>` in the element counts more.
TEST(AddDevices, RunsASensorAtItsUpdateRate) {
  SensorWorld rig{
      "<model name='arm'><link name='l'><sensor name='slow' type='imu'><update_rate>400"
      "</update_rate></sensor><sensor name='fast' type='gyrometer'/><sensor name='own' type='imu'>"
      "<update_rate>400</update_rate><period>0.004</period></sensor></link></model>"};
  rig.add();
  rig.runtime.bind();
  rig.runtime.start();
  rig.diary.clear();
  for (int k = 0; k < 10; ++k)
    ASSERT_EQ(rig.runtime.step(), core::Status::kOk);
  const auto runs_of = [&](const std::string& name) {
    std::string runs;
    for (const std::string& line : rig.diary) {
      if (line.rfind(name + " observe", 0) == 0) runs += line.substr(name.size() + 8);
    }
    return runs;
  };
  EXPECT_EQ(runs_of("slow"), " 3 5 8 10");
  EXPECT_EQ(runs_of("fast"), " 1 2 3 4 5 6 7 8 9 10");
  EXPECT_EQ(runs_of("own"), " 4 8");
}

// A plugin inside a sensor is a device, too; it knows where the sensor is and the name of its device, also
// when that had to be made unique.
TEST(AddDevices, SeesPluginsInsideSensors) {
  SensorWorld rig{
      "<model name='arm'><link name='l'><sensor name='s' type='imu'/></link>"
      "<link name='m'><sensor name='s' type='imu'><plugin name='p' filename='libyarp_imu.so'/>"
      "</sensor><sensor name='c' type='camera'><plugin name='q' filename='yarp_imu'/>"
      "<plugin name='r' filename='libother.so'/></sensor></link></model>"};
  rig.add();
  ASSERT_EQ(rig.made.size(), 4U);
  EXPECT_EQ(rig.made[2].element, "yarp_imu from <plugin>");
  EXPECT_EQ(rig.made[2].context.sensor->link, "arm/m");
  EXPECT_EQ(rig.made[2].context.sensor->device, "arm/s_2");
  EXPECT_EQ(rig.made[3].context.sensor->name, "c");
  EXPECT_EQ(rig.made[3].context.sensor->device, "");
  ASSERT_EQ(rig.log.size(), 2U);
  EXPECT_NE(rig.log[0].find("plugin 'r' (libother.so) is not known"), std::string::npos) << rig.log[0];
}

// A plugin of a model is at no sensor, whatever the caller's context says.
TEST(AddDevices, GivesPluginsOfModelsNoSensor) {
  SensorWorld rig{"<model name='arm'><link name='l'/><plugin name='p' filename='gyro'/></model>"};
  rig.context.sensor.emplace();
  rig.add();
  ASSERT_EQ(rig.made.size(), 1U);
  EXPECT_FALSE(rig.made[0].context.sensor);
  EXPECT_EQ(rig.made[0].context.world, &rig.world);
}

// A sensor where it cannot measure is left out with a warning, as in Gazebo; it is an error for the strict.
TEST(AddDevices, LeavesMisplacedSensorsOut) {
  SensorWorld rig{
      "<model name='arm'><link name='l'><sensor name='ft' type='force_torque'/><sensor name='s' type='imu'/>"
      "</link></model>"};
  rig.add();
  ASSERT_EQ(rig.made.size(), 1U);
  EXPECT_EQ(rig.made[0].element, "gyro from <sensor>");
  ASSERT_EQ(rig.log.size(), 1U);
  EXPECT_NE(rig.log[0].find("warning: sensor 'ft' will not measure anything: it belongs into a joint"),
            std::string::npos)
      << rig.log[0];
  EXPECT_THROW(rig.add(UnknownPlugins::kError), Error);
}

// Types that nothing measures are warnings, one for each type, with its line; never errors.
TEST(AddDevices, WarnsAboutOtherSensors) {
  SensorWorld rig{
      "<model name='arm'>\n<link name='l'>\n<sensor name='eye' type='camera'/>"
      "<sensor name='ear' type='sonar'/>\n<sensor name='eye2' type='camera'/></link></model>"};
  rig.add(UnknownPlugins::kError);
  EXPECT_TRUE(rig.made.empty());
  ASSERT_EQ(rig.log.size(), 2U);
  EXPECT_NE(rig.log[0].find("test.world:3:"), std::string::npos) << rig.log[0];
  EXPECT_NE(rig.log[0].find("sensor 'eye' and 1 more of type 'camera' will not measure anything; types that "
                            "do: imu, gyrometer, force_torque"),
            std::string::npos)
      << rig.log[0];
  EXPECT_NE(rig.log[1].find("sensor 'ear' of type 'sonar' will not"), std::string::npos) << rig.log[1];
}

// Everything that is wrong with sensors is collected, with the lines.
TEST(AddDevices, CollectsWhatIsWrongWithSensors) {
  SensorWorld rig{
      "<model name='arm'><link name='l'>\n<sensor name='a' type='imu'><broken/></sensor>\n"
      "<sensor name='b' type='imu'><fault_policy>pray</fault_policy></sensor></link></model>"};
  try {
    rig.add();
    ADD_FAILURE() << "was added";
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("test.world:2:"), std::string::npos) << text;
    EXPECT_NE(text.find("it is broken"), std::string::npos) << text;
    EXPECT_NE(text.find("test.world:3:"), std::string::npos) << text;
    EXPECT_NE(text.find("fault_policy is 'pray'"), std::string::npos) << text;
  }
}

// One type of sensor belongs to one kind.
TEST(AddDevices, RefusesTwoKindsForOneSensor) {
  SensorWorld rig{""};
  EXPECT_EQ(rig.catalogue.find_sensor("imu")->type, "gyro");
  EXPECT_EQ(rig.catalogue.find_sensor("camera"), nullptr);
  try {
    rig.catalogue.add(rig.kind("other", {"camera", "imu"}));
    ADD_FAILURE() << "was added";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(),
              "devices 'gyro' and 'other' both want to be <sensor type=\"imu\">; leave it to one of them");
  }
}

}  // namespace
}  // namespace lockstep::runtime::test

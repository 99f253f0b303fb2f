# SPDX-License-Identifier: Apache-2.0
# lockstep_find_ros2(<prefix> <why_not>): the installation of ROS 2 to build and test middlewares/ros2 with, or the
# reason why there is none. Looked for in LOCKSTEP_ROS2_PREFIX, in the environment's AMENT_PREFIX_PATH and in
# /opt/ros/*.
#
# Nothing of ROS 2 gets into this build: its packages are built by colcon in an environment of their own. Debian's
# ROS 1 lies below /usr, and the two have packages of the same name.
set(LOCKSTEP_ROS2_PREFIX "" CACHE PATH "Installation of ROS 2, e.g. /opt/ros/jazzy; empty: looked for")

function(lockstep_find_ros2 prefix why_not)
  set(${prefix} "" PARENT_SCOPE)
  if(LOCKSTEP_ROS2_PREFIX)
    set(candidates "${LOCKSTEP_ROS2_PREFIX}")
  else()
    string(REPLACE ":" ";" candidates "$ENV{AMENT_PREFIX_PATH}")
    file(GLOB installed "/opt/ros/*")
    list(APPEND candidates ${installed})
  endif()
  set(reason "no ROS 2 in LOCKSTEP_ROS2_PREFIX, AMENT_PREFIX_PATH or /opt/ros")
  foreach(candidate IN LISTS candidates)
    if(NOT EXISTS "${candidate}/setup.bash" OR NOT EXISTS "${candidate}/share/rclcpp/package.xml")
      continue()
    endif()
    set(absent)
    foreach(package IN ITEMS ament_cmake diagnostic_msgs geometry_msgs launch_ros lifecycle_msgs rclcpp_components
        rclcpp_lifecycle rclpy ros2launch rosgraph_msgs std_srvs)
      if(NOT EXISTS "${candidate}/share/${package}/package.xml")
        list(APPEND absent ${package})
      endif()
    endforeach()
    if(NOT absent)
      set(${prefix} "${candidate}" PARENT_SCOPE)
      set(reason "")
      break()
    endif()
    string(REPLACE ";" ", " absent "${absent}")
    set(reason "${candidate} has no ${absent}")
  endforeach()
  find_program(LOCKSTEP_COLCON colcon)
  mark_as_advanced(LOCKSTEP_COLCON)
  if(NOT reason AND NOT LOCKSTEP_COLCON)
    set(reason "colcon is not installed")
    set(${prefix} "" PARENT_SCOPE)
  endif()
  set(${why_not} "${reason}" PARENT_SCOPE)
endfunction()

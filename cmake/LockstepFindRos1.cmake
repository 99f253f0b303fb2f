# SPDX-License-Identifier: Apache-2.0
# lockstep_find_ros1(<missing>): makes lockstep::ros1, the roscpp of Debian with the messages we speak, or puts what is
# not installed into the variable <missing>.
#
# Not find_package(roscpp): that pulls in catkin, which asks the first python3 of the PATH for modules that only
# Debian's own python3 has, and adds its targets and options to the whole build.

function(lockstep_find_ros1 missing)
  set(absent)
  set(libraries)
  foreach(library IN ITEMS roscpp rosconsole roscpp_serialization rostime xmlrpcpp cpp_common)
    find_library(LOCKSTEP_ROS1_${library} ${library})
    mark_as_advanced(LOCKSTEP_ROS1_${library})
    if(LOCKSTEP_ROS1_${library})
      list(APPEND libraries "${LOCKSTEP_ROS1_${library}}")
    else()
      list(APPEND absent "lib${library}")
    endif()
  endforeach()
  foreach(header IN ITEMS ros/ros.h std_msgs/Float64.h std_srvs/SetBool.h geometry_msgs/TwistStamped.h
      sensor_msgs/JointState.h nav_msgs/Odometry.h diagnostic_msgs/DiagnosticArray.h rosgraph_msgs/Clock.h)
    string(MAKE_C_IDENTIFIER "LOCKSTEP_ROS1_${header}" variable)
    find_path(${variable} ${header})
    mark_as_advanced(${variable})
    if(NOT ${variable})
      list(APPEND absent "${header}")
    endif()
  endforeach()
  set(${missing} "${absent}" PARENT_SCOPE)
  if(absent OR TARGET lockstep_ros1)
    return()
  endif()
  add_library(lockstep_ros1 INTERFACE)
  add_library(lockstep::ros1 ALIAS lockstep_ros1)
  target_include_directories(lockstep_ros1 SYSTEM INTERFACE "${LOCKSTEP_ROS1_ros_ros_h}")
  target_link_libraries(lockstep_ros1 INTERFACE ${libraries} -lboost_thread -lboost_system)
endfunction()

# SPDX-License-Identifier: Apache-2.0
# Configures, builds and runs one of the projects beside this file against the installed package.
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")
set(build "${WORK}/${CASE}")
set(project "${CASE}")
set(component "${CASE}")
if(CASE STREQUAL "unknown_component")
  set(project core)
  set(component warp_drive)
endif()
file(REMOVE_RECURSE "${build}")
set(configure "${CMAKE_COMMAND}" -S "${SOURCE}/${project}" -B "${build}" -G Ninja "-DCMAKE_PREFIX_PATH=${PREFIX}"
  "-DCMAKE_CXX_COMPILER=${CXX}" -DCMAKE_BUILD_TYPE=Release -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
  -DCOMPONENT=${component} "-DMODEL=${SOURCE}/../../models/damped_pendulum/damped_pendulum.cpp")

if(CASE STREQUAL "unknown_component")
  # Asking for what is not there names what is.
  execute_process(COMMAND ${configure} RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE text)
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  if(code EQUAL 0 OR NOT text MATCHES "no component 'warp_drive' in this installation; it has: .*core")
    message(FATAL_ERROR "expected a refusal that lists the components, got (${code}): ${text}")
  endif()
  return()
endif()

run(ignored ${configure})
run(ignored "${CMAKE_COMMAND}" --build "${build}")
if(CASE STREQUAL "exporter")
  expect_file("${build}/fmus/2.0/DampedPendulum.fmu")
  return()
endif()
run(text "${CMAKE_COMMAND}" -E chdir "${build}" ./consumer "${BUILD}/fmus/2.0/DampedPendulum.fmu")
set(expected_core "a\\(10 s\\) = -?0\\.[0-9]+ rad")
set(expected_record "time,angle\n0.5,0.1\n")
if(NOT text MATCHES "${expected_${CASE}}")
  message(FATAL_ERROR "the consumer printed: ${text}")
endif()

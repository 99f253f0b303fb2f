# SPDX-License-Identifier: Apache-2.0
# Makes the .deb, unpacks it and runs what is in it.
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")
set(folder "${BUILD}/package")
file(REMOVE_RECURSE "${folder}" "${WORK}/deb")
get_filename_component(bin "${CMAKE_COMMAND}" DIRECTORY)
find_program(cpack cpack HINTS "${bin}" REQUIRED)
run(ignored "${CMAKE_COMMAND}" -E chdir "${BUILD}" "${cpack}" -G DEB)
file(GLOB packages "${folder}/lockstep_${VERSION}_*.deb")
list(LENGTH packages count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "expected one lockstep_${VERSION}_*.deb in ${folder}, found ${count}")
endif()

run(depends dpkg-deb -f "${packages}" Depends)
if(NOT depends MATCHES "libc6 \\(>= ")
  message(FATAL_ERROR "the package declares no dependency on libc6; Depends: ${depends}")
endif()
run(ignored dpkg-deb -x "${packages}" "${WORK}/deb")
expect_file("${WORK}/deb/usr/lib/liblockstep_core.so.0")
expect_file("${WORK}/deb/usr/share/doc/lockstep/copyright")
run(ignored "${CMAKE_COMMAND}" "-DBUILD=${BUILD}" "-DWORK=${WORK}/from_deb" "-DPREFIX=${WORK}/deb/usr"
  "-DSOURCE=${SOURCE}" "-DCXX=${CXX}" "-DVERSION=${VERSION}" -DCASE=core -P "${SOURCE}/consume.cmake")
run_installed_command("${WORK}/deb/usr/bin")

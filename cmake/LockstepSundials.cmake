# SPDX-License-Identifier: Apache-2.0
# lockstep_sundials: CVODE with what it needs, static on purpose. FMUs bring SUNDIALS libraries of their own; had core
# shared ones, the dynamic linker would bind the FMU to ours, or ours to the FMU's. Debian 11's SUNDIALS 4.1 has no
# CMake package and Debian 12's 6.4 exports targets that need MPI, hence the search by file name. Debian 11's static ones
# are not made for shared libraries; there the shared ones are taken, and whoever loads core should do so with RTLD_LOCAL.
include(CheckCXXSourceCompiles)
find_path(LOCKSTEP_SUNDIALS_INCLUDE_DIR cvode/cvode.h)
set(lockstep_sundials_files "")
set(lockstep_sundials_missing "")
foreach(name cvode sunnonlinsolfixedpoint sunnonlinsolnewton sunlinsoldense sunmatrixdense nvecserial)
  find_library(LOCKSTEP_SUNDIALS_${name} NAMES libsundials_${name}.a)
  if(LOCKSTEP_SUNDIALS_${name})
    list(APPEND lockstep_sundials_files "${LOCKSTEP_SUNDIALS_${name}}")
  else()
    list(APPEND lockstep_sundials_missing libsundials_${name}.a)
  endif()
endforeach()
find_library(LOCKSTEP_SUNDIALS_generic NAMES libsundials_generic.a)  # from SUNDIALS 5 on
if(LOCKSTEP_SUNDIALS_generic)
  list(APPEND lockstep_sundials_files "${LOCKSTEP_SUNDIALS_generic}")
endif()
if(lockstep_sundials_missing OR NOT LOCKSTEP_SUNDIALS_INCLUDE_DIR)
  message(FATAL_ERROR "SUNDIALS is incomplete (missing: ${lockstep_sundials_missing}; headers: "
    "${LOCKSTEP_SUNDIALS_INCLUDE_DIR}). Install libsundials-dev.")
endif()
set(CMAKE_REQUIRED_FLAGS "-shared -fPIC")
set(CMAKE_REQUIRED_INCLUDES "${LOCKSTEP_SUNDIALS_INCLUDE_DIR}")
set(CMAKE_REQUIRED_LIBRARIES ${lockstep_sundials_files} m)
check_cxx_source_compiles("#include <cvode/cvode.h>
  extern \"C\" void* probe() { return reinterpret_cast<void*>(&CVode); }" LOCKSTEP_SUNDIALS_STATIC_LINKS)
unset(CMAKE_REQUIRED_FLAGS)
unset(CMAKE_REQUIRED_INCLUDES)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT LOCKSTEP_SUNDIALS_STATIC_LINKS)
  list(TRANSFORM lockstep_sundials_files REPLACE "\\.a$" ".so")
endif()
add_library(lockstep_sundials INTERFACE)
target_include_directories(lockstep_sundials SYSTEM INTERFACE "${LOCKSTEP_SUNDIALS_INCLUDE_DIR}")
target_link_libraries(lockstep_sundials INTERFACE ${lockstep_sundials_files} m)

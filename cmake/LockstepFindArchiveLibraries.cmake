# SPDX-License-Identifier: Apache-2.0
# lockstep::deflate (libdeflate) and lockstep::nettle (SHA-256); neither has a CMake package in Debian 11 and 12.
#
# libdeflate goes into lockstep_core as a static library where the distribution's can be linked into a shared one:
# its symbols then stay hidden and an FMU with a libdeflate of its own never binds to ours.
include(CheckCXXSourceCompiles)

find_path(LOCKSTEP_DEFLATE_INCLUDE libdeflate.h)
find_library(LOCKSTEP_DEFLATE_SHARED NAMES deflate)
find_library(LOCKSTEP_DEFLATE_STATIC NAMES libdeflate.a)
find_path(LOCKSTEP_NETTLE_INCLUDE nettle/sha2.h)
find_library(LOCKSTEP_NETTLE_LIBRARY NAMES nettle)

foreach(found LOCKSTEP_DEFLATE_INCLUDE LOCKSTEP_DEFLATE_SHARED LOCKSTEP_NETTLE_INCLUDE LOCKSTEP_NETTLE_LIBRARY)
  if(NOT ${found})
    message(FATAL_ERROR "lockstep needs libdeflate and nettle: apt-get install libdeflate-dev nettle-dev")
  endif()
endforeach()

if(LOCKSTEP_DEFLATE_STATIC)
  set(CMAKE_REQUIRED_FLAGS "-shared -fPIC")
  set(CMAKE_REQUIRED_INCLUDES "${LOCKSTEP_DEFLATE_INCLUDE}")
  set(CMAKE_REQUIRED_LIBRARIES "${LOCKSTEP_DEFLATE_STATIC}")
  check_cxx_source_compiles(
    "#include <libdeflate.h>
     extern \"C\" void* probe() { return libdeflate_deflate_decompress_ex && libdeflate_crc32 ? libdeflate_alloc_decompressor() : nullptr; }"
    LOCKSTEP_DEFLATE_STATIC_LINKS)
  unset(CMAKE_REQUIRED_FLAGS)
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()

if(NOT TARGET lockstep::deflate)
  add_library(lockstep::deflate UNKNOWN IMPORTED)
  if(LOCKSTEP_DEFLATE_STATIC_LINKS)
    set_target_properties(lockstep::deflate PROPERTIES IMPORTED_LOCATION "${LOCKSTEP_DEFLATE_STATIC}")
  else()
    set_target_properties(lockstep::deflate PROPERTIES IMPORTED_LOCATION "${LOCKSTEP_DEFLATE_SHARED}")
  endif()
  set_target_properties(lockstep::deflate PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${LOCKSTEP_DEFLATE_INCLUDE}")
endif()
if(NOT TARGET lockstep::nettle)
  add_library(lockstep::nettle UNKNOWN IMPORTED)
  set_target_properties(lockstep::nettle PROPERTIES
    IMPORTED_LOCATION "${LOCKSTEP_NETTLE_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${LOCKSTEP_NETTLE_INCLUDE}")
endif()

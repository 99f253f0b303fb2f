# SPDX-License-Identifier: Apache-2.0
# Writes fmi_header_text.cpp: the headers of module fmi as texts in core, for FMUs that are compiled from sources.
set(LOCKSTEP_FMI_HEADER_TEXTS "")
foreach(header IN ITEMS kinds.h fmi2.h fmi3.h fmi3_functions.h fmi3_types.h)
  set(path "${PROJECT_SOURCE_DIR}/fmi/include/lockstep/fmi/${header}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
  file(READ "${path}" text)
  string(APPEND LOCKSTEP_FMI_HEADER_TEXTS "    {\"lockstep/fmi/${header}\", R\"lockstep(${text})lockstep\"},\n")
endforeach()
configure_file("${CMAKE_CURRENT_LIST_DIR}/fmi_header_text.cpp.in" "${CMAKE_CURRENT_BINARY_DIR}/fmi_header_text.cpp" @ONLY)

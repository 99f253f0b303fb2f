# SPDX-License-Identifier: Apache-2.0
# lockstep_add_fmu(<name> SOURCES a.cpp ... [HEADERS b.hpp ...] [FMI 2.0 3.0] [RESOURCES file ...] [OUTPUT_DIRECTORY dir])
#
# Builds <dir>/2.0/<name>.fmu and <dir>/3.0/<name>.fmu from one model written against lockstep/exporter/fmu.hpp.
#   SOURCES           C++ files of the model; one of them says LOCKSTEP_FMU(<name>)
#   HEADERS           headers of the model's own; the FMI 3.0 FMU carries them with the sources
#   FMI               versions of the standard, default both
#   RESOURCES         files to put into resources/
#   OUTPUT_DIRECTORY  default ${CMAKE_BINARY_DIR}/fmus
# Target: <name> builds all of it; its property LOCKSTEP_FMU_FILES lists the files.

include("${CMAKE_CURRENT_LIST_DIR}/LockstepModelica.cmake")

# Source files of the kit by part, without folder and extension.
function(lockstep_fmu_kit_sources part out)
  set(COMMON checks co_simulation component component_simulation description differentiator fmi2_layout integrator prototype rosenbrock
    saved_state start_checks units)
  set(2.0 fmi2_co_simulation fmi2_life fmi2_model_exchange fmi2_state fmi2_values)
  set(3.0 fmi3_clocks fmi3_life fmi3_simulation fmi3_state fmi3_values)
  set(MAKER dependencies describe describe_fmi2 describe_fmi3 xml zip_writer)
  set(MAIN maker_main)
  set(FALLBACK no_model)
  set(HEADERS checks co_simulation component differentiator fmi2_layout fmi3_exports fmi3_instance integrator numbers prototype
    rosenbrock saved_state shell start_checks units)
  set(PUBLIC any_model clock description dual event fmu solver storage trace types variable)
  set(${out} ${${part}} PARENT_SCOPE)
endfunction()

# What is compiled into every FMU: no fused multiply-add (the same bits on every machine), sections for the linker to
# drop, no build paths in the binary.
function(lockstep_fmu_compile_options target)
  target_compile_features(${target} PRIVATE cxx_std_17)
  get_filename_component(kit "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/.." ABSOLUTE)
  target_compile_options(${target} PRIVATE -ffp-contract=off -ffunction-sections -fdata-sections
    "-ffile-prefix-map=${CMAKE_SOURCE_DIR}=." "-ffile-prefix-map=${kit}=exporter")
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_include_directories(${target} PRIVATE "${kit}/include" "${kit}/src")
  target_link_libraries(${target} PRIVATE lockstep::fmi)
endfunction()

# The kit is compiled once per project, not once per FMU, and each part as one unit: that is five times as fast.
function(lockstep_fmu_kit part)
  if(TARGET lockstep_fmu_kit_${part})
    return()
  endif()
  lockstep_fmu_kit_sources(${part} sources)
  list(TRANSFORM sources PREPEND "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../src/")
  list(TRANSFORM sources APPEND ".cpp")
  add_library(lockstep_fmu_kit_${part} OBJECT ${sources})
  set_target_properties(lockstep_fmu_kit_${part} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  lockstep_fmu_compile_options(lockstep_fmu_kit_${part})
  if(COMMAND lockstep_warnings)
    lockstep_warnings(lockstep_fmu_kit_${part})
  endif()
  if(part STREQUAL "MAKER")
    target_compile_definitions(lockstep_fmu_kit_${part} PRIVATE LOCKSTEP_VERSION="${LOCKSTEP_FMU_VERSION}")
  endif()
endfunction()

# Name of the folder below binaries/ for this machine.
function(lockstep_fmu_platform version out)
  string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" cpu)
  if(cpu MATCHES "^(x86_64|amd64)$")
    set(cpu x86_64)
  endif()
  if(version STREQUAL "2.0" AND cpu STREQUAL "x86_64")
    set(${out} linux64 PARENT_SCOPE)
  else()
    set(${out} ${cpu}-linux PARENT_SCOPE)
  endif()
endfunction()

# The library of one FMU: needs libc and libm only, exports the functions of the standard only.
function(lockstep_fmu_library name version target)
  lockstep_fmu_kit(${version})
  string(SUBSTRING ${version} 0 1 major)
  add_library(${target} MODULE $<TARGET_OBJECTS:${name}_model> $<TARGET_OBJECTS:lockstep_fmu_kit_COMMON>
    $<TARGET_OBJECTS:lockstep_fmu_kit_FALLBACK> $<TARGET_OBJECTS:lockstep_fmu_kit_${version}>)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} PREFIX "" SUFFIX .so LINKER_LANGUAGE CXX
    BUILD_RPATH "" INSTALL_RPATH "" SKIP_BUILD_RPATH ON LIBRARY_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/${target}")
  target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,-Bsymbolic
    "-Wl,--version-script=${CMAKE_CURRENT_FUNCTION_LIST_DIR}/fmi${major}.map" $<$<NOT:$<CONFIG:Debug>>:-s>)
  set_target_properties(${target} PROPERTIES LINK_DEPENDS "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/fmi${major}.map")
  if(NOT LOCKSTEP_SANITIZE)
    target_link_options(${target} PRIVATE -Wl,--no-undefined)
  endif()
endfunction()

# The entries of the folder sources/ of an FMI 3.0 FMU, as "name=file": the model, the kit and a description of how to
# build them, so that importers on other machines can.
function(lockstep_fmu_source_entries name description out)
  get_filename_component(kit "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/.." ABSOLUTE)
  set(all "${CMAKE_BINARY_DIR}/lockstep_kit.cpp")   # one unit, see above
  set(includes)
  set(entries "sources/buildDescription.xml=${description}" "sources/kit/lockstep_kit.cpp=${all}")
  lockstep_fmu_kit_sources(COMMON common)
  lockstep_fmu_kit_sources(3.0 fmi3)
  foreach(source IN LISTS common fmi3)
    list(APPEND entries "sources/kit/${source}.cpp=${kit}/src/${source}.cpp")
    string(APPEND includes "#include \"${source}.cpp\"\n")
  endforeach()
  file(CONFIGURE OUTPUT "${all}" CONTENT "${includes}")
  lockstep_fmu_kit_sources(HEADERS headers)
  foreach(header IN LISTS headers)
    list(APPEND entries "sources/kit/${header}.hpp=${kit}/src/${header}.hpp")
  endforeach()
  lockstep_fmu_kit_sources(PUBLIC headers)
  foreach(header IN LISTS headers)
    set(header "include/lockstep/exporter/${header}.hpp")
    list(APPEND entries "sources/${header}=${kit}/${header}")
  endforeach()
  foreach(header IN ITEMS fmi3.h fmi3_functions.h fmi3_types.h kinds.h)
    # CMake 3.18 leaves an empty element where $<INSTALL_INTERFACE:...> was.
    set(folder "$<FILTER:$<TARGET_PROPERTY:lockstep::fmi,INTERFACE_INCLUDE_DIRECTORIES>,INCLUDE,/>")
    list(APPEND entries "sources/include/lockstep/fmi/${header}=${folder}/lockstep/fmi/${header}")
  endforeach()
  set(model)
  foreach(file IN LISTS arg_SOURCES arg_HEADERS)
    get_filename_component(path "${file}" ABSOLUTE)
    file(RELATIVE_PATH entry "${CMAKE_CURRENT_SOURCE_DIR}" "${path}")
    if(entry MATCHES "^\\.\\./")   # generated, or from elsewhere
      get_filename_component(entry "${path}" NAME)
    endif()
    list(APPEND entries "sources/model/${entry}=${path}")
    if(file IN_LIST arg_SOURCES)
      list(APPEND model "model/${entry}")
    endif()
  endforeach()
  add_custom_command(OUTPUT "${description}"
    COMMAND ${name}_maker build-description "${description}" ${name} ${model} kit/lockstep_kit.cpp DEPENDS ${name}_maker VERBATIM)
  set(${out} ${entries} PARENT_SCOPE)
endfunction()

function(lockstep_fmu_archive name version directory)
  set(target ${name}_fmi${version})
  lockstep_fmu_library(${name} ${version} ${target})
  lockstep_fmu_platform(${version} platform)
  set(fmu "${directory}/${version}/${name}.fmu")
  set(xml "${CMAKE_CURRENT_BINARY_DIR}/${target}/modelDescription.xml")
  set(entries "modelDescription.xml=${xml}" "binaries/${platform}/${name}.so=$<TARGET_FILE:${target}>")
  foreach(file IN LISTS ARGN)
    get_filename_component(entry "${file}" NAME)
    list(APPEND entries "resources/${entry}=${file}")
  endforeach()
  set(build_description)
  if(version STREQUAL "3.0")
    set(build_description "${CMAKE_CURRENT_BINARY_DIR}/${target}/buildDescription.xml")
    lockstep_fmu_source_entries(${name} "${build_description}" sources)
    list(APPEND entries ${sources})
  endif()
  file(MAKE_DIRECTORY "${directory}/${version}")
  add_custom_command(OUTPUT "${xml}"
    COMMAND ${name}_maker describe ${version} "${xml}" ${name} DEPENDS ${name}_maker VERBATIM
    COMMENT "Describing ${name} (FMI ${version})")
  add_custom_command(OUTPUT "${fmu}"
    COMMAND ${name}_maker pack "${fmu}" ${entries} DEPENDS "${xml}" ${build_description} ${target} ${name}_maker ${ARGN}
    VERBATIM
    COMMENT "Packing ${version}/${name}.fmu")
  set(fmu "${fmu}" PARENT_SCOPE)
endfunction()

function(lockstep_add_fmu name)
  cmake_parse_arguments(arg "" "OUTPUT_DIRECTORY" "SOURCES;HEADERS;FMI;RESOURCES" ${ARGN})
  if(NOT arg_SOURCES OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "lockstep_add_fmu(${name} SOURCES a.cpp ... [FMI 2.0 3.0] [RESOURCES file ...]): wrong arguments ${ARGN}")
  endif()
  if(NOT arg_FMI)
    set(arg_FMI 2.0 3.0)
  endif()
  if(NOT arg_OUTPUT_DIRECTORY)
    set(arg_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/fmus")
  endif()
  list(TRANSFORM arg_RESOURCES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" REGEX "^[^/]")
  lockstep_fmu_kit(COMMON)
  lockstep_fmu_kit(MAKER)
  lockstep_fmu_kit(MAIN)
  lockstep_fmu_kit(FALLBACK)
  add_library(${name}_model OBJECT ${arg_SOURCES})
  lockstep_fmu_compile_options(${name}_model)
  if(COMMAND lockstep_warnings)
    lockstep_warnings(${name}_model)
  endif()
  add_executable(${name}_maker $<TARGET_OBJECTS:${name}_model> $<TARGET_OBJECTS:lockstep_fmu_kit_COMMON>
    $<TARGET_OBJECTS:lockstep_fmu_kit_FALLBACK> $<TARGET_OBJECTS:lockstep_fmu_kit_MAKER> $<TARGET_OBJECTS:lockstep_fmu_kit_MAIN>)
  set_target_properties(${name}_maker PROPERTIES LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  set(files)
  foreach(version IN LISTS arg_FMI)
    lockstep_fmu_archive(${name} ${version} "${arg_OUTPUT_DIRECTORY}" ${arg_RESOURCES})
    list(APPEND files "${fmu}")
  endforeach()
  add_custom_target(${name} ALL DEPENDS ${files})
  set_target_properties(${name} PROPERTIES LOCKSTEP_FMU_FILES "${files}")
endfunction()

# SPDX-License-Identifier: Apache-2.0
# lockstep_add_modelica_fmu(<name> <file.mo> [MODEL Package.Model] [OUTPUT_DIRECTORY dir])
#
# Target <name>: exports a Modelica model with OpenModelica's compiler omc as an FMI 2.0 FMU for Co-Simulation and Model
# Exchange, <dir>/<name>.fmu (default ${CMAKE_BINARY_DIR}/modelica_fmus). The target is not part of "all". Where omc is
# not installed, building it says so and fails.

function(lockstep_add_modelica_fmu name file)
  cmake_parse_arguments(arg "" "MODEL;OUTPUT_DIRECTORY" "" ${ARGN})
  if(NOT arg_MODEL)
    set(arg_MODEL ${name})
  endif()
  if(NOT arg_OUTPUT_DIRECTORY)
    set(arg_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/modelica_fmus")
  endif()
  get_filename_component(file "${file}" ABSOLUTE)
  find_program(LOCKSTEP_OMC omc)
  if(NOT LOCKSTEP_OMC)
    add_custom_target(${name}
      COMMAND ${CMAKE_COMMAND} -E echo "${name} is exported by OpenModelica, but its compiler omc was not found."
      COMMAND ${CMAKE_COMMAND} -E echo "Install it (https://openmodelica.org) or set LOCKSTEP_OMC, and configure again."
      COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
    return()
  endif()
  set(work "${CMAKE_CURRENT_BINARY_DIR}/${name}_modelica")
  set(fmu "${arg_OUTPUT_DIRECTORY}/${name}.fmu")
  file(MAKE_DIRECTORY "${work}" "${arg_OUTPUT_DIRECTORY}")
  file(WRITE "${work}/export.mos" "loadFile(\"${file}\"); getErrorString();
buildModelFMU(${arg_MODEL}, version=\"2.0\", fmuType=\"me_cs\", fileNamePrefix=\"${name}\", platforms={\"static\"});
getErrorString();
")
  add_custom_command(OUTPUT "${fmu}"
    COMMAND ${LOCKSTEP_OMC} export.mos
    COMMAND ${CMAKE_COMMAND} -E copy "${work}/${name}.fmu" "${fmu}"
    DEPENDS "${file}" WORKING_DIRECTORY "${work}" VERBATIM COMMENT "Exporting ${name} with OpenModelica")
  add_custom_target(${name} DEPENDS "${fmu}")
endfunction()

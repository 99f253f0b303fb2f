# SPDX-License-Identifier: Apache-2.0
# run(<out> <command>...): runs a command, stops the test with its output when it fails.
function(run out)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT code EQUAL 0)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "failed (${code}): ${command}\n${text}")
  endif()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# expect_file(<path>): the installation has it.
function(expect_file path)
  if(NOT EXISTS "${path}")
    message(FATAL_ERROR "missing: ${path}")
  endif()
endfunction()

# run_installed_command(<folder of bin>): the command line works from there, without the build tree's libraries.
function(run_installed_command bin)
  run(text "${bin}/lockstep" --version)
  if(NOT text MATCHES "${VERSION}")
    message(FATAL_ERROR "lockstep --version printed '${text}', expected the version ${VERSION}")
  endif()
  run(text "${bin}/lockstep" simulate "${bin}/../share/lockstep/fmus/2.0/DampedPendulum.fmu")
  if(NOT text MATCHES "5,000 of 0.002 s")
    message(FATAL_ERROR "lockstep simulate printed: ${text}")
  endif()
endfunction()

# run_installed_module(<prefix>): the Python module works from there, without the build tree's libraries.
function(run_installed_module prefix)
  if(NOT PYTHON)
    return()
  endif()
  run(text "${CMAKE_COMMAND}" -E env "PYTHONPATH=${prefix}/lib/python3/dist-packages" "${PYTHON}" -B -c
    "import lockstep, sys\nprint(lockstep.__version__, len(lockstep.simulate(sys.argv[1])))"
    "${prefix}/share/lockstep/fmus/2.0/DampedPendulum.fmu")
  if(NOT text MATCHES "${VERSION} 5001")
    message(FATAL_ERROR "the Python module printed '${text}', expected '${VERSION} 5001'")
  endif()
endfunction()

# SPDX-License-Identifier: Apache-2.0
# Install rules, the CMake package `lockstep` and the .deb.
#
# A component is what users name in find_package(lockstep COMPONENTS core). Each has its own export set, and the
# package file loads the dependencies of the components asked for and no others: a user of core never needs
# what the command line or an engine is built with.

set(LOCKSTEP_INSTALL_CMAKEDIR "${CMAKE_INSTALL_LIBDIR}/cmake/lockstep")

# lockstep_installs(<target>...): what `cmake --build <folder> --target installable` makes, so that an installation need
# not wait for the tests to compile. To be called for each target with an install rule.
function(lockstep_installs)
  set_property(GLOBAL APPEND PROPERTY LOCKSTEP_INSTALLED ${ARGN})
endfunction()

# lockstep_install_component(<name> [TARGETS <target>...] [REQUIRES <component>...] [PACKAGES <package>...]
#                            [KIT <folder> FOLDERS <subfolder>... INCLUDE <file>])
# installs the targets of one module and its public headers (include/ beside the caller).
# Target lockstep_x becomes lockstep::x for users.
# REQUIRES  components whose targets ours link to
# PACKAGES  CMake packages a user of the targets needs (public dependencies only)
# INCLUDE   a CMake file of helper functions, one of KIT; find_package includes it
# KIT       for a module that is compiled by its users: its subfolders FOLDERS are installed side by side below <folder>
function(lockstep_install_component name)
  cmake_parse_arguments(arg "" "KIT;INCLUDE" "TARGETS;REQUIRES;PACKAGES;FOLDERS" ${ARGN})
  foreach(target IN LISTS arg_TARGETS)
    string(REGEX REPLACE "^lockstep_" "" exported "${target}")
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${exported})
  endforeach()
  if(arg_TARGETS)
    install(TARGETS ${arg_TARGETS} EXPORT lockstep-${name}
      RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
      LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
      ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    install(EXPORT lockstep-${name} NAMESPACE lockstep:: FILE lockstep-${name}-targets.cmake
      DESTINATION "${LOCKSTEP_INSTALL_CMAKEDIR}")
    install(DIRECTORY include/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
    lockstep_installs(${arg_TARGETS})
  endif()
  if(arg_KIT)
    install(DIRECTORY ${arg_FOLDERS} DESTINATION "${arg_KIT}")
  endif()

  set(entry "list(APPEND _lockstep_components ${name})\n")
  string(APPEND entry "set(_lockstep_${name}_requires ${arg_REQUIRES})\n")
  string(APPEND entry "set(_lockstep_${name}_packages ${arg_PACKAGES})\n")
  if(arg_INCLUDE)
    string(APPEND entry "set(_lockstep_${name}_include \"${arg_KIT}/${arg_INCLUDE}\")\n")
  endif()
  set_property(GLOBAL APPEND_STRING PROPERTY LOCKSTEP_COMPONENT_TABLE "${entry}")
endfunction()

# lockstep_install_fmus(): installs the FMUs that the calling folder has made so far, by FMI version. FMUs nobody
# should get (those that misbehave on purpose) are made after it or in another folder.
function(lockstep_install_fmus)
  get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_property(files TARGET ${target} PROPERTY LOCKSTEP_FMU_FILES)
    if(files)
      lockstep_installs(${target})
    endif()
    foreach(file IN LISTS files)
      get_filename_component(folder "${file}" DIRECTORY)
      get_filename_component(version "${folder}" NAME)
      install(FILES "${file}" DESTINATION "${CMAKE_INSTALL_DATADIR}/lockstep/fmus/${version}")
    endforeach()
  endforeach()
endfunction()

# lockstep_install_package(): call once, after all components.
function(lockstep_install_package)
  include(CMakePackageConfigHelpers)
  get_property(LOCKSTEP_COMPONENT_TABLE GLOBAL PROPERTY LOCKSTEP_COMPONENT_TABLE)
  # Not at the top of the build tree: with its bin/ in PATH find_package would take that for an installation.
  set(folder "${PROJECT_BINARY_DIR}/CMakeFiles/package")
  configure_package_config_file(cmake/lockstepConfig.cmake.in "${folder}/lockstepConfig.cmake"
    INSTALL_DESTINATION "${LOCKSTEP_INSTALL_CMAKEDIR}" NO_CHECK_REQUIRED_COMPONENTS_MACRO)
  # Before 1.0 a minor version may break users.
  write_basic_package_version_file("${folder}/lockstepConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
  install(FILES "${folder}/lockstepConfig.cmake" "${folder}/lockstepConfigVersion.cmake"
    DESTINATION "${LOCKSTEP_INSTALL_CMAKEDIR}")
  install(FILES README.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
  install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)
  get_property(installed GLOBAL PROPERTY LOCKSTEP_INSTALLED)
  add_custom_target(installable DEPENDS ${installed})
  lockstep_configure_cpack()
endfunction()

# lockstep_add_deb(<component> PACKAGE <name> SUMMARY <text> [SECTION <section>] [DEPENDS <package>...])
# A .deb of its own for files that are installed with COMPONENT <component>: what needs a middleware does not belong into
# the package of lockstep. Dependencies on libraries of the system are found by dpkg-shlibdeps; "=" in DEPENDS stands for
# the version of lockstep.
function(lockstep_add_deb component)
  cmake_parse_arguments(arg "" "PACKAGE;SUMMARY;SECTION" "DEPENDS" ${ARGN})
  string(TOUPPER "${component}" upper)
  list(TRANSFORM arg_DEPENDS REPLACE " =$" " (= ${PROJECT_VERSION})")
  list(JOIN arg_DEPENDS ", " depends)
  set(entry "list(APPEND CPACK_COMPONENTS_ALL ${component})\n")
  string(APPEND entry "set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${arg_PACKAGE})\n")
  string(APPEND entry "set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS \"${depends}\")\n")
  string(APPEND entry "set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION \"${arg_SECTION}\")\n")
  string(APPEND entry "set(CPACK_DEBIAN_${upper}_DESCRIPTION \"${arg_SUMMARY}\")\n")
  set_property(GLOBAL APPEND_STRING PROPERTY LOCKSTEP_DEB_TABLE "${entry}")
endfunction()

# A macro, because CPack reads the CPACK_ variables of the calling scope.
macro(lockstep_configure_cpack)
  set(CPACK_GENERATOR DEB)
  set(CPACK_PACKAGE_NAME lockstep)
  set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
  set(CPACK_PACKAGE_CONTACT "lockstep maintainers <maintainers@lockstep.invalid>")
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
  set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/package")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_STRIP_FILES ON)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION science)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_GROUPING IGNORE)
  set(CPACK_COMPONENTS_ALL Unspecified)   # everything that names no component is the package lockstep
  set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME lockstep)
  set(CPACK_DEBIAN_UNSPECIFIED_DESCRIPTION "${PROJECT_DESCRIPTION}")
  # --plot FILE.svg; what programs that use the C++ libraries are compiled with; what the Python module needs
  set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_RECOMMENDS "gnuplot-nox, libeigen3-dev, libfmt-dev, libyaml-cpp-dev, python3, python3-numpy")
  get_property(lockstep_deb_table GLOBAL PROPERTY LOCKSTEP_DEB_TABLE)
  cmake_language(EVAL CODE "${lockstep_deb_table}")
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  # dpkg-shlibdeps must find our own library, which no package on this machine owns.
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/lib")
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
  include(CPack)
endmacro()

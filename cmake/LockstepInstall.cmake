# SPDX-License-Identifier: Apache-2.0
# Install rules, the CMake package `lockstep` and the .deb.
#
# A component is what users name in find_package(lockstep COMPONENTS core). Each has its own export set, and the
# package file loads the dependencies of the components asked for and no others: a user of core never needs
# what the command line or an engine is built with.

set(LOCKSTEP_INSTALL_CMAKEDIR "${CMAKE_INSTALL_LIBDIR}/cmake/lockstep")

# lockstep_install_component(<name> TARGETS <target>... [REQUIRES <component>...] [PACKAGES <package>...]
#                            [CMAKE_FILES <file>...])
# installs the targets of one module and its public headers (include/ beside the caller).
# Target lockstep_x becomes lockstep::x for users.
# REQUIRES     components whose targets ours link to
# PACKAGES     CMake packages a user of the targets needs (public dependencies only)
# CMAKE_FILES  helper functions for users; included by find_package after the targets
function(lockstep_install_component name)
  cmake_parse_arguments(arg "" "" "TARGETS;REQUIRES;PACKAGES;CMAKE_FILES" ${ARGN})
  foreach(target IN LISTS arg_TARGETS)
    string(REGEX REPLACE "^lockstep_" "" exported "${target}")
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${exported})
  endforeach()
  install(TARGETS ${arg_TARGETS} EXPORT lockstep-${name}
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(EXPORT lockstep-${name} NAMESPACE lockstep:: FILE lockstep-${name}-targets.cmake
    DESTINATION "${LOCKSTEP_INSTALL_CMAKEDIR}")
  if(IS_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/include")
    install(DIRECTORY include/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  endif()

  set(entry "list(APPEND _lockstep_components ${name})\n")
  string(APPEND entry "set(_lockstep_${name}_requires ${arg_REQUIRES})\n")
  string(APPEND entry "set(_lockstep_${name}_packages ${arg_PACKAGES})\n")
  set(helpers "")
  foreach(file IN LISTS arg_CMAKE_FILES)
    install(FILES "${file}" DESTINATION "${LOCKSTEP_INSTALL_CMAKEDIR}")
    get_filename_component(file_name "${file}" NAME)
    list(APPEND helpers ${file_name})
  endforeach()
  string(APPEND entry "set(_lockstep_${name}_helpers ${helpers})\n")
  set_property(GLOBAL APPEND_STRING PROPERTY LOCKSTEP_COMPONENT_TABLE "${entry}")
endfunction()

# lockstep_install_package(): call once, after all components.
function(lockstep_install_package)
  include(CMakePackageConfigHelpers)
  get_property(LOCKSTEP_COMPONENT_TABLE GLOBAL PROPERTY LOCKSTEP_COMPONENT_TABLE)
  configure_package_config_file(cmake/lockstepConfig.cmake.in "${PROJECT_BINARY_DIR}/lockstepConfig.cmake"
    INSTALL_DESTINATION "${LOCKSTEP_INSTALL_CMAKEDIR}" NO_CHECK_REQUIRED_COMPONENTS_MACRO)
  # Before 1.0 a minor version may break users.
  write_basic_package_version_file("${PROJECT_BINARY_DIR}/lockstepConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
  install(FILES "${PROJECT_BINARY_DIR}/lockstepConfig.cmake" "${PROJECT_BINARY_DIR}/lockstepConfigVersion.cmake"
    DESTINATION "${LOCKSTEP_INSTALL_CMAKEDIR}")
  install(FILES README.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
  install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)
  lockstep_configure_cpack()
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
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  # dpkg-shlibdeps must find our own library, which no package on this machine owns.
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/lib")
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
  include(CPack)
endmacro()

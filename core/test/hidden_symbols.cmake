# SPDX-License-Identifier: Apache-2.0
# Proves that core shows no symbol of the libraries linked into it: an FMU with its own SUNDIALS, pugixml or libdeflate
# must bind to its own. Call: cmake -DNM=<nm> -DLIBRARY=<liblockstep_core.so> -P hidden_symbols.cmake
execute_process(COMMAND "${NM}" -D --defined-only "${LIBRARY}" OUTPUT_VARIABLE symbols RESULT_VARIABLE failed)
if(failed OR NOT symbols MATCHES "lockstep")
  message(FATAL_ERROR "${NM} shows no lockstep symbol in ${LIBRARY}; this check would prove nothing")
endif()
string(REGEX MATCHALL "[^\n]* (CV|cv|SUN|N_V|sun)[A-Za-z_]+|[^\n]*(pugi|deflate)[^\n]*" shown "${symbols}")
list(FILTER shown EXCLUDE REGEX "lockstep")
if(shown)
  list(JOIN shown "\n  " shown)
  message(FATAL_ERROR "core exports symbols of libraries inside it; link them static and with --exclude-libs:\n  ${shown}")
endif()

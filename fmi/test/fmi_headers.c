// SPDX-License-Identifier: Apache-2.0
#define COUNT_FUNCTIONS count_functions_c
#define SIZE_OF size_of_c
#include "fmi_test.inc"

// SPDX-License-Identifier: Apache-2.0
// The functions of the C library that open files, between the FMU and the C library: they take note of what
// is refused. Symbols of the program come before those of libraries. What does not pass here (a file opened
// inside the C library, a library linked statically) is refused just the same, without a note.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "lockstep/core/isolation_worker.hpp"

namespace {

template <class Function>
Function* next(Function* /*type*/, const char* name) noexcept {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

template <class Result>
Result noted(Result result, bool failed, const char* path, bool to_write) noexcept {
  const int why = errno;
  if (failed && why == EACCES) lockstep::core::note_refused_file(path, to_write);
  errno = why;
  return result;
}

bool writes(int flags) noexcept {
  return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}
bool writes(const char* mode) noexcept {
  return mode != nullptr && std::strpbrk(mode, "wa+") != nullptr;
}

using OpenFunction = int(const char*, int, ...);
using OpenAtFunction = int(int, const char*, int, ...);
using FopenFunction = std::FILE*(const char*, const char*);
using OpendirFunction = DIR*(const char*);

// NOLINTBEGIN(cert-dcl50-cpp): these functions are variadic in C
mode_t mode_of(int flags, va_list arguments) noexcept {
  return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? static_cast<mode_t>(va_arg(arguments, int)) : 0;
}

}  // namespace

#define LOCKSTEP_OPEN(NAME)                                               \
  int NAME(const char* path, int flags, ...) {                            \
    static OpenFunction* const real = next<OpenFunction>(nullptr, #NAME); \
    va_list arguments;                                                    \
    va_start(arguments, flags);                                           \
    const mode_t mode = mode_of(flags, arguments);                        \
    va_end(arguments);                                                    \
    const int file = real(path, flags, mode);                             \
    return noted(file, file < 0, path, writes(flags));                    \
  }
#define LOCKSTEP_OPEN_AT(NAME)                                                \
  int NAME(int folder, const char* path, int flags, ...) {                    \
    static OpenAtFunction* const real = next<OpenAtFunction>(nullptr, #NAME); \
    va_list arguments;                                                        \
    va_start(arguments, flags);                                               \
    const mode_t mode = mode_of(flags, arguments);                            \
    va_end(arguments);                                                        \
    const int file = real(folder, path, flags, mode);                         \
    return noted(file, file < 0, path, writes(flags));                        \
  }
#define LOCKSTEP_FOPEN(NAME)                                                \
  std::FILE* NAME(const char* path, const char* mode) {                     \
    static FopenFunction* const real = next<FopenFunction>(nullptr, #NAME); \
    std::FILE* const file = real(path, mode);                               \
    return noted(file, file == nullptr, path, writes(mode));                \
  }

#pragma GCC visibility push(default)
extern "C" {
LOCKSTEP_OPEN(open)
LOCKSTEP_OPEN(open64)
LOCKSTEP_OPEN_AT(openat)
LOCKSTEP_OPEN_AT(openat64)
LOCKSTEP_FOPEN(fopen)
LOCKSTEP_FOPEN(fopen64)
DIR* opendir(const char* path) {
  static OpendirFunction* const real = next<OpendirFunction>(nullptr, "opendir");
  DIR* const folder = real(path);
  return noted(folder, folder == nullptr, path, false);
}
}
#pragma GCC visibility pop
// NOLINTEND(cert-dcl50-cpp)

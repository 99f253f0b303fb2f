/* SPDX-License-Identifier: Apache-2.0 */
/* The least an FMI 2.0 importer does that is written in the usual way: minizip to get the binary and the XML
 * out of the archive, expat to read the XML, dlopen; no model is built, nothing is checked. A second floor
 * for the sections load and parse, next to the one of libdeflate and pugixml. It does not step. */
#include <dlfcn.h>
#include <expat.h>
#include <fcntl.h>
#include <limits.h>
#include <minizip/unzip.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../peer.h"
#include "lockstep/fmi/fmi2.h"

typedef struct {
  void* library;
  fmi2Component component;
  char folder[PATH_MAX - 16];
  char file[PATH_MAX];
} Floor;

typedef struct {
  char guid[256];
  char model_identifier[256];
  int is_fmi2;
  unsigned long variables;
} Facts;

static void ignore_log(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                       fmi2String category, fmi2String message, ...) {
  (void)environment, (void)instance, (void)status, (void)category, (void)message;
}
static const fmi2CallbackFunctions kCallbacks = {ignore_log, calloc, free, NULL, NULL};

static void on_element(void* data, const char* name, const char** attributes) {
  Facts* facts = (Facts*)data;
  if (strcmp(name, "ScalarVariable") == 0) ++facts->variables;
  for (; *attributes != NULL; attributes += 2) {
    if (strcmp(attributes[0], "fmiVersion") == 0) facts->is_fmi2 = attributes[1][0] == '2';
    if (strcmp(attributes[0], "guid") == 0) snprintf(facts->guid, sizeof facts->guid, "%s", attributes[1]);
    if (strcmp(name, "CoSimulation") == 0 && strcmp(attributes[0], "modelIdentifier") == 0)
      snprintf(facts->model_identifier, sizeof facts->model_identifier, "%s", attributes[1]);
  }
}

static int parse_text(const char* text, size_t size, Facts* facts) {
  memset(facts, 0, sizeof *facts);
  XML_Parser parser = XML_ParserCreate(NULL);
  XML_SetUserData(parser, facts);
  XML_SetStartElementHandler(parser, on_element);
  const int fine = XML_Parse(parser, text, (int)size, 1) == XML_STATUS_OK;
  XML_ParserFree(parser);
  return fine;
}

static char* read_entry(unzFile archive, const char* name, size_t* size) {
  unz_file_info info;
  if (unzLocateFile(archive, name, 1) != UNZ_OK ||
      unzGetCurrentFileInfo(archive, &info, NULL, 0, NULL, 0, NULL, 0) != UNZ_OK ||
      unzOpenCurrentFile(archive) != UNZ_OK)
    return NULL;
  char* content = (char*)malloc(info.uncompressed_size + 1);
  const int got = unzReadCurrentFile(archive, content, (unsigned)info.uncompressed_size);
  unzCloseCurrentFile(archive);
  *size = got < 0 ? 0 : (size_t)got;
  return content;
}

static int write_file(const char* path, const char* content, size_t size) {
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
  const ssize_t written = file < 0 ? -1 : write(file, content, size);
  if (file >= 0) close(file);
  return written == (ssize_t)size;
}

static int unpack(const char* path, Floor* floor, Facts* facts) {
  unzFile archive = unzOpen(path);
  size_t size = 0;
  char* xml = archive != NULL ? read_entry(archive, "modelDescription.xml", &size) : NULL;
  int fine = xml != NULL && parse_text(xml, size, facts) && facts->is_fmi2;
  free(xml);
  char entry[512];
  snprintf(entry, sizeof entry, "binaries/linux64/%s.so", facts->model_identifier);
  char* binary = fine ? read_entry(archive, entry, &size) : NULL;
  const char* base = getenv("TMPDIR");
  snprintf(floor->folder, sizeof floor->folder, "%s/floor.XXXXXX", base != NULL ? base : "/tmp");
  fine = binary != NULL && mkdtemp(floor->folder) != NULL;
  const int length = snprintf(floor->file, sizeof floor->file, "%s/floor.so", floor->folder);
  fine = fine && length < (int)sizeof floor->file && write_file(floor->file, binary, size);
  free(binary);
  if (archive != NULL) unzClose(archive);
  return fine;
}

static int start(Floor* floor, const Facts* facts) {
  floor->library = dlopen(floor->file, RTLD_NOW | RTLD_LOCAL);
  if (floor->library == NULL) return 0;
  fmi2InstantiateTYPE* instantiate = (fmi2InstantiateTYPE*)dlsym(floor->library, "fmi2Instantiate");
  fmi2SetupExperimentTYPE* setup = (fmi2SetupExperimentTYPE*)dlsym(floor->library, "fmi2SetupExperiment");
  fmi2EnterInitializationModeTYPE* enter =
      (fmi2EnterInitializationModeTYPE*)dlsym(floor->library, "fmi2EnterInitializationMode");
  fmi2ExitInitializationModeTYPE* leave =
      (fmi2ExitInitializationModeTYPE*)dlsym(floor->library, "fmi2ExitInitializationMode");
  floor->component = instantiate("floor", fmi2CoSimulation, facts->guid, "file:///", &kCallbacks, 0, 0);
  return floor->component != NULL && setup(floor->component, 0, 0.0, 0.0, 0, 0.0) <= fmi2Warning &&
         enter(floor->component) <= fmi2Warning && leave(floor->component) <= fmi2Warning;
}

static void floor_close(void* fmu) {
  Floor* floor = (Floor*)fmu;
  if (floor->component != NULL) {
    ((fmi2TerminateTYPE*)dlsym(floor->library, "fmi2Terminate"))(floor->component);
    ((fmi2FreeInstanceTYPE*)dlsym(floor->library, "fmi2FreeInstance"))(floor->component);
  }
  if (floor->library != NULL) dlclose(floor->library);
  unlink(floor->file);
  rmdir(floor->folder);
  free(floor);
}

static void* floor_open(const char* path) {
  Floor* floor = (Floor*)calloc(1, sizeof *floor);
  Facts facts;
  memset(&facts, 0, sizeof facts);
  if (unpack(path, floor, &facts) && start(floor, &facts)) return floor;
  floor_close(floor);
  return NULL;
}

static unsigned long floor_parse(const char* path) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) return 0;
  fseek(file, 0, SEEK_END);
  const size_t size = (size_t)ftell(file);
  rewind(file);
  char* text = (char*)malloc(size + 1);
  Facts facts;
  const int fine = fread(text, 1, size, file) == size && parse_text(text, size, &facts);
  fclose(file);
  free(text);
  return fine ? facts.variables : 0;
}

const LockstepBenchPeer* lockstep_bench_peer(void) {
  static const LockstepBenchPeer peer = {"floor of minizip and expat", floor_open, NULL, floor_close,
                                         floor_parse};
  return &peer;
}

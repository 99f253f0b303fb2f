/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LOCKSTEP_BENCH_PEER_H
#define LOCKSTEP_BENCH_PEER_H

/* How another FMI importer joins the measurements: a shared library that exports lockstep_bench_peer(), named
 * by `lockstep_bench --peer FILE.so` or in LOCKSTEP_BENCH_PEERS (colon-separated). It is measured in the same
 * process and in the same rounds as lockstep. Nothing of this project is needed to write one but this header.
 */

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char* name; /* for the table, with its version */

  /* Co-Simulation from the file to initialised at time 0; null when the peer cannot run this FMU. */
  void* (*open)(const char* fmu_path);
  /* Steps first, first + 1, ... of size step_s from time first * step_s, `count` of them; after each, gets
   * the two Float64 variables. 0 when all went well. May be null: then it is not in the section step. */
  int (*run)(void* fmu, unsigned long first, unsigned long count, double step_s, const unsigned references[2],
             double values[2]);
  /* Ends the simulation and frees everything, files on disk included. */
  void (*close)(void* fmu);

  /* Reads a modelDescription.xml that lies alone in a folder; the number of variables, 0 when it failed. May
   * be null. */
  unsigned long (*parse)(const char* xml_path);
} LockstepBenchPeer;

const LockstepBenchPeer* lockstep_bench_peer(void);

#ifdef __cplusplus
}
#endif

#endif

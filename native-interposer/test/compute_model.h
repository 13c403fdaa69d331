/* One share of a card in virtual time: processes that launch, a card that executes one kernel after the other, NVML with
 * its periods and whole percent. The policy files decide, nothing else is real. */
#ifndef ALIQUOT_TEST_COMPUTE_MODEL_H
#define ALIQUOT_TEST_COMPUTE_MODEL_H

#include "bucket.h"
#include "correction.h"
#include "costs.h"

#define MS 1000000ull
#define SECOND 1000000000ull
#define MODEL_PROCESSES 8
#define MODEL_QUEUE 1024

enum workload { SHORT, MIXED, LONG, TRAIN, JUMPS, WORKLOADS };
enum sampling { SAMPLED, NO_SAMPLES };

struct model_settings {
    enum workload workload;
    unsigned cores, processes;
    int bias;        /* percent by which every measured cost is wrong */
    uint64_t gap_ns; /* between the launches of a process; 0 = as fast as it can */
    enum sampling sampling;
    uint64_t idle_ns; /* all processes do nothing before this time */
};

struct model_result {
    double mean;      /* percent of the card over the ten seconds after the start-up */
    double first;     /* percent over the first second of work */
    uint64_t longest; /* wait, ns */
    uint64_t waits, launches;
    uint64_t least, most; /* launches of one process */
    double correction;
};

struct model_result model_run(const struct model_settings *settings);

#endif

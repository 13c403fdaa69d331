#include "compute_model.h"

#include <string.h>

enum { STARTUP_S = 5, MEASURED_S = 10, PERIOD_MS = 166, TICK_MS = 100, RECORD = 1 << 22 };

/* One process: when it launches next, what it has queued, its lease. */
struct process {
    uint64_t ready_at, lease, ends[MODEL_QUEUE], queued, launches;
    unsigned step;
    struct { struct cost *cost; uint64_t end, ns; } measuring[MODEL_QUEUE];
    unsigned measured_from, measured_to;
};

static struct {
    struct model_settings settings;
    struct model_result result;
    struct aliquot_throttle throttle;
    struct aliquot_hint hint;
    struct costs costs[MODEL_PROCESSES];
    struct process process[MODEL_PROCESSES];
    struct correction correction;
    uint64_t card_free_at, last_period, next_tick, random;
    uint64_t start[RECORD], end[RECORD], executed;
} m;

static double uniform(void)
{
    m.random ^= m.random << 13;
    m.random ^= m.random >> 7;
    m.random ^= m.random << 17;
    return (double)(m.random >> 11) / 9007199254740992.0;
}

/* The kernel number and its time; *sync: the process waits for its work afterwards. */
static uint64_t next_kernel(struct process *p, uint64_t now, unsigned *kernel, bool *sync)
{
    static const uint64_t mixed[] = {8000, 300000, 4000000};
    double noise = 0.9 + 0.2 * uniform(), ns = 200000;
    unsigned step = p->step++;
    *kernel = 1;
    *sync = false;
    switch (m.settings.workload) {
    case SHORT: break;
    case MIXED: *kernel = step % 3; ns = (double)mixed[*kernel]; break;
    case LONG: ns = 50e6; break;
    case TRAIN: ns = 50e3; *sync = step % 200 == 199; break;
    case JUMPS: ns = now / (2 * SECOND) % 2 ? 800e3 : 200e3; break;
    case WORKLOADS: break;
    }
    return (uint64_t)(ns * noise);
}

static uint64_t busy(uint64_t from, uint64_t to)
{
    uint64_t sum = 0;
    for (uint64_t i = m.executed; i-- > 0 && m.end[i % RECORD] > from;) {
        uint64_t start = m.start[i % RECORD] > from ? m.start[i % RECORD] : from;
        uint64_t end = m.end[i % RECORD] < to ? m.end[i % RECORD] : to;
        sum += end > start ? end - start : 0;
    }
    return sum;
}

/* The last whole period of NVML, in whole percent; what is not over yet is not in it. */
static void sample(uint64_t now)
{
    uint64_t period = PERIOD_MS * MS, end = now / period * period;
    if (m.settings.sampling == NO_SAMPLES || end == m.last_period)
        return;
    uint64_t percent = (busy(end - period, end) * 100 + period / 2) / period;
    m.last_period = end;
    correction_sample(&m.correction, &m.throttle, m.throttle.charged_ns, percent * period / 100, period);
}

static void learn(struct process *p, uint64_t now)
{
    while (p->measured_from != p->measured_to && p->measuring[p->measured_from % MODEL_QUEUE].end <= now) {
        struct cost *cost = p->measuring[p->measured_from % MODEL_QUEUE].cost;
        costs_learn(cost, p->measuring[p->measured_from++ % MODEL_QUEUE].ns);
    }
}

static void execute(struct process *p, uint64_t now, uint64_t ns)
{
    uint64_t start = m.card_free_at > now ? m.card_free_at : now;
    m.card_free_at = start + ns;
    m.start[m.executed % RECORD] = start;
    m.end[m.executed++ % RECORD] = start + ns;
    p->ends[p->queued++ % MODEL_QUEUE] = start + ns;
    p->launches++;
    m.result.launches++;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Leases first; then the bucket, which gives the time of the launch. */
static uint64_t admit(struct process *p, uint64_t now, struct cost *cost, uint64_t ns)
{
    uint64_t known = cost->ns ? cost->ns : COSTS_UNKNOWN_NS;
    struct bucket_terms terms = {.cores = m.settings.cores};
    if (cost->ns && p->lease >= known) {
        p->lease -= known;
        return now;
    }
    struct bucket_grant grant = bucket_take(&m.throttle, now, known, bucket_rate(&terms, &m.hint, &m.throttle, now),
                                            BUCKET_LEASE_NS);
    p->lease += grant.lease_ns;
    if (costs_due(cost) && p->measured_to - p->measured_from < MODEL_QUEUE) {
        p->measuring[p->measured_to % MODEL_QUEUE].cost = cost;
        p->measuring[p->measured_to++ % MODEL_QUEUE].ns = ns * (uint64_t)(100 + m.settings.bias) / 100;
    }
    m.result.longest = later(m.result.longest, grant.start_at - now);
    m.result.waits += grant.start_at > now;
    return grant.start_at;
}

static void launch(struct process *p, uint64_t now)
{
    unsigned kernel;
    bool sync;
    uint64_t ns = next_kernel(p, now, &kernel, &sync);
    learn(p, now);
    struct cost *cost = costs_entry(&m.costs[p - m.process], kernel + 1);
    unsigned measuring = p->measured_to;
    uint64_t at = admit(p, now, cost, ns);
    if (p->queued >= MODEL_QUEUE)
        at = later(at, p->ends[p->queued % MODEL_QUEUE]); /* the queue is full */
    if (!cost->ns && p->launches)
        at = later(at, p->ends[(p->queued - 1) % MODEL_QUEUE]); /* nothing is known: one at a time */
    execute(p, at, ns);
    if (measuring != p->measured_to)
        p->measuring[measuring % MODEL_QUEUE].end = m.card_free_at;
    p->ready_at = later(sync ? m.card_free_at : at + 3000, now + m.settings.gap_ns);
}

static struct process *next_process(void)
{
    struct process *first = &m.process[0];
    for (unsigned i = 1; i < m.settings.processes; i++)
        if (m.process[i].ready_at < first->ready_at)
            first = &m.process[i];
    return first;
}

static void finish(uint64_t from)
{
    m.result.mean = (double)busy(from, from + MEASURED_S * SECOND) / (MEASURED_S * 1e7);
    m.result.correction = correction_of(&m.throttle) / 1e6;
    m.result.least = UINT64_MAX;
    for (unsigned i = 0; i < m.settings.processes; i++) {
        uint64_t launches = m.process[i].launches;
        m.result.least = launches < m.result.least ? launches : m.result.least;
        m.result.most = later(m.result.most, launches);
    }
}

struct model_result model_run(const struct model_settings *settings)
{
    memset(&m, 0, sizeof m);
    m.settings = *settings;
    m.random = 88172645463325252ull;
    uint64_t begin = 1000 * SECOND + settings->idle_ns, from = begin + STARTUP_S * SECOND;
    m.next_tick = 1000 * SECOND;
    for (unsigned i = 0; i < settings->processes; i++)
        m.process[i].ready_at = begin + i;
    while (m.next_tick < from + MEASURED_S * SECOND) {
        struct process *p = next_process();
        if (m.next_tick <= p->ready_at) {
            sample(m.next_tick);
            m.next_tick += TICK_MS * MS;
        } else {
            launch(p, p->ready_at);
        }
    }
    m.result.first = (double)busy(begin, begin + SECOND) / 1e7;
    finish(from);
    return m.result;
}

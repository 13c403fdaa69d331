/* What changes a share of compute time: the hint of the node driver, the policy of the limits file, the variables, and
 * what NVML does or doesn't say. */
#include <math.h>

#include <sys/mman.h>

#include "compute_start.h"

static void quarter(void) { limited_to("cores=25\n"); }
static void no_limit(void) { limited_to(""); }
static void soft(void) { limited_to("cores=25\npolicy=soft\n"); }
static void soft_but_forced(void)
{
    soft();
    setenv("GPU_CORE_UTILIZATION_POLICY", "force", 1);
}
static void may_be_high(void)
{
    limited_to("cores=25\npriority=high\n");
    setenv("CUDA_TASK_PRIORITY", "0", 1);
}
static void high_without_limit(void)
{
    limited_to("priority=high\n");
    setenv("CUDA_TASK_PRIORITY", "0", 1);
}
static void wants_high(void)
{
    quarter();
    setenv("CUDA_TASK_PRIORITY", "0", 1);
}
static void disabled(void)
{
    quarter();
    setenv("GPU_CORE_UTILIZATION_POLICY", "disable", 1);
}
static void host_view(void)
{
    quarter();
    setenv("ALIQUOT_SIM_NVML_VIEW", "host", 1);
    setenv("ALIQUOT_SIM_HOST_PID_BASE", "4000000", 1);
}

static CUfunction busy;
static struct aliquot_region_header *header;
static bool stamping;

/* The test is the node driver: it maps the region and keeps the hint fresh. */
static void start(void)
{
    context_on(0);
    busy = kernel("k_1ms");
    int fd = open(room("region"), O_RDWR | O_CLOEXEC);
    header = mmap(NULL, ALIQUOT_REGION_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    CHECK(header != MAP_FAILED);
}

static void hint(unsigned idle, unsigned higher)
{
    header->hint.device_idle = idle;
    header->hint.higher_priority_active = higher;
    header->hint.stamp_ns = aliquot_sim_now_ns();
}

static void step(void)
{
    if (stamping)
        header->hint.stamp_ns = aliquot_sim_now_ns();
    OK(launch(busy, NULL));
}

static bool gets(double wanted)
{
    double used = share_used_by(step, 2, 8);
    printf("    %.2f of %.1f %%\n", used, wanted);
    return fabs(used - wanted) <= 1.0;
}

PRELOADED(high_priority_work_elsewhere_leaves_a_tenth, quarter)
{
    start();
    hint(0, 1);
    stamping = true;
    CHECK(gets(2.5));
    stamping = false; /* the node driver has stopped */
    CHECK(gets(25));
}

PRELOADED(it_delays_a_share_without_compute_limit_too, no_limit)
{
    start();
    CHECK(gets(100));
    hint(0, 1);
    stamping = true;
    CHECK(gets(10));
    stamping = false;
    CHECK(gets(100));
}

PRELOADED(a_share_of_high_priority_is_not_delayed, may_be_high)
{
    start();
    hint(0, 1);
    stamping = true;
    CHECK(gets(25));
    CHECK_EQ(header->throttle.high, 1);
}

PRELOADED(work_of_high_priority_is_charged_without_a_compute_limit_too, high_without_limit)
{
    start();
    hint(0, 1);
    stamping = true;
    CHECK(gets(100));
    double charged = (double)header->throttle.charged_ns, used = (double)aliquot_sim_gpu_ns(0, 0);
    printf("    %.2f of %.2f s are charged\n", charged / 1e9, used / 1e9);
    CHECK(fabs(charged / used - 1) <= 0.02);
}

PRELOADED(priority_needs_the_limits_file, wants_high)
{
    start();
    hint(0, 1);
    stamping = true;
    CHECK(gets(2.5));
    CHECK_EQ(header->throttle.high, 0);
}

PRELOADED(a_soft_share_uses_an_idle_card, soft)
{
    start();
    CHECK(gets(25));
    hint(1, 0);
    stamping = true;
    CHECK(gets(100));
    stamping = false;
    CHECK(gets(25));
}

PRELOADED(a_soft_share_can_be_forced_to_its_limit, soft_but_forced)
{
    start();
    hint(1, 0);
    stamping = true;
    CHECK(gets(25));
}

PRELOADED(a_hard_share_stays_at_its_limit_on_an_idle_card, quarter)
{
    start();
    hint(1, 0);
    stamping = true;
    CHECK(gets(25));
}

PRELOADED(no_variable_turns_the_limit_off, disabled)
{
    start();
    CHECK(gets(25));
}

/* --- what NVML says ---------------------------------------------------------------------------------------------------------- */

PRELOADED(without_samples_the_learned_costs_count, quarter)
{
    start();
    CHECK_EQ(aliquot_sim_fail("nvmlDeviceGetProcessUtilization", 1, 1u << 30, 3), 0);
    CHECK(gets(25));
    CHECK_EQ(header->throttle.correction, 1000000);
    CHECK_EQ(header->throttle.measured, 0);
}

PRELOADED(without_nvml_the_learned_costs_count, quarter)
{
    start();
    CHECK_EQ(aliquot_sim_fail("nvmlInit_v2", 1, 1u << 30, 12), 0);
    CHECK(gets(25));
}

PRELOADED(pids_that_are_not_ours_teach_nothing, host_view)
{
    start();
    CHECK(gets(25));
    CHECK_EQ(header->throttle.measured, 0);
}

PRELOADED(with_samples_the_use_is_known, quarter)
{
    start();
    CHECK(gets(25));
    CHECK(header->throttle.measured > 200000 && header->throttle.measured < 300000);
}

PRELOADED(where_nothing_can_be_measured_no_launch_waits_for_a_measurement, quarter)
{
    start();
    uint64_t begin = aliquot_sim_now_ns();
    CHECK_EQ(aliquot_sim_fail("cuEventCreate", 1, 1u << 30, CUDA_ERROR_OUT_OF_MEMORY), 0);
    for (int i = 0; i < 100; i++)
        step();
    CHECK(aliquot_sim_now_ns() - begin <= 20 * MS);
}

/* --- bounds ------------------------------------------------------------------------------------------------------------------ */

PRELOADED(no_launch_waits_longer_than_half_a_second, quarter)
{
    uint64_t longest = 0;
    start();
    busy = kernel("k_300ms");
    for (int i = 0; i < 40; i++) {
        uint64_t begin = aliquot_sim_now_ns();
        step();
        longest = aliquot_sim_now_ns() - begin > longest ? aliquot_sim_now_ns() - begin : longest;
    }
    printf("    longest %.0f ms\n", (double)longest / 1e6);
    CHECK(longest > 400 * MS && longest <= 501 * MS);
    CHECK(header->throttle.forgiven_ns > 0);
}

PRELOADED(idle_hours_are_not_saved_up, quarter)
{
    start();
    for (int i = 0; i < 100; i++)
        step();
    aliquot_sim_advance_ns(3600 * SECOND);
    uint64_t from = aliquot_sim_now_ns(), work = aliquot_sim_gpu_ns(0, 0);
    while (aliquot_sim_now_ns() < from + SECOND)
        step();
    printf("    %.1f %% in the first second\n", (double)(aliquot_sim_gpu_ns(0, 0) - work) / 1e7);
    CHECK(aliquot_sim_gpu_ns(0, 0) - work <= 290 * MS);
}

static void scribble_and_step(void)
{
    header->throttle.paid_until_ns = 0;
    step();
}

PRELOADED(who_resets_the_bucket_keeps_the_limit_of_its_own, quarter)
{
    start();
    double used = share_used_by(scribble_and_step, 2, 8);
    printf("    %.2f of 25 %%\n", used);
    CHECK(used <= 26);
}

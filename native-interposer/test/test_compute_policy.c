/* The compute policy in virtual time: what share of the card do programs get? */
#include <math.h>

#include "compute_model.h"
#include "harness.h"

static const char *const workload_name[WORKLOADS] = {
    [SHORT] = "200 us kernels", [MIXED] = "8 us, 300 us, 4 ms", [LONG] = "50 ms kernels",
    [TRAIN] = "200 x 50 us, sync", [JUMPS] = "cost jumps 4x",
};
static const unsigned limits[] = {10, 25, 50, 75};
static const int biases[] = {0, -30, 50};

static void one_case(enum workload workload, unsigned cores, unsigned processes)
{
    printf("    %-20s %2u %%, %u processes:", workload_name[workload], cores, processes);
    for (int b = 0; b < 3; b++) {
        struct model_settings settings = {.workload = workload, .cores = cores, .processes = processes, .bias = biases[b]};
        struct model_result r = model_run(&settings);
        printf("  %6.2f (x%.2f)", r.mean, r.correction);
        CHECK(fabs(r.mean - cores) <= 1.0);
        CHECK(r.longest <= BUCKET_WAIT_NS);
    }
    printf("\n");
}

UNIT(sixty_cases_stay_within_one_point_of_the_share)
{
    printf("    costs measured right, 30 %% too low, 50 %% too high; in brackets the correction\n");
    for (int w = 0; w < WORKLOADS; w++)
        for (int l = 0; l < 4; l++)
            one_case((enum workload)w, limits[l], 1);
}

UNIT(many_processes_share_one_bucket_fairly)
{
    for (unsigned processes = 2; processes <= 8; processes *= 4)
        for (int w = 0; w < WORKLOADS; w++)
            if (w != LONG) /* below */
                one_case((enum workload)w, 25, processes);
    struct model_settings settings = {.workload = SHORT, .cores = 50, .processes = 8};
    struct model_result r = model_run(&settings);
    printf("    8 processes, launches: %llu to %llu\n", (unsigned long long)r.least, (unsigned long long)r.most);
    CHECK(r.least * 10 >= r.most * 9);
}

/* What 500 ms can't do: eight processes that each want 50 ms at once need two seconds of a 20 % share. */
UNIT(a_wait_never_exceeds_its_bound_even_if_the_share_does)
{
    struct model_settings settings = {.workload = LONG, .cores = 20, .processes = 8};
    struct model_result r = model_run(&settings);
    printf("    longest wait %.0f ms, %.1f %% of the card\n", (double)r.longest / 1e6, r.mean);
    CHECK(r.longest <= BUCKET_WAIT_NS);
    CHECK(r.least > 0 && r.least * 2 >= r.most);
}

UNIT(under_its_share_no_launch_waits)
{
    static const struct { enum workload workload; uint64_t gap; unsigned cores; } quiet[] = {
        {SHORT, 1 * MS, 25}, {SHORT, 400000, 75}, {LONG, 500 * MS, 15}, {LONG, 250 * MS, 25}, {MIXED, 10 * MS, 25},
    };
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++) {
        struct model_settings settings = {.workload = quiet[i].workload, .gap_ns = quiet[i].gap, .cores = quiet[i].cores,
                                          .processes = 1};
        CHECK_EQ(model_run(&settings).waits, 0);
    }
}

UNIT(without_samples_the_learned_costs_count)
{
    for (int l = 0; l < 4; l++) {
        struct model_settings settings = {.workload = MIXED, .cores = limits[l], .processes = 2, .sampling = NO_SAMPLES};
        struct model_result r = model_run(&settings);
        printf("    %u %%: %.2f\n", limits[l], r.mean);
        CHECK(fabs(r.mean - limits[l]) <= 2.5);
        CHECK_EQ(r.correction * 1000, 1000);
    }
}

UNIT(a_burst_after_idle_time_is_small)
{
    for (int l = 0; l < 4; l++) {
        struct model_settings settings = {.workload = SHORT, .cores = limits[l], .processes = 8, .idle_ns = 3600 * SECOND};
        struct model_result r = model_run(&settings);
        printf("    %u %%: %.1f %% in the first second\n", limits[l], r.first);
        CHECK(r.first <= limits[l] * 1.05 + 5);
    }
}

/* --- the pieces ---------------------------------------------------------------------------------------------------------- */

static struct aliquot_throttle throttle;
static struct aliquot_hint hint;

static uint32_t rate(unsigned cores, bool soft, bool high, uint64_t now)
{
    struct bucket_terms terms = {.cores = cores, .soft = soft, .high = high};
    return bucket_rate(&terms, &hint, &throttle, now);
}

UNIT(a_hint_lives_for_half_a_second)
{
    uint64_t stamp = 100 * SECOND;
    hint.stamp_ns = stamp;
    hint.higher_priority_active = 1;
    CHECK_EQ(rate(50, false, false, stamp), 50000);
    CHECK_EQ(rate(50, false, false, stamp + 500 * MS), 50000);
    CHECK_EQ(rate(50, false, false, stamp + 500 * MS + 1), 500000);
    CHECK_EQ(rate(50, false, false, stamp - 1), 500000);
    hint.stamp_ns = 0;
    CHECK_EQ(rate(50, false, false, 1), 500000);
}

UNIT(high_priority_is_not_delayed_and_low_keeps_a_tenth)
{
    hint.stamp_ns = SECOND;
    hint.higher_priority_active = 1;
    CHECK_EQ(rate(50, false, true, SECOND), 500000);
    CHECK_EQ(rate(0, false, true, SECOND), 0);
    CHECK_EQ(rate(50, false, false, SECOND), 50000);
    CHECK_EQ(rate(0, false, false, SECOND), 100000);
    hint.higher_priority_active = 0;
    CHECK_EQ(rate(0, false, false, SECOND), 0);
}

UNIT(only_a_soft_share_may_use_an_idle_card)
{
    hint.stamp_ns = SECOND;
    hint.device_idle = 1;
    CHECK_EQ(rate(25, false, false, SECOND), 250000);
    CHECK_EQ(rate(25, true, false, SECOND), 0);
    CHECK_EQ(rate(25, true, false, 2 * SECOND), 250000);
    hint.higher_priority_active = 1;
    CHECK_EQ(rate(25, true, false, SECOND), 25000);
}

UNIT(a_scribbled_region_neither_blocks_nor_frees)
{
    struct bucket_grant grant;
    throttle.paid_until_ns = UINT64_MAX;
    grant = bucket_take(&throttle, SECOND, 1000, 100000, BUCKET_LEASE_NS);
    CHECK_EQ(grant.start_at, SECOND + BUCKET_WAIT_NS);
    throttle.paid_until_ns = 0;
    bucket_take(&throttle, 100 * SECOND, 20 * MS, 100000, BUCKET_LEASE_NS);
    CHECK_EQ(throttle.paid_until_ns, 100 * SECOND + 150 * MS); /* 50 ms of balance, 200 ms used */
    throttle.correction = UINT32_MAX;
    CHECK_EQ(correction_of(&throttle), CORRECTION_MAX);
    throttle.correction = 1;
    CHECK_EQ(correction_of(&throttle), CORRECTION_MIN);
}

UNIT(waits_follow_the_order_of_the_launches)
{
    uint64_t last = 0;
    for (int i = 0; i < 30; i++) {
        struct bucket_grant grant = bucket_take(&throttle, SECOND, 2 * MS, 250000, BUCKET_LEASE_NS);
        CHECK(grant.start_at >= last);
        last = grant.start_at;
    }
    CHECK(last > SECOND);
}

UNIT(a_lease_is_at_most_half_of_the_balance)
{
    struct bucket_grant grant = bucket_take(&throttle, SECOND, 0, 10000, BUCKET_LEASE_NS);
    CHECK_EQ(grant.lease_ns, 250000); /* 50 ms at 1 % are 500 us */
    CHECK_EQ(bucket_take(&throttle, SECOND, 0, 10000, BUCKET_LEASE_NS).lease_ns, 125000);
    CHECK_EQ(bucket_take(&throttle, SECOND, SECOND, 10000, BUCKET_LEASE_NS).lease_ns, 0);
}

UNIT(a_cost_follows_a_lasting_change_and_not_an_outlier)
{
    static struct costs costs;
    struct cost *cost = costs_entry(&costs, 42);
    CHECK_EQ(costs_find(&costs, 42), 0);
    for (int i = 0; i < 8; i++)
        costs_learn(cost, 200000);
    costs_learn(cost, 2200000);
    CHECK(costs_find(&costs, 42) < 201000);
    for (int i = 0; i < 8; i++)
        costs_learn(cost, 800000);
    CHECK(costs_find(&costs, 42) >= 800000);
}

UNIT(a_full_table_of_costs_forgets_but_never_mixes_up)
{
    static struct costs costs;
    for (uint64_t key = 1; key < 20000; key++) {
        uint64_t hash = costs_key((void *)7, (unsigned)key, 1, 1, 32, 1, 1, 0);
        costs_learn(costs_entry(&costs, hash), key * 1000);
        CHECK_EQ(costs_find(&costs, hash), key * 1000);
    }
    for (uint64_t key = 1; key < 20000; key++) {
        uint64_t known = costs_find(&costs, costs_key((void *)7, (unsigned)key, 1, 1, 32, 1, 1, 0));
        CHECK(known == 0 || known == key * 1000);
    }
}

UNIT(a_guess_counts_until_the_first_measurement)
{
    static struct costs costs;
    struct cost *cost = costs_entry(&costs, 5);
    for (int i = 0; i < 8; i++)
        costs_learn(cost, 900000);
    costs_guess(&costs, 5, 1000);
    CHECK_EQ(costs_find(&costs, 5), 1000);
    CHECK(costs_due(cost));
    costs_learn(cost, 160000);
    CHECK_EQ(costs_find(&costs, 5), 160000);
    costs_guess(&costs, 5, 0);
    CHECK_EQ(costs_find(&costs, 5), 0);
}

#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

static struct test *tests;
static int failures;
static char room_path[PATH_MAX / 4];
static const int SKIPPED = 77;

void harness_add(struct test *test)
{
    struct test **at = &tests;
    while (*at)
        at = &(*at)->next;
    *at = test;
}

bool harness_check(bool good, const char *file, int line, const char *text)
{
    if (!good) {
        fprintf(stderr, "    %s:%d: %s\n", file, line, text);
        __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
    }
    return good;
}

bool harness_equal(long long a, long long b, const char *file, int line, const char *text)
{
    if (a != b) {
        fprintf(stderr, "    %s:%d: %s: %lld, not %lld\n", file, line, text, a, b);
        __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
    }
    return a == b;
}

void skip(const char *reason)
{
    printf("  skipped: %s\n", reason);
    fflush(stdout);
    _exit(failures ? 1 : SKIPPED);
}

void skip_under_sanitizers(void)
{
    if (getenv("ASAN_OPTIONS") || getenv("TSAN_OPTIONS"))
        skip("a sanitizer's runtime stands in the way");
}

/* --- the room -------------------------------------------------------------------------------------------------------- */

const char *room(const char *name)
{
    static char paths[4][PATH_MAX];
    static int turn;
    char *path = paths[turn++ % 4];
    snprintf(path, PATH_MAX, "%s/%s", room_path, name);
    return path;
}

void room_write(const char *name, const char *text, size_t length)
{
    FILE *file = fopen(room(name), "w");
    if (!file || fwrite(text, 1, length, file) != length || fclose(file) != 0) {
        perror(room(name));
        exit(1);
    }
    chmod(room(name), 0666);
}

const char *room_read(const char *name)
{
    static char text[65536];
    FILE *file = fopen(room(name), "r");
    size_t got = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[got] = 0;
    if (file)
        fclose(file);
    return text;
}

void room_limit(const char *name, const char *uuid, uint64_t memory, const char *region, const char *extra)
{
    char file[256], text[PATH_MAX];
    snprintf(file, sizeof file, "limits/%s", name);
    int length = snprintf(text, sizeof text, "version=1\nuuid=%s\nmemory=%llu\nregion=%s\n%s", uuid,
                          (unsigned long long)memory, room(region), extra);
    room_write(file, text, (size_t)length);
}

void room_region(const char *region)
{
    room_write(region, "", 0);
}

void one_share(void)
{
    setenv("ALIQUOT_SIM_CARDS", "|80g|" CARD_0 "|", 1);
    room_region("region");
    room_limit("claim-g0", CARD_0, 1000 * MIB, "region", "context=0\n");
}

void two_shares(void)
{
    one_share();
    setenv("ALIQUOT_SIM_CARDS", "|80g|" CARD_0 "|;|80g|" CARD_1 "|", 1);
    room_region("region1");
    room_limit("claim-g1", CARD_1, 2000 * MIB, "region1", "context=0\n");
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *at)
{
    (void)status, (void)type, (void)at;
    return remove(path);
}

static void make_room(void)
{
    snprintf(room_path, sizeof room_path, "%s/aliquot-test-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    if (!mkdtemp(room_path)) {
        perror(room_path);
        exit(1);
    }
    chmod(room_path, 0755);
    mkdir(room("limits"), 0755);
    setenv("HARNESS_ROOM", room_path, 1);
}

/* --- processes --------------------------------------------------------------------------------------------------------- */

/* Two cards of 80 GB with known UUIDs, in a state file of the room. */
static void set_environment(void)
{
    setenv("ALIQUOT_SIM_CARDS", "|80g|" CARD_0 "|;|80g|" CARD_1 "|", 1);
    setenv("ALIQUOT_SIM_STATE", room("sim"), 1);
    setenv("ALIQUOT_SIM_CLOCK", "virtual", 1);
    setenv("ALIQUOT_TEST_LIMITS_DIR", room("limits"), 1);
    setenv("LD_LIBRARY_PATH", HARNESS_SIM, 1);
}

static void run_under(bool under)
{
    const char *other = getenv("HARNESS_PRELOAD"); /* in front of ours: a sanitizer's runtime, another library */
    char preload[PATH_MAX];
    const char *library = getenv("HARNESS_LIBRARY") ? getenv("HARNESS_LIBRARY") : HARNESS_LIB;
    snprintf(preload, sizeof preload, "%s%s%s", other ? other : "", other ? ":" : "", library);
    if (under)
        setenv("LD_PRELOAD", preload, 1);
    else
        unsetenv("LD_PRELOAD");
}

static void execute(const char *name)
{
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length < 0 ? 0 : length] = 0;
    execl(self, self, "--run", name, (char *)NULL);
    perror("exec");
    _exit(127);
}

pid_t spawn_helper(const char *name, const char *argument, bool under)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        setenv("HARNESS_ARGUMENT", argument, 1);
        run_under(under);
        execute(name);
    }
    return pid;
}

const char *helper_argument(void)
{
    const char *argument = getenv("HARNESS_ARGUMENT");
    return argument ? argument : "";
}

int wait_for(pid_t pid)
{
    int status;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

bool eventually(bool (*condition)(void *), void *context, int seconds)
{
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do {
        if (condition(context))
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec - start.tv_sec < seconds);
    return condition(context);
}

void capture_stderr(void)
{
    fflush(stderr);
    int fd = open(room("stderr"), O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    dup2(fd, STDERR_FILENO);
    close(fd);
}

const char *captured_stderr(void)
{
    fflush(stderr);
    return room_read("stderr");
}

/* --- running ------------------------------------------------------------------------------------------------------------ */

static struct test *find(const char *name)
{
    struct test *test = tests;
    while (test && strcmp(test->name, name) != 0)
        test = test->next;
    return test;
}

static int run_here(const char *name)
{
    struct test *test = find(name);
    if (!test) {
        fprintf(stderr, "no test %s\n", name);
        return 2;
    }
    snprintf(room_path, sizeof room_path, "%s", getenv("HARNESS_ROOM"));
    test->body();
    fflush(NULL);
    return failures ? 1 : 0;
}

static void start(struct test *test)
{
    set_environment();
    if (test->setup)
        test->setup();
    if (test->kind == 1) {
        run_under(true);
        execute(test->name);
    }
    test->body();
    fflush(NULL);
    exit(failures ? 1 : 0);
}

/* 0 passed, 1 failed, 77 skipped. A test that hangs is killed after two minutes. */
static int run_one(struct test *test)
{
    make_room();
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        start(test);
    }
    int status = 0;
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    const char *text = getenv("HARNESS_SECONDS");
    int seconds = text ? atoi(text) : 120;
    while (waitpid(pid, &status, WNOHANG) == 0) {
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec - begin.tv_sec > seconds) {
            fprintf(stderr, "    still running after %d s\n", seconds);
            kill(-pid, SIGKILL);
        }
    }
    kill(-pid, SIGKILL); /* what the test left running */
    nftw(room_path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    if (WIFSIGNALED(status))
        fprintf(stderr, "    killed by signal %d\n", WTERMSIG(status));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static void print_result(const char *name, int result)
{
    const char *word = result == 0 ? "ok" : result == SKIPPED ? "skipped" : "FAILED";
    printf("%-8s", word);
    for (const char *c = name; *c; c++)
        putchar(*c == '_' ? ' ' : *c);
    putchar('\n');
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int passed = 0, failed = 0, skipped = 0;
    if (argc == 3 && strcmp(argv[1], "--run") == 0)
        return run_here(argv[2]);
    for (struct test *test = tests; test; test = test->next) {
        if (test->kind == 2 || (argc > 1 && !strstr(test->name, argv[1])))
            continue;
        int result = run_one(test);
        print_result(test->name, result);
        passed += result == 0;
        skipped += result == SKIPPED;
        failed += result != 0 && result != SKIPPED;
    }
    const char *slash = strrchr(argv[0], '/');
    printf("%s: %d passed, %d failed, %d skipped\n", slash ? slash + 1 : argv[0], passed, failed, skipped);
    return failed || passed + skipped == 0;
}

/* Kills the process at its nth call that writes, syncs, cuts or removes a file: between the
   journal, the pages and the end of the journal, wherever that call stands in a commit. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

static long calls_left = -1;

void kill_at(long calls) { calls_left = calls; }

static void count(void) {
    if (calls_left > 0 && --calls_left == 0) {
        kill(getpid(), SIGKILL);
    }
}

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name); \
    count();

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t place) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t)
    return real(file, bytes, size, place);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t place) {
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t)
    return real(file, bytes, size, place);
}

int fsync(int file) {
    REAL(int, "fsync", int)
    return real(file);
}

int fdatasync(int file) {
    REAL(int, "fdatasync", int)
    return real(file);
}

int ftruncate64(int file, off64_t size) {
    REAL(int, "ftruncate64", int, off64_t)
    return real(file, size);
}

int unlink(const char *path) {
    REAL(int, "unlink", const char *)
    return real(path);
}

// Counts a program's heap calls from outside: LD_PRELOAD=heapcount.so PEEKPOP_HEAP_COUNT=FILE PROGRAM
//
// FILE is mapped by both sides (struct heap_count below), so a test reads the counts at any moment without stopping,
// asking or waking the program. While `trace` is not 0, each allocation counts it down and writes its call stack to
// standard error: what a failing test shows.
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// glibc's allocator by its other names: dlsym would allocate itself.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

struct heap_count {
    _Atomic uint64_t allocations; // malloc, calloc, realloc and the aligned ones
    _Atomic uint64_t frees;       // of what was not NULL
    _Atomic int64_t trace;        // how many allocations more to show
};

// Before the file is mapped, and without one, the counts go nowhere.
static struct heap_count nowhere;
static struct heap_count *count = &nowhere;
static _Thread_local int is_tracing;

__attribute__((constructor)) static void map_count(void)
{
    const char *path = getenv("PEEKPOP_HEAP_COUNT");
    if (!path) return;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return;
    if (ftruncate(fd, sizeof(struct heap_count)) == 0) {
        void *at = mmap(NULL, sizeof(struct heap_count), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (at != MAP_FAILED) count = at;
    }
    close(fd);
    // The first call loads the unwinder, which allocates: not in the midst of what is counted.
    void *frame;
    is_tracing = 1;
    backtrace(&frame, 1);
    is_tracing = 0;
}

static void allocated(void)
{
    if (is_tracing) return;
    atomic_fetch_add_explicit(&count->allocations, 1, memory_order_relaxed);
    if (atomic_load_explicit(&count->trace, memory_order_relaxed) <= 0) return;
    atomic_fetch_sub_explicit(&count->trace, 1, memory_order_relaxed);
    is_tracing = 1;
    void *frames[32];
    int depth = backtrace(frames, 32);
    backtrace_symbols_fd(frames, depth, STDERR_FILENO);
    (void)!write(STDERR_FILENO, "--\n", 3);
    is_tracing = 0;
}

void *malloc(size_t size)
{
    allocated();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    allocated();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size)
{
    allocated();
    return __libc_realloc(old, size);
}

void *reallocarray(void *old, size_t number, size_t size)
{
    size_t total;
    if (__builtin_mul_overflow(number, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    allocated();
    return __libc_realloc(old, total);
}

void *memalign(size_t alignment, size_t size)
{
    allocated();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    allocated();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    allocated();
    void *memory = __libc_memalign(alignment, size);
    if (!memory) return ENOMEM;
    *result = memory;
    return 0;
}

void free(void *memory)
{
    if (memory && !is_tracing) atomic_fetch_add_explicit(&count->frees, 1, memory_order_relaxed);
    __libc_free(memory);
}

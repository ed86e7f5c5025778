/* Makes the disk of PostgreSQL slow or full, without a device of its own: the dynamic linker puts
 * these functions before those of the C library. The file that TABIYA_DISK_FAULT names says what
 * is wrong: "slow MILLISECONDS" or "full PART-OF-A-PATH"; nothing is when it is empty.
 *
 * On a full disk every write fails, also where a file has space already, as on a file system that
 * copies on write. write() is left alone: PostgreSQL logs with it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static char *control;

/* A copy: PostgreSQL writes the title of its processes over its environment. */
__attribute__((constructor)) static void find_control(void)
{
    const char *path = getenv("TABIYA_DISK_FAULT");
    control = path ? strdup(path) : NULL;
}

/* What follows the word in the control file; NULL when that begins with another one. */
static const char *fault(const char *word, char *text, size_t size)
{
    int saved = errno;
    int file = control ? open(control, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t length = file < 0 ? 0 : read(file, text, size - 1);
    if (file >= 0)
        close(file);
    errno = saved;
    text[length > 0 ? length : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    size_t prefix = strlen(word);
    return strncmp(text, word, prefix) == 0 ? text + prefix : NULL;
}

static void delay(void)
{
    char text[64];
    const char *milliseconds = fault("slow ", text, sizeof text);
    if (milliseconds == NULL)
        return;
    int saved = errno;
    long time = atol(milliseconds);
    struct timespec rest = { time / 1000, time % 1000 * 1000000 };
    while (nanosleep(&rest, &rest) != 0 && errno == EINTR)
        ;
    errno = saved;
}

static int is_full(int file)
{
    char text[64], link[64], path[4096];
    const char *part = fault("full ", text, sizeof text);
    if (part == NULL)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    return strstr(path, part) != NULL;
}

int fsync(int file)
{
    delay();
    return REAL(fsync)(file);
}

int fdatasync(int file)
{
    delay();
    return REAL(fdatasync)(file);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset)
{
    if (!is_full(file))
        return REAL(pwrite)(file, bytes, size, offset);
    errno = ENOSPC;
    return -1;
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset)
{
    if (!is_full(file))
        return REAL(pwritev)(file, parts, count, offset);
    errno = ENOSPC;
    return -1;
}

int posix_fallocate(int file, off_t offset, off_t size)
{
    return is_full(file) ? ENOSPC : REAL(posix_fallocate)(file, offset, size);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off_t offset)
    __attribute__((alias("pwrite")));
ssize_t pwritev64(int file, const struct iovec *parts, int count, off_t offset)
    __attribute__((alias("pwritev")));
int posix_fallocate64(int file, off_t offset, off_t size)
    __attribute__((alias("posix_fallocate")));

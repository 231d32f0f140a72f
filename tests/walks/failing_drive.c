/* A drive that fails at a chosen call: loaded before libc, it counts the calls that change regular
   files and lets one of them (or all from there on) fail, stop half way, or end the program. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <signal.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static long calls, fails_at;
static int reason, for_good, armed;
static const char *scene;

/* reason is an errno, or 0 to be killed there. */
void drive_fail(long at, int why, int ever) {
  calls = 0; fails_at = at; reason = why; for_good = ever; armed = 1;
}
long drive_calls(void) { armed = 0; return calls; }
/* From now on calls that only read a file below this folder, or by a relative name, count too. */
void drive_scene(const char *folder) { scene = strdup(folder); }

static int fails_now(int file) {
  struct stat look;
  if (!armed) return 0;
  if (file >= 0 && fstat(file, &look)) return 0;
  if (file >= 0 && !S_ISREG(look.st_mode) && !S_ISDIR(look.st_mode)) return 0;
  calls++;
  return fails_at && (calls == fails_at || (for_good && calls > fails_at));
}

static int fail(void) {
  if (!reason) kill(getpid(), SIGKILL);
  errno = reason;
  return -1;
}

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

/* Half of the bytes arrive before the drive is full or the program ends. */
ssize_t write(int file, const void *bytes, size_t size) {
  if (!fails_now(file)) return REAL(write)(file, bytes, size);
  if (reason != EIO && calls == fails_at) {
    ssize_t half = REAL(write)(file, bytes, size / 2);
    if (reason && half > 0) return half;
  }
  return fail();
}
#define PWRITE(name, offset) \
  ssize_t name(int file, const void *bytes, size_t size, offset place) { \
    if (!fails_now(file)) return REAL(name)(file, bytes, size, place); \
    if (reason != EIO && calls == fails_at) { \
      ssize_t half = REAL(name)(file, bytes, size / 2, place); \
      if (reason && half > 0) return half; \
    } \
    return fail(); \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

static int in_scene(const char *path) {
  return scene && (path[0] != '/' || !strncmp(path, scene, strlen(scene)));
}

/* Where a file may be made: a lock, a journal, a copy; in a scene also where one is only read. */
#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    va_list more; va_start(more, flags); \
    int mode = flags & O_CREAT ? va_arg(more, int) : 0; \
    va_end(more); \
    int counts = flags & O_CREAT || in_scene(path); \
    if (counts && fails_now(-1)) { \
      if (reason == ENOSPC && !(flags & O_CREAT)) return REAL(name)(path, flags, mode); \
      return fail(); \
    } \
    return REAL(name)(path, flags, mode); \
  }
OPENING(open)
OPENING(open64)

#define CALL(kind, name, types, given, file) \
  kind name types { return fails_now(file) ? fail() : REAL(name) given; }
#define FILE_CALL(name, types, given, file) CALL(int, name, types, given, file)
FILE_CALL(fsync, (int file), (file), file)
FILE_CALL(fdatasync, (int file), (file), file)
FILE_CALL(ftruncate, (int file, off_t size), (file, size), file)
FILE_CALL(ftruncate64, (int file, off64_t size), (file, size), file)
CALL(ssize_t, sendfile, (int to, int from, off_t *at, size_t size), (to, from, at, size), to)
CALL(ssize_t, sendfile64, (int to, int from, off64_t *at, size_t size), (to, from, at, size), to)
FILE_CALL(mkdir, (const char *path, mode_t mode), (path, mode), -1)
FILE_CALL(rmdir, (const char *path), (path), -1)
FILE_CALL(unlink, (const char *path), (path), -1)
FILE_CALL(rename, (const char *from, const char *to), (from, to), -1)
FILE_CALL(link, (const char *from, const char *to), (from, to), -1)

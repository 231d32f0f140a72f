/* A drive that notes what a program does to it: loaded before libc, it writes down every call that
   changes or syncs what lies below one folder, so that a power cut can be played at any of them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

static const char *scene;
static int notes = -1;

/* From now on, what happens below this folder is noted in that open file; none to end it. */
void drive_note(const char *folder, int file) { scene = folder ? strdup(folder) : 0; notes = file; }

static int in_scene(const char *path) {
  return scene && path && !strncmp(path, scene, strlen(scene));
}

/* One note: kind, inode, place, two names or one and some bytes, each with its length before it. */
void drive_tell(char kind, long inode, long place, const char *one, const void *other, long size) {
  char head[120];
  int length = snprintf(head, sizeof head, "%c %ld %ld %zu %ld\n", kind, inode, place, strlen(one), size);
  ssize_t (*put)(int, const void *, size_t) = REAL(write);
  if (put(notes, head, length) < 0 || put(notes, one, strlen(one)) < 0 || put(notes, other, size) < 0)
    abort();
}

/* Where an open file lies; empty if it is not below the folder. */
static int place_of(int file, char *name, struct stat *look) {
  char link[64];
  if (!scene || file == notes || fstat(file, look)) return 0;
  if (!S_ISREG(look->st_mode) && !S_ISDIR(look->st_mode)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, name, PATH_MAX - 1);
  if (length < 0) return 0;
  name[length] = 0;
  return in_scene(name);
}

#define PLACED(file) char name[PATH_MAX]; struct stat look; int noted = place_of(file, name, &look)

ssize_t write(int file, const void *bytes, size_t size) {
  PLACED(file);
  long place = noted ? lseek(file, 0, SEEK_CUR) : 0;
  if (noted && fcntl(file, F_GETFL) & O_APPEND) place = look.st_size;
  ssize_t done = REAL(write)(file, bytes, size);
  if (noted && done > 0) drive_tell('w', look.st_ino, place, "", bytes, done);
  return done;
}
#define PWRITE(called, offset) \
  ssize_t called(int file, const void *bytes, size_t size, offset place) { \
    PLACED(file); \
    ssize_t done = REAL(called)(file, bytes, size, place); \
    if (noted && done > 0) drive_tell('w', look.st_ino, place, "", bytes, done); \
    return done; \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define OPENING(called) \
  int called(const char *path, int flags, ...) { \
    va_list more; va_start(more, flags); \
    int mode = flags & O_CREAT ? va_arg(more, int) : 0; \
    va_end(more); \
    int was = in_scene(path) && !access(path, F_OK); \
    int file = REAL(called)(path, flags, mode); \
    if (file < 0 || !in_scene(path) || (flags & O_ACCMODE) == O_RDONLY) return file; \
    PLACED(file); \
    if (noted && !was) drive_tell('c', look.st_ino, 0, path, "", 0); \
    else if (noted && flags & O_TRUNC) drive_tell('t', look.st_ino, 0, "", "", 0); \
    return file; \
  }
OPENING(open)
OPENING(open64)

#define SYNC(called) \
  int called(int file) { \
    PLACED(file); \
    int said = REAL(called)(file); \
    if (noted && !said) drive_tell('s', look.st_ino, 0, S_ISDIR(look.st_mode) ? name : "", "", 0); \
    return said; \
  }
SYNC(fsync)
SYNC(fdatasync)
#define TRUNCATE(called, offset) \
  int called(int file, offset size) { \
    PLACED(file); \
    int said = REAL(called)(file, size); \
    if (noted && !said) drive_tell('t', look.st_ino, size, "", "", 0); \
    return said; \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define NAME_CALL(called, kind, types, given, one, other) \
  int called types { \
    int said = REAL(called) given; \
    if (!said && in_scene(one)) drive_tell(kind, 0, 0, one, other, strlen(other)); \
    return said; \
  }
NAME_CALL(mkdir, 'm', (const char *path, mode_t mode), (path, mode), path, "")
NAME_CALL(rmdir, 'd', (const char *path), (path), path, "")
NAME_CALL(unlink, 'd', (const char *path), (path), path, "")
NAME_CALL(rename, 'r', (const char *from, const char *to), (from, to), from, to)
NAME_CALL(link, 'l', (const char *from, const char *to), (from, to), from, to)

/*
 * A virtual tree (exampleTree of test/host/guest-cases.ts), by everything that reads files: it cannot be distinguished
 * from one on a disk.
 */
#include "guest.h"
#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define TOP "/sys/devices/virtual/atoll-test/topology"

static char text[8192];

static const char *content(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) return "";
  size_t length = fread(text, 1, sizeof text - 1, file);
  text[length] = 0;
  fclose(file);
  return text;
}

static int fails(int result, int error) { return result < 0 && errno == error; }

static int entries(const char *path) {
  DIR *directory = opendir(path);
  if (!directory) return -1;
  int count = 0;
  while (readdir(directory)) count++;
  rewinddir(directory);
  int again = 0;
  while (readdir(directory)) again++;
  closedir(directory);
  return count == again ? count - 2 : -2;
}

static void reading(void) {
  check("fopen", !strcmp(content(TOP "/generation_id"), "1\n") && !strcmp(content(TOP "/nodes/1/gpu_id"), "4711\n"));
  check("more than a page", strlen(content(TOP "/nodes/0/properties")) == 5019);
  check("an empty file", !strcmp(content(TOP "/empty"), "") && access(TOP "/empty", R_OK) == 0);
  check("links, relative and absolute", !strcmp(content(TOP "/nodes/latest/gpu_id"), "4711\n") && !strcmp(content(TOP "/current/gpu_id"), "0\n"));
  check("dots and slashes", !strcmp(content(TOP "/nodes/..//./nodes/1/gpu_id"), "4711\n"));
  check("into it from outside", !strcmp(content("/usr/../sys/devices/virtual/atoll-test/topology/generation_id"), "1\n"));
  int fd = open(TOP "/generation_id", O_RDONLY | O_CLOEXEC);
  char byte = 0;
  check("descriptor", fd >= 0 && fcntl(fd, F_GETFD) == FD_CLOEXEC && (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY);
  check("pread and lseek", pread(fd, &byte, 1, 0) == 1 && byte == '1' && lseek(fd, 0, SEEK_END) == 2 && read(fd, &byte, 1) == 0);
  char *map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
  check("mmap", map != MAP_FAILED && map[0] == '1' && map[1] == '\n');
  check("not for writing", write(fd, "2", 1) < 0 && mmap(NULL, 4096, PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED);
  int flags = open(TOP "/generation_id", O_RDONLY);
  check("without O_CLOEXEC", flags >= 0 && fcntl(flags, F_GETFD) == 0);
}

static void refused(void) {
  check("missing", fails(open(TOP "/nodes/7", O_RDONLY), ENOENT) && fails(access(TOP "/nodes/7/gpu_id", F_OK), ENOENT));
  check("what begins like it", fails(open(TOP "x", O_RDONLY), ENOENT));
  check("through a file", fails(open(TOP "/generation_id/x", O_RDONLY), ENOTDIR) && fails(open(TOP "/generation_id/", O_RDONLY), ENOTDIR));
  check("a loop", fails(open(TOP "/loop/a", O_RDONLY), ELOOP));
  check("a link to nowhere", fails(open(TOP "/dangling", O_RDONLY), ENOENT));
  check("a link itself", fails(open(TOP "/current", O_RDONLY | O_NOFOLLOW), ELOOP));
  check("writing", fails(open(TOP "/generation_id", O_RDWR), EACCES) && fails(open(TOP "/generation_id", O_WRONLY), EACCES) &&
                       fails(open(TOP "/generation_id", O_RDONLY | O_TRUNC), EACCES) && fails(open(TOP, O_RDWR), EISDIR));
  check("creating", fails(open(TOP "/new", O_RDWR | O_CREAT, 0600), EACCES) && fails(open(TOP "/generation_id", O_CREAT | O_EXCL, 0600), EEXIST));
  check("a directory wanted", fails(open(TOP "/generation_id", O_RDONLY | O_DIRECTORY), ENOTDIR));
  check("bad pointers", fails((int)syscall(SYS_open, (void *)8, O_RDONLY), EFAULT));
  static char longest[PATH_MAX + 100] = TOP "/";
  memset(longest + strlen(longest), 'y', sizeof longest - strlen(longest) - 1);
  check("too long", fails(open(longest, O_RDONLY), ENAMETOOLONG));
}

static void looking(void) {
  struct stat status, same, link;
  check("stat", stat(TOP "/generation_id", &status) == 0 && S_ISREG(status.st_mode) && (status.st_mode & 0777) == 0444 && status.st_size == 2 &&
                    status.st_nlink == 1 && status.st_mtime > 1600000000);
  int fd = open(TOP "/generation_id", O_RDONLY);
  check("fstat is the same file", fstat(fd, &same) == 0 && same.st_ino == status.st_ino && same.st_dev == status.st_dev &&
                                      same.st_mtim.tv_nsec == status.st_mtim.tv_nsec && same.st_uid == status.st_uid);
  check("a directory", stat(TOP "/nodes", &status) == 0 && S_ISDIR(status.st_mode) && stat(TOP "/nodes/", &same) == 0 && same.st_ino == status.st_ino);
  check("lstat", lstat(TOP "/current", &link) == 0 && S_ISLNK(link.st_mode) && stat(TOP "/current", &status) == 0 && S_ISDIR(status.st_mode));
  struct statx extended;
  check("statx", statx(AT_FDCWD, TOP "/nodes/0/properties", 0, STATX_BASIC_STATS, &extended) == 0 && extended.stx_size == 5019 &&
                     S_ISREG(extended.stx_mode) && fails(statx(AT_FDCWD, TOP "/nix", 0, STATX_BASIC_STATS, &extended), ENOENT));
  char target[PATH_MAX] = "";
  check("readlink", readlink(TOP "/nodes/latest", target, sizeof target) == 1 && target[0] == '1' &&
                        fails((int)readlink(TOP "/nodes", target, sizeof target), EINVAL));
  check("realpath", realpath(TOP "/../topology/current/../latest/gpu_id", target) && !strcmp(target, TOP "/nodes/1/gpu_id"));
  check("access", access(TOP, R_OK | X_OK) == 0 && fails(access(TOP "/empty", W_OK), EACCES) && fails(access(TOP "/empty", X_OK), EACCES) &&
                      faccessat(AT_FDCWD, TOP "/empty", R_OK, AT_EACCESS) == 0);
}

static void listing(void) {
  check("listed", entries(TOP) == 6 && entries(TOP "/nodes") == 3 && entries(TOP "/nodes/1/caches") == 0 && entries(TOP "/current") == 2);
  int top = open(TOP "/nodes", O_RDONLY | O_DIRECTORY);
  struct stat status;
  int below = openat(top, "1/gpu_id", O_RDONLY);
  check("openat", below >= 0 && read(below, text, 5) == 5 && !memcmp(text, "4711\n", 5));
  check("fstatat", fstatat(top, "latest", &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode));
  check("openat to write", fails(openat(top, "1/gpu_id", O_RDWR), EACCES) && fails(openat(top, "new", O_CREAT | O_WRONLY, 0600), EACCES));
  int path = open(TOP "/nodes/0", O_PATH | O_DIRECTORY);
  check("O_PATH", path >= 0 && faccessat(path, "gpu_id", F_OK, 0) == 0);
  check("up and out", openat(top, "../../../../../../etc/passwd", O_RDONLY) < 0 || strstr(content("/etc/passwd"), "root") != NULL);
  check("fchdir", fchdir(top) == 0 && !strcmp(content("1/gpu_id"), "4711\n") && stat("../generation_id", &status) == 0 && chdir("/") == 0);
}

static void *manyTimes(void *argument) {
  int right = 0;
  for (int i = 0; i < 200; i++) {
    int fd = open(i & 1 ? TOP "/nodes/1/gpu_id" : TOP "/generation_id", O_RDONLY);
    char bytes[8];
    right += fd >= 0 && read(fd, bytes, sizeof bytes) == (i & 1 ? 5 : 2) && bytes[0] == (i & 1 ? '4' : '1');
    close(fd);
  }
  *(int *)argument = right;
  return NULL;
}

static void others(void) {
  pthread_t threads[4];
  int right[4] = {0};
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, manyTimes, &right[i]);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  check("threads", right[0] + right[1] + right[2] + right[3] == 800);
  check("tools", system("test \"$(cat " TOP "/nodes/*/gpu_id | tr '\\n' ' ')\" = '0 4711 4711 ' && cd / && ls -R " TOP " | grep -q caches") == 0);
  check("find", system("test $(find " TOP " -type f | wc -l) = 5 && test $(find " TOP " -type d | wc -l) = 6") == 0);
  pid_t child = fork();
  if (child == 0) {
    if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(2);
    _exit(strcmp(content(TOP "/generation_id"), "1\n") != 0);
  }
  int status = 0;
  check("another user", waitpid(child, &status, 0) == child && status == 0);
}

int main(void) {
  reading();
  refused();
  looking();
  listing();
  others();
  return finish();
}

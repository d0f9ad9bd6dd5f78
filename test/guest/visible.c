/* With visible devices: everything that looks at a path or descriptor sees a character device 240:3. */
#include "guest.h"
#include <dirent.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

static int is_device(const struct stat *status) {
  return S_ISCHR(status->st_mode) && (status->st_mode & 0777) == 0666 && major(status->st_rdev) == 240 &&
         minor(status->st_rdev) == 3 && status->st_size == 0 && status->st_nlink == 1;
}

static int listed(DIR *directory, int *others) {
  int found = 0;
  struct dirent *entry;
  *others = 0;
  while ((entry = readdir(directory))) {
    if (!strcmp(entry->d_name, "atoll-test")) {
      found += entry->d_type == DT_CHR;
    } else {
      *others += 1;
    }
  }
  return found;
}

int main(void) {
  struct stat status;
  memset(&status, 0xff, sizeof status);
  check("stat", stat(DEVICE, &status) == 0 && is_device(&status));
  check("lstat", lstat(DEVICE, &status) == 0 && is_device(&status));
  int fd = open_device();
  check("fstat", fstat(fd, &status) == 0 && is_device(&status));
  check("stat of another file", stat("/dev/null", &status) == 0 && major(status.st_rdev) == 1 && minor(status.st_rdev) == 3);
  struct statx extended;
  check("statx", statx(AT_FDCWD, DEVICE, 0, STATX_BASIC_STATS, &extended) == 0 && S_ISCHR(extended.stx_mode) &&
                     extended.stx_rdev_major == 240 && extended.stx_rdev_minor == 3 && (extended.stx_mask & STATX_TYPE));
  check("access", access(DEVICE, R_OK | W_OK) == 0 && access(DEVICE, X_OK) < 0 && errno == EACCES);
  char target[100], link[64];
  check("readlink of the device", readlink(DEVICE, target, sizeof target) < 0 && errno == EINVAL);
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  check("readlink of the descriptor", readlink(link, target, sizeof target) == (ssize_t)strlen(DEVICE) && !memcmp(target, DEVICE, strlen(DEVICE)));
  check("a short buffer", readlink(link, target, 4) == 4 && !memcmp(target, DEVICE, 4));
  check("stat through the descriptor", stat(link, &status) == 0 && is_device(&status));
  check("lstat of the descriptor's link", lstat(link, &status) == 0 && S_ISLNK(status.st_mode));
  DIR *directory = opendir("/dev");
  int others, again;
  check("listed once in its directory", listed(directory, &others) == 1 && others > 3);
  rewinddir(directory);
  check("and again after rewinddir", listed(directory, &again) == 1 && again == others);
  directory = opendir("/");
  check("not in other directories", listed(directory, &others) == 0 && others > 3);
  check("opened for reading only", works(open(DEVICE, O_RDONLY)));
  check("ls", system("ls -l " DEVICE " | grep -q '^crw-rw-rw-.* 240, *3 '") == 0);
  return finish();
}

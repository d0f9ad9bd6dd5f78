/* Every way in which a descriptor of a device can travel: the kernel must keep it right, no table of ours. */
#include "guest.h"
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

extern char **environ;

static void spawn_self(const char *name, int fd, int expected) {
  char number[16], truth[2] = {(char)('0' + expected), 0};
  snprintf(number, sizeof number, "%d", fd);
  char *arguments[] = {"descriptors", "child", number, truth, (char *)name, NULL};
  pid_t child;
  int status = -1;
  posix_spawn(&child, "/proc/self/exe", NULL, NULL, arguments, environ);
  waitpid(child, &status, 0);
  if (status) failures++;
}

static int send_descriptor(int socket, int fd) {
  char byte = 'x', control[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec piece = {&byte, 1};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &fd, sizeof fd);
  return sendmsg(socket, &message, 0) == 1 ? 0 : -1;
}

static int receive_descriptor(int socket) {
  char byte, control[CMSG_SPACE(sizeof(int))];
  struct iovec piece = {&byte, 1};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  int fd = -1;
  if (recvmsg(socket, &message, 0) == 1) memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof fd);
  return fd;
}

static int close_78(void *unused) {
  (void)unused;
  return close(78);
}

static void join(pid_t child) {
  int status = -1;
  waitpid(child, &status, 0);
  if (status) failures++;
}

static void check_open(int fd) {
  check("open", works(fd));
  check("open leaves FD_CLOEXEC off", fcntl(fd, F_GETFD) == 0);
  int flagged = open(DEVICE, O_RDWR | O_CLOEXEC);
  check("O_CLOEXEC", fcntl(flagged, F_GETFD) == FD_CLOEXEC);
  spawn_self("O_CLOEXEC closes on exec", flagged, 0);
  close(flagged);
  int at = openat(AT_FDCWD, DEVICE, O_RDWR);
  check("openat", works(at));
  close(at);
  int folder = open("/dev", O_RDONLY | O_DIRECTORY);
  int relative = openat(folder, "atoll-test", O_RDWR);
  check("openat relative to a directory", works(relative));
  struct { uint64_t flags, mode, resolve; } how = {O_RDWR | O_CLOEXEC, 0, 0};
  int second = (int)syscall(SYS_openat2, AT_FDCWD, DEVICE, &how, sizeof how);
  check("openat2", works(second) && fcntl(second, F_GETFD) == FD_CLOEXEC);
  int odd = open("/dev/../dev//./atoll-test", O_RDWR);
  check("a path that is not normal", works(odd));
  char far[600] = "/dev";
  for (int i = 0; i < 250; i++) strcat(far, "/.");
  strcat(far, "/atoll-test");
  int long_path = open(far, O_RDWR);
  check("a path longer than the name of a memory file", works(long_path));
  close(long_path);
  close(folder), close(relative), close(second), close(odd);
  check("a name that only begins alike", open(DEVICE "0", O_RDWR) < 0 && errno == ENOENT);
}

static void check_copies(int fd) {
  check("dup", works(dup(fd)));
  check("dup2", works(dup2(fd, 77)));
  check("dup3", works(dup3(fd, 78, O_CLOEXEC)));
  check("F_DUPFD", works(fcntl(fd, F_DUPFD, 90)));
  check("F_DUPFD_CLOEXEC", works(fcntl(fd, F_DUPFD_CLOEXEC, 100)));
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    check("fork", works(fd));
    _exit(failures);
  }
  join(child);
  spawn_self("posix_spawn inherits", fd, 1);
  char command[200];
  snprintf(command, sizeof command, "/proc/%d/exe child %d 1 'system inherits'", getpid(), fd);
  if (system(command)) failures++;
}

static void check_passing(int fd) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets)) failures++;
  pid_t child = fork();
  if (child == 0) {
    syscall(SYS_close_range, fd, fd, 0);
    check("SCM_RIGHTS", works(receive_descriptor(sockets[1])));
    _exit(failures);
  }
  send_descriptor(sockets[0], fd);
  join(child);
  int self = (int)syscall(SYS_pidfd_open, getpid(), 0);
  check("pidfd_getfd", works((int)syscall(SYS_pidfd_getfd, self, fd, 0)));
  char *stack = malloc(65536);
  child = clone(close_78, stack + 65536, CLONE_FILES | CLONE_VM | SIGCHLD, NULL);
  join(child);
  check("close in a CLONE_FILES child", !works(78) && errno == EBADF);
  free(stack);
}

static void check_closing(int fd) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    unshare(CLONE_FILES);
    check("after unshare(CLONE_FILES)", works(fd));
    syscall(SYS_close_range, 3, ~0u, 0);
    check("close_range", !works(fd) && errno == EBADF);
    _exit(failures);
  }
  join(child);
  check("a child's close_range is its own", works(fd));
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int again = open(link, O_RDWR);
  check("reopened through /proc/self/fd", works(again));
  snprintf(link, sizeof link, "/dev/fd/%d", fd);
  check("reopened through /dev/fd", works(open(link, O_RDWR)));
  char *mine = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  mine[0] = 'A';
  char *same = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, again, 0);
  check("a reopened file is the same memory", same[0] == 'A');
  int fresh = open_device();
  char *other = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fresh, 0);
  check("a second open is memory of its own", other[0] == 0);
}

static void check_others(void) {
  int null = open("/dev/null", O_RDWR);
  struct exchange e = {7, 0, 41};
  check("ioctl of another file is the kernel's", ioctl(null, REQUEST_INCREMENT, &e) < 0 && errno == ENOTTY && e.value == 41);
  int pipes[2];
  if (pipe(pipes)) failures++;
  int waiting = -1;
  check("FIONREAD of a pipe", write(pipes[1], "abc", 3) == 3 && ioctl(pipes[0], FIONREAD, &waiting) == 0 && waiting == 3);
  check("ioctl of no file", ioctl(999, REQUEST_INCREMENT, &e) < 0 && errno == EBADF);
}

int main(int count, char **values) {
  if (count > 3 && !strcmp(values[1], "child")) {
    check(values[4], works(atoi(values[2])) == atoi(values[3]));
    return finish();
  }
  int fd = open_device();
  check_open(fd);
  check_copies(fd);
  check_passing(fd);
  check_closing(fd);
  check_others();
  return finish();
}

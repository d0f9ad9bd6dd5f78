/* Trees of processes by every call that makes one; execve by the main thread and by another one. */
#include "guest.h"
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>

extern char **environ;

static int status_of(pid_t child) {
  int status = -1;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int tree(int depth) {
  if (depth == 0) return works(open_device()) ? 0 : 1;
  pid_t children[2];
  for (int i = 0; i < 2; i++) {
    children[i] = fork();
    if (children[i] == 0) _exit(tree(depth - 1));
  }
  return status_of(children[0]) | status_of(children[1]);
}

static pid_t clone3_fork(void) {
  struct { uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls; } arguments = {0};
  arguments.exit_signal = SIGCHLD;
  return (pid_t)syscall(435 /* clone3, all ABIs */, &arguments, sizeof arguments);
}

static void *exec_in_thread(void *fd) {
  execl("/proc/self/exe", "processes", "child", (char *)fd, NULL);
  return NULL;
}

int main(int count, char **values) {
  if (count > 2 && !strcmp(values[1], "child")) return works(atoi(values[2])) && works(open_device()) ? 23 : 1;
  int fd = open_device();
  char number[16];
  snprintf(number, sizeof number, "%d", fd);
  char *arguments[] = {"processes", "child", number, NULL};

  check("a tree of 31 processes by fork", tree(4) == 0);
  pid_t child = vfork();
  if (child == 0) {
    execve("/proc/self/exe", arguments, environ);
    _exit(1);
  }
  check("vfork and exec", status_of(child) == 23);
  posix_spawn(&child, "/proc/self/exe", NULL, NULL, arguments, environ);
  check("posix_spawn", status_of(child) == 23);
  child = clone3_fork();
  if (child == 0) _exit(works(fd) ? 23 : 1);
  check("clone3", status_of(child) == 23);
  child = fork();
  if (child == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, exec_in_thread, number);
    for (;;) pause();
  }
  check("exec by a thread that is not the first", status_of(child) == 23);
  check("a pipeline of a shell", system("printf 'b\\na\\n' | sort | head -n 1 | grep -q a") == 0);
  return finish();
}

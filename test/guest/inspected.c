/* A process that shares its memory with another one attaches to all of its threads, as AddressSanitizer's leak checker
 * does: reads their registers, and detaches, or dies while attached. Some threads call the device all the time. */
#include "guest.h"
#include <dirent.h>
#include <elf.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

enum { THREADS = 6, ROUNDS = 12, MAX_TASKS = 16 };

static volatile unsigned long turns[THREADS];
static int device;

struct round {
  int dies; /* without detaching */
  int tasks, attached, waited, refused, registers, pieces, still, detached;
};

static void *turn(void *argument) {
  long index = (long)argument;
  for (;;) {
    if (index & 1) works(device);
    turns[index]++;
  }
  return NULL;
}

static unsigned long sum(void) {
  unsigned long all = 0;
  for (int i = 0; i < THREADS; i++) all += turns[i];
  return all;
}

static int list(pid_t process, pid_t *tasks) {
  char path[64];
  int count = 0;
  sprintf(path, "/proc/%d/task", process);
  DIR *folder = opendir(path);
  for (struct dirent *entry; (entry = readdir(folder)) && count < MAX_TASKS;)
    if (entry->d_name[0] != '.') tasks[count++] = atoi(entry->d_name);
  closedir(folder);
  return count;
}

static void look(struct round *round, pid_t task) {
  struct user_regs_struct all = {0};
  struct iovec vector = {&all, sizeof all};
  int status = 0;
  round->attached += ptrace(PTRACE_ATTACH, task, 0, 0) == 0;
  round->waited += waitpid(task, &status, __WALL) == task && WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP;
  round->refused += ptrace(PTRACE_ATTACH, task, 0, 0) == -1 && errno == EPERM;
#ifdef __x86_64__
  int named = ptrace(PTRACE_GETREGSET, task, NT_PRSTATUS, &vector) == 0 && all.rsp && vector.iov_len == sizeof all;
#else
  int named = ptrace(PTRACE_GETREGSET, task, NT_PRSTATUS, &vector) == 0 && all.esp && vector.iov_len == sizeof all;
#endif
  struct user_regs_struct again = {0};
  round->registers += named && ptrace(PTRACE_GETREGS, task, 0, &again) == 0 && !memcmp(&again, &all, sizeof all);
  memset(&again, 0, sizeof again);
  vector = (struct iovec){&again, 2 * sizeof(long)};
  round->pieces += ptrace(PTRACE_GETREGSET, task, NT_PRSTATUS, &vector) == 0 && vector.iov_len == 2 * sizeof(long) &&
                   !memcmp(&again, &all, 2 * sizeof(long)) && !((long *)&again)[2];
}

static int inspect(void *argument) {
  struct round *round = argument;
  pid_t tasks[MAX_TASKS];
  round->tasks = list(getppid(), tasks);
  for (int i = 0; i < round->tasks; i++) look(round, tasks[i]);
  unsigned long before = sum();
  usleep(2000);
  round->still = sum() == before;
  if (round->dies) kill(getpid(), SIGKILL);
  for (int i = 0; i < round->tasks; i++) round->detached += ptrace(PTRACE_DETACH, tasks[i], 0, 0) == 0;
  return 0;
}

static void expect(const char *name, int got, int wanted) {
  if (got == wanted) return;
  printf("FAIL %s: %d instead of %d\n", name, got, wanted);
  failures++;
}

static void inspection(int dies) {
  static char stack[1 << 16] __attribute__((aligned(16)));
  struct round round = {.dies = dies};
  int status = 0;
  pid_t child = clone(inspect, stack + sizeof stack, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_UNTRACED, &round);
  expect("its end is seen", waitpid(child, &status, __WALL), child);
  expect("as it was", dies ? WIFSIGNALED(status) : WIFEXITED(status), 1);
  expect("threads", round.tasks, THREADS + 1);
  expect("PTRACE_ATTACH", round.attached, round.tasks);
  expect("waitpid", round.waited, round.tasks);
  expect("PTRACE_ATTACH once more", round.refused, round.tasks);
  expect("registers", round.registers, round.tasks);
  expect("some registers", round.pieces, round.tasks);
  expect("all stand still", round.still, 1);
  expect("PTRACE_DETACH", round.detached, dies ? 0 : round.tasks);
  unsigned long before[THREADS];
  for (int i = 0; i < THREADS; i++) before[i] = turns[i];
  for (int i = 0; i < THREADS; i++)
    while (turns[i] == before[i]) usleep(100);
}

int main(void) {
  pthread_t thread;
  device = open_device();
  for (long i = 0; i < THREADS; i++) pthread_create(&thread, NULL, turn, (void *)i);
  for (int i = 0; i < THREADS; i++)
    while (!turns[i]) usleep(100);
  for (int i = 0; i < ROUNDS; i++) inspection(i % 3 == 2);
  check("threads are inspected, and go on afterwards", failures == 0);
  return finish();
}

/* The start of Multi2Sim's OpenCL runtime: finds the device, opens it, and gives its threads real-time priority. An
 * argument selects another device. Prints the results, and the scheduling of the process. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct attributes {
  unsigned size, policy;
  unsigned long long flags;
  int nice;
  unsigned priority;
  unsigned long long runtime, deadline, period;
};

static void *helper(void *unused) {
  struct sched_param param = {98};
  int error = pthread_setschedparam(pthread_self(), SCHED_RR, &param);
  printf("helper %d policy %d\n", error, sched_getscheduler(0));
  return unused;
}

int main(int count, char **arguments) {
  const char *device = count > 1 ? arguments[1] : "/dev/southern-islands";
  struct sched_param param = {98}, zero = {0};
  struct attributes fifo = {sizeof fifo, SCHED_FIFO, 0, 0, 50, 0, 0, 0};
  pthread_t thread;
  access("/dev/multi2sim", count > 1 ? X_OK : F_OK);
  printf("open %d\n", open(device, O_RDWR) >= 0);
  pthread_create(&thread, 0, helper, 0);
  pthread_join(thread, 0);
  int result = sched_setscheduler(0, SCHED_FIFO, &param);
  printf("fifo %d errno %d\n", result, result ? errno : 0);
  sched_setscheduler(0, SCHED_OTHER, &zero);
  result = syscall(SYS_sched_setattr, 0, &fifo, 0);
  printf("attributes %d errno %d\n", result, result ? errno : 0);
  sched_setscheduler(0, SCHED_OTHER, &zero);
  printf("batch %d\n", sched_setscheduler(0, SCHED_BATCH, &zero));
  return 0;
}

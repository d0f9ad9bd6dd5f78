/* A hundred threads, each with its own calls; the host sees thread and process as the guest does. */
#include "guest.h"
#include <pthread.h>
#include <sys/syscall.h>

enum { THREADS = 100, CALLS = 20 };
static int fd;

static void *run(void *unused) {
  (void)unused;
  struct exchange e = {1, 0, 0};
  long good = 0;
  for (int i = 0; i < CALLS; i++) good += ioctl(fd, REQUEST_INCREMENT, &e) == 1;
  struct exchange identity = {0, 0, 0};
  ioctl(fd, REQUEST_IDENTITY, &identity);
  good += identity.operand == (uint32_t)syscall(SYS_gettid) && identity.value == (uint64_t)getpid();
  return (void *)(good == CALLS + 1 && e.value == CALLS ? 1L : 0L);
}

int main(void) {
  fd = open_device();
  pthread_t threads[THREADS];
  long good = 0;
  for (int i = 0; i < THREADS; i++) {
    if (pthread_create(&threads[i], NULL, run, NULL)) return 1;
  }
  for (int i = 0; i < THREADS; i++) {
    void *result;
    pthread_join(threads[i], &result);
    good += (long)result;
  }
  check("100 threads", good == THREADS);
  return finish();
}

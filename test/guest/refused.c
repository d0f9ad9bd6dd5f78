/* A device that refuses every open (EBUSY): the guest keeps no descriptor, also while signals rain on it. */
#include "guest.h"
#include <signal.h>
#include <sys/time.h>

static volatile int handled;

static void count(int signal) {
  (void)signal;
  handled++;
}

int main(void) {
  check("the errno of the device", open_device() < 0 && errno == EBUSY);
  int next = open("/dev/null", O_RDONLY);
  check("no descriptor is left", next == 3);
  struct sigaction action = {.sa_handler = count, .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &action, NULL);
  struct itimerval often = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &often, NULL);
  int refused = 0;
  for (int i = 0; i < 1500; i++) refused += open_device() < 0 && errno == EBUSY;
  setitimer(ITIMER_REAL, &never, NULL);
  check("1500 opens under a 2 kHz timer", refused == 1500 && handled > 0);
  check("still none is left", dup(next) == 4);
  return finish();
}

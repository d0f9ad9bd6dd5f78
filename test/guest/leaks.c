/*
 * For compilers' leak checkers: eight threads, each with a block that only its stack or a register names. Argument:
 * "leak" loses one.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 8 };

static int ready;

static void *hold(void *sleeps) {
  char *volatile block = malloc(1000);
  __atomic_add_fetch(&ready, 1, __ATOMIC_SEQ_CST);
  for (;;) {
    block[0]++;
    if (sleeps) usleep(10);
  }
  return NULL;
}

int main(int count, char **values) {
  pthread_t thread;
  for (long i = 0; i < THREADS; i++) pthread_create(&thread, NULL, hold, (void *)(i & 1));
  while (__atomic_load_n(&ready, __ATOMIC_SEQ_CST) < THREADS) usleep(100);
  if (count > 1 && !strcmp(values[1], "leak")) {
    char *volatile lost = malloc(77);
    lost = NULL;
  }
  puts("done");
  fflush(stdout);
  return 0;
}

/* Leaves a daemon behind (double fork, setsid) that uses the device `seconds` later and writes to a file. */
#include "guest.h"

int main(int count, char **values) {
  if (count < 3) return 2;
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      usleep((useconds_t)atoi(values[1]) * 1000);
      FILE *file = fopen(values[2], "w");
      fprintf(file, "%s", works(open_device()) ? "daemon works" : "daemon fails");
      fclose(file);
      for (int i = 3; i < count; i++) pause();
    }
    _exit(0);
  }
  return 3;
}

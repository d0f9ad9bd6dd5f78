// Writes CLOCK_MONOTONIC (seconds, nanoseconds: two 64-bit words) as the first thing that it does, and ends. Without a
// C library.

static long call(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return result;
}

enum { WRITE = 1, EXIT = 60, CLOCK_GETTIME = 228, CLOCK_MONOTONIC = 1 };

void _start(void) {
  long time[2];
  call(CLOCK_GETTIME, CLOCK_MONOTONIC, (long)time, 0);
  call(WRITE, 1, (long)time, sizeof time);
  call(EXIT, 0, 0, 0);
}

/* Queries real devices, and prints their answers: WHAT PATH. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/if_tun.h>
#include <linux/loop.h>
#include <linux/random.h>
#include <net/if.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static const char *path, *given;

static int must_open(const char *name, int flags) {
  int fd = open(name, flags);
  if (fd < 0) {
    printf("open %s: %s\n", name, strerror(errno));
    exit(3);
  }
  return fd;
}

static void print_bytes(const char *what, const unsigned char *bytes, long count) {
  printf("%s %ld:", what, count);
  for (long i = 0; i < count; i++) printf(" %02x", bytes[i]);
  printf("\n");
}

static void entropy(int fd) {
  int count = -1;
  int result = ioctl(fd, RNDGETENTCNT, &count);
  printf("entropy %d %d\n", result, count);
}

static void numbers(int fd) {
  unsigned char bytes[8] = {0};
  print_bytes("read", bytes, read(fd, bytes, sizeof bytes));
}

static void random_device(void) {
  int fd = must_open(path, O_RDONLY);
  struct stat status;
  fstat(fd, &status);
  printf("number %d:%d\n", major(status.st_rdev), minor(status.st_rdev));
  entropy(fd);
  numbers(fd);
  unsigned char bytes[6];
  struct iovec pieces[2] = {{bytes, 4}, {bytes + 4, 2}};
  print_bytes("readv", bytes, readv(fd, pieces, 2));
  struct pollfd polled = {fd, POLLIN, 0};
  int ready = poll(&polled, 1, 1000);
  printf("poll %d %x\n", ready, polled.revents);
  int unknown = ioctl(fd, _IOWR('R', 99, int[4]), bytes);
  printf("unknown %d %s\n", unknown, strerror(errno));
  close(fd);
}

static void swapped(void) {
  int fd = must_open(path, O_RDONLY);
  numbers(fd);
  entropy(fd);
}

static void zero(void) {
  int fd = must_open(path, O_RDWR);
  volatile unsigned *shared = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  volatile unsigned *own = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  if (shared == MAP_FAILED || own == MAP_FAILED) exit(4);
  printf("mapped %u %u\n", shared[1024], own[7]);
  shared[3] = given ? atoi(given) : 33;
  own[3] = 44;
  unsigned word = 5;
  long got = read(fd, &word, sizeof word);
  printf("read %ld %u, memory %u %u\n", got, word, shared[3], own[3]);
  long written = write(fd, "gone", 4);
  long place = lseek(fd, 100, SEEK_SET);
  printf("written %ld, place %ld\n", written, place);
}

static void terminal(void) {
  int master = must_open("/dev/ptmx", O_RDWR | O_NOCTTY);
  int unlock = 0, number = -1;
  ioctl(master, TIOCSPTLCK, &unlock);
  ioctl(master, TIOCGPTN, &number);
  char name[64];
  snprintf(name, sizeof name, "/dev/pts/%d", number);
  int slave = must_open(name, O_RDWR | O_NOCTTY);
  struct winsize size = {24, 80, 0, 0}, seen = {0};
  ioctl(master, TIOCSWINSZ, &size);
  ioctl(slave, TIOCGWINSZ, &seen);
  printf("terminal %d, %d rows, %d columns\n", isatty(slave), seen.ws_row, seen.ws_col);
  write(master, "line\n", 5);
  char line[16] = {0};
  long got = read(slave, line, sizeof line);
  printf("line %ld %s", got, line);
}

static void tunnel(void) {
  int fd = must_open(path, O_RDWR);
  unsigned features = 0;
  struct ifreq wanted = {0}, given = {0};
  int told = ioctl(fd, TUNGETFEATURES, &features);
  printf("features %d %x\n", told, features);
  strcpy(wanted.ifr_name, "atoll%d");
  wanted.ifr_flags = IFF_TUN | IFF_NO_PI;
  int made = ioctl(fd, TUNSETIFF, &wanted);
  int asked = ioctl(fd, TUNGETIFF, &given);
  printf("made %d %s, asked %d %s\n", made, wanted.ifr_name, asked, given.ifr_name);
}

/* An unused loop device; with a file behind it, where one is given. */
static void loop(void) {
  int control = must_open(path, O_RDWR), number = ioctl(control, LOOP_CTL_GET_FREE);
  char name[32];
  snprintf(name, sizeof name, "/dev/loop%d", number);
  int fd = must_open(name, O_RDWR);
  struct loop_info64 info = {0};
  unsigned long long size = 7;
  int asked = ioctl(fd, LOOP_GET_STATUS64, &info);
  printf("%s: status %d %s\n", name, asked, strerror(errno));
  int sized = ioctl(fd, BLKGETSIZE64, &size);
  printf("size %d %llu\n", sized, size);
  if (!given) return;
  int set = ioctl(fd, LOOP_SET_FD, open(given, O_RDWR));
  printf("set %d %s\n", set, set < 0 ? strerror(errno) : "");
  if (set < 0) return;
  /* It goes with its last descriptor, however this program ends. */
  info.lo_flags = LO_FLAGS_AUTOCLEAR;
  strcpy((char *)info.lo_file_name, "atoll");
  ioctl(fd, LOOP_SET_STATUS64, &info);
  memset(&info, 0, sizeof info);
  asked = ioctl(fd, LOOP_GET_STATUS64, &info);
  ioctl(fd, BLKGETSIZE64, &size);
  printf("status %d '%s' flags %x, size %llu\n", asked, info.lo_file_name, info.lo_flags, size);
  unsigned char bytes[8] = {0};
  print_bytes("read", bytes, pread(fd, bytes, sizeof bytes, 512));
}

static void *reader(void *count) {
  /* Their first calls distinguish them. */
  int fd = must_open(path, O_RDONLY | ((long)count == 21 ? O_NONBLOCK : 0));
  unsigned sum = 0;
  for (long i = 0; i < (long)count; i++) {
    unsigned word = 0;
    read(fd, &word, sizeof word);
    sum += word;
  }
  return (void *)(uintptr_t)sum;
}

static void threads(void) {
  pthread_t both[2];
  void *sums[2];
  for (long i = 0; i < 2; i++) pthread_create(&both[i], 0, reader, (void *)(20 + i));
  for (int i = 0; i < 2; i++) pthread_join(both[i], &sums[i]);
  printf("sums %lx %lx\n", (unsigned long)sums[0], (unsigned long)sums[1]);
}

static void inherited(void) {
  int fd = must_open(path, O_RDONLY);
  int copy = dup(fd);
  close(fd);
  fflush(stdout);
  if (fork() == 0) {
    numbers(copy);
    exit(0);
  }
  wait(0);
  numbers(copy);
}

static void nobody(int signal) { (void)signal; }

/* Reads that wait, do not wait, and are interrupted; polls with descriptors of this machine's own. */
static void waits(void) {
  int master = must_open("/dev/ptmx", O_RDWR | O_NOCTTY), unlock = 0, ends[2];
  ioctl(master, TIOCSPTLCK, &unlock);
  char bytes[16] = {0};
  struct iovec pieces[2] = {{"on", 2}, {"e\n", 2}};
  printf("written %ld\n", writev(master, pieces, 2));
  long got = read(master, bytes, sizeof bytes);
  print_bytes("echo", (unsigned char *)bytes, got);
  pipe(ends);
  struct pollfd polled[3] = {{ends[0], POLLIN, 0}, {master, POLLIN, 0}, {-1, POLLIN, 7}};
  printf("nothing %d\n", poll(polled, 3, 50));
  write(ends[1], "x", 1);
  int ready = poll(polled, 3, -1);
  printf("own %d %x %x\n", ready, polled[0].revents, polled[1].revents);
  write(master, "x", 1);
  struct timespec long_time = {10, 0};
  ready = ppoll(polled + 1, 1, &long_time, 0);
  printf("other %d %x\n", ready, polled[1].revents);
  read(master, bytes, sizeof bytes);
  fcntl(master, F_SETFL, O_RDWR | O_NONBLOCK);
  got = read(master, bytes, sizeof bytes);
  printf("at once %ld %s\n", got, strerror(errno));
  fcntl(master, F_SETFL, O_RDWR);
  struct sigaction action = {0};
  action.sa_handler = nobody;
  sigaction(SIGALRM, &action, 0);
  ualarm(100000, 0);
  got = read(master, bytes, sizeof bytes);
  printf("interrupted %ld %s\n", got, strerror(errno));
  printf("sought %ld %s\n", (long)lseek(master, 1, SEEK_SET), strerror(errno));
  printf("nowhere %ld\n", ioctl(master, TIOCGPTN, (void *)8) < 0 ? (long)errno : 0);
}

/* Waits for an event that never comes, and repeats the request. */
static void forever(void) {
  int master = must_open("/dev/ptmx", O_RDWR | O_NOCTTY);
  char byte;
  puts("waits");
  fflush(stdout);
  long got = read(master, &byte, 1);
  printf("read %ld %s\n", got, strerror(errno));
  printf("open %d %s\n", open("/dev/ptmx", O_RDWR | O_NOCTTY), strerror(errno));
}

static void print_selected(const char *what, int result, const fd_set *sets, int a, int b) {
  printf("%s %d", what, result);
  if (result < 0) printf(" %s", strerror(errno));
  for (int i = 0; i < 3 && result >= 0; i++) printf(" %d%d", FD_ISSET(a, &sets[i]) != 0, FD_ISSET(b, &sets[i]) != 0);
  printf("\n");
}

static void watch_both(fd_set *sets, int a, int b) {
  for (int i = 0; i < 3; i++) FD_ZERO(&sets[i]);
  FD_SET(a, &sets[0]);
  FD_SET(b, &sets[0]);
  FD_SET(a, &sets[2]);
}

/* Waits by select and pselect, with a descriptor of this machine's own. */
static void selects(void) {
  int master = must_open("/dev/ptmx", O_RDWR | O_NOCTTY), unlock = 0, ends[2];
  ioctl(master, TIOCSPTLCK, &unlock);
  pipe(ends);
  int most = (master > ends[0] ? master : ends[0]) + 1;
  fd_set sets[3];
  watch_both(sets, master, ends[0]);
  struct timeval soon = {0, 50000};
  int result = select(most, &sets[0], 0, &sets[2], &soon);
  FD_ZERO(&sets[1]);
  print_selected("nothing", result, sets, master, ends[0]);
  printf("left %ld %ld\n", (long)soon.tv_sec, (long)soon.tv_usec);
  watch_both(sets, master, ends[0]);
  FD_SET(master, &sets[1]);
  result = select(most, &sets[0], &sets[1], &sets[2], 0);
  print_selected("writable", result, sets, master, ends[0]);
  write(ends[1], "x", 1);
  watch_both(sets, master, ends[0]);
  struct timespec late = {10, 0};
  result = pselect(most, &sets[0], 0, &sets[2], &late, 0);
  print_selected("own", result, sets, master, ends[0]);
  write(master, "line\n", 5);
  /* The echo takes a moment. */
  struct pollfd echo = {master, POLLIN, 0};
  poll(&echo, 1, -1);
  watch_both(sets, master, ends[0]);
  struct timeval long_time = {10, 0};
  result = select(most, &sets[0], &sets[1], &sets[2], &long_time);
  print_selected("both", result, sets, master, ends[0]);
  printf("early %d\n", long_time.tv_sec >= 5);
  close(ends[0]);
  watch_both(sets, master, ends[0]);
  result = select(most, &sets[0], 0, &sets[2], 0);
  print_selected("closed", result, sets, master, ends[0]);
}

static void epolls(void) {
  int master = must_open("/dev/ptmx", O_RDWR | O_NOCTTY);
  struct epoll_event event = {EPOLLIN, {0}};
  int result = epoll_ctl(epoll_create1(0), EPOLL_CTL_ADD, master, &event);
  printf("epoll %s\n", result < 0 ? strerror(errno) : "ok");
}

static void crash(void) {
  numbers(must_open(path, O_RDONLY));
  fflush(stdout);
  abort();
}

int main(int argc, char **argv) {
  const char *what = argv[1];
  path = argc > 2 ? argv[2] : "";
  given = argc > 3 ? argv[3] : 0;
  if (!strcmp(what, "random")) random_device();
  if (!strcmp(what, "swapped")) swapped();
  if (!strcmp(what, "zero")) zero();
  if (!strcmp(what, "terminal")) terminal();
  if (!strcmp(what, "tunnel")) tunnel();
  if (!strcmp(what, "threads")) threads();
  if (!strcmp(what, "inherited")) inherited();
  if (!strcmp(what, "waits")) waits();
  if (!strcmp(what, "selects")) selects();
  if (!strcmp(what, "epolls")) epolls();
  if (!strcmp(what, "loop")) loop();
  if (!strcmp(what, "forever")) forever();
  if (!strcmp(what, "crash")) crash();
  if (!strcmp(what, "missing")) must_open(path, O_RDWR);
  if (!strcmp(what, "nothing")) puts("nothing");
  return 0;
}

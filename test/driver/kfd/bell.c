// Threads with a queue each ring at the same time after pauses in which nothing is to be done, by a store to doorbells
// of one page. Half of them block all signals. In the middle of it the program sets the action of SIGBUS: the
// argument is `default`, `ignore` or `handler`. At last it touches a page of a file of its own that has been made
// shorter: that is its own error, by a signal.

#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/kfd_ioctl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { GPU = 0xa701, THREADS = 4, ROUNDS = 15, PAGE = 4096, SHARE = 0x4000, SIZE = THREADS * SHARE, RING_AT = 0x1000, SIGNAL_AT = 0x2000 };
enum { PAUSE_MS = 30, IDLE_MS = 300, TIMEOUT_MS = 20000, BARRIER = 3, INVALID = 1 };

static int kfd, noticed, own_errors, kept;
static unsigned char* memory;
static pthread_barrier_t together;
static sigjmp_buf after_error;

static void pause_for(long milliseconds) {
  struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
}

static int map_memory(int render) {
  struct kfd_ioctl_alloc_memory_of_gpu_args order = {.va_addr = 0x1050000000ull,
                                                     .size = SIZE,
                                                     .gpu_id = GPU,
                                                     .flags = KFD_IOC_ALLOC_MEM_FLAGS_GTT | KFD_IOC_ALLOC_MEM_FLAGS_WRITABLE};
  if (ioctl(kfd, AMDKFD_IOC_ALLOC_MEMORY_OF_GPU, &order)) return 1;
  memory = mmap((void*)(uintptr_t)order.va_addr, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, render, (off_t)order.mmap_offset);
  return memory == MAP_FAILED;
}

/** A queue in a part of the memory. Returns its doorbell. */
static volatile uint64_t* queue_in(unsigned char* part) {
  for (int n = 0; n < PAGE; n += 64) part[RING_AT + n] = INVALID;
  uint64_t at = (uint64_t)(uintptr_t)part;
  struct kfd_ioctl_create_queue_args order = {.ring_base_address = at + RING_AT,
                                              .write_pointer_address = at + 56,
                                              .read_pointer_address = at + 128,
                                              .ring_size = PAGE,
                                              .gpu_id = GPU,
                                              .queue_type = KFD_IOC_QUEUE_TYPE_COMPUTE_AQL,
                                              .queue_percentage = 100,
                                              .queue_priority = 7};
  if (ioctl(kfd, AMDKFD_IOC_CREATE_QUEUE, &order)) return NULL;
  off_t page = (off_t)(order.doorbell_offset & ~(uint64_t)(PAGE - 1));
  unsigned char* bells = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, kfd, page);
  return bells == MAP_FAILED ? NULL : (volatile uint64_t*)(bells + order.doorbell_offset % PAGE);
}

/** Rings for a packet without work; whether that is done in time. */
static int ring(unsigned char* part, volatile uint64_t* bell, uint64_t index) {
  volatile uint64_t* done = (volatile uint64_t*)(part + SIGNAL_AT + 8);
  unsigned char* packet = part + RING_AT + index * 64 % PAGE;
  uint64_t signal = (uint64_t)(uintptr_t)(part + SIGNAL_AT);
  *done = 1;
  memset(packet + 4, 0, 60);
  memcpy(packet + 56, &signal, 8);
  __atomic_store_n((volatile uint64_t*)(part + 56), index + 1, __ATOMIC_SEQ_CST);
  __atomic_store_n((uint32_t*)packet, BARRIER, __ATOMIC_RELEASE);
  *bell = index;
  for (int waited = 0; *done != 0; waited++) {
    if (waited == TIMEOUT_MS) return 0;
    pause_for(1);
  }
  return 1;
}

static void* thread_main(void* part) {
  sigset_t mask;
  int blocks = ((unsigned char*)part - memory) / SHARE % 2;
  if (blocks) {
    sigfillset(&mask);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
  }
  volatile uint64_t* bell = queue_in(part);
  for (int round = 0; round < ROUNDS; round++) {
    pthread_barrier_wait(&together);
    pause_for(PAUSE_MS);
    pthread_barrier_wait(&together);
    if (bell && ring(part, bell, (uint64_t)round)) __atomic_add_fetch(&noticed, 1, __ATOMIC_SEQ_CST);
  }
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  if (sigismember(&mask, SIGBUS) == blocks) __atomic_add_fetch(&kept, 1, __ATOMIC_SEQ_CST);
  return NULL;
}

static void on_error(int signal) {
  (void)signal;
  siglongjmp(after_error, 1);
}

static void touch_what_is_gone(void) {
  int file = memfd_create("own", 0);
  if (ftruncate(file, PAGE)) return;
  volatile char* own = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (ftruncate(file, 0)) return;
  if (sigsetjmp(after_error, 1)) own_errors++;
  else *own = 1;
}

static void (*action(void))(int) {
  struct sigaction now;
  sigaction(SIGBUS, NULL, &now);
  return now.sa_handler;
}

int main(int count, char** arguments) {
  if (count != 2) return 2;
  void (*wanted)(int) = strcmp(arguments[1], "default") == 0 ? SIG_DFL : strcmp(arguments[1], "ignore") == 0 ? SIG_IGN : on_error;
  kfd = open("/dev/kfd", O_RDWR | O_CLOEXEC);
  int render = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
  struct kfd_ioctl_acquire_vm_args vm = {.drm_fd = (uint32_t)render, .gpu_id = GPU};
  if (kfd < 0 || render < 0 || ioctl(kfd, AMDKFD_IOC_ACQUIRE_VM, &vm) || map_memory(render)) return 2;
  const off_t whole = lseek(kfd, 0, SEEK_END);
  // As compilers do while they write a file.
  signal(SIGBUS, on_error);
  signal(SIGBUS, SIG_DFL);
  pthread_barrier_init(&together, NULL, THREADS);
  pthread_t threads[THREADS];
  for (int n = 0; n < THREADS; n++) pthread_create(&threads[n], NULL, thread_main, memory + n * SHARE);
  pause_for(ROUNDS / 2 * PAUSE_MS);
  // Doorbells have been taken away by now.
  signal(SIGBUS, wanted);
  for (int n = 0; n < THREADS; n++) pthread_join(threads[n], NULL);
  printf("noticed %d of %d, masks kept %d, action kept %d, ", noticed, THREADS * ROUNDS, kept, action() == wanted);
  pause_for(IDLE_MS);
  printf("taken %d\n", lseek(kfd, 0, SEEK_END) < whole);
  fflush(stdout);
  touch_what_is_gone();
  printf("own errors %d\n", own_errors);
  return 0;
}

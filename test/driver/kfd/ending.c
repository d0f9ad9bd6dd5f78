// Ends programs in the middle of everything: kernels that run for ever, in queues that are destroyed, or whose memory
// is freed, unmapped or overwritten, and programs that are killed. Arguments: seed, how many programs. Prints how many
// have ended as they were meant to; a queue of the program that has started them, and one in each that continues, must
// still execute.

#include <fcntl.h>
#include <linux/kfd_ioctl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GPU 0xa701
#define SIZE (1u << 20)
#define QUEUES 6
#define QUEUE_BYTES 0x10000
#define RING_AT 0x1000
#define RING_BYTES 4096
#define SIGNALS_AT 0x4000
#define CODE_AT 0xe0000
#define SECONDS 60

static uint64_t state;
static int kfd, render;
static unsigned char* memory;
static uint64_t handle;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545f4914f6cdd1dull;
}

static void pause_for(long microseconds) {
  struct timespec time = {.tv_nsec = microseconds * 1000};
  nanosleep(&time, NULL);
}

static int acquire(void) {
  kfd = open("/dev/kfd", O_RDWR | O_CLOEXEC);
  render = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
  struct kfd_ioctl_acquire_vm_args vm = {.drm_fd = (uint32_t)render, .gpu_id = GPU};
  if (kfd < 0 || render < 0 || ioctl(kfd, AMDKFD_IOC_ACQUIRE_VM, &vm)) return 1;
  struct kfd_ioctl_alloc_memory_of_gpu_args order = {.va_addr = 0x1050000000ull,
                                                     .size = SIZE,
                                                     .gpu_id = GPU,
                                                     .flags = KFD_IOC_ALLOC_MEM_FLAGS_GTT | KFD_IOC_ALLOC_MEM_FLAGS_WRITABLE};
  if (ioctl(kfd, AMDKFD_IOC_ALLOC_MEMORY_OF_GPU, &order)) return 1;
  handle = order.handle;
  memory = mmap((void*)(uintptr_t)order.va_addr, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, render, (off_t)order.mmap_offset);
  uint32_t gpu = GPU;
  struct kfd_ioctl_map_memory_to_gpu_args map = {
      .handle = handle, .device_ids_array_ptr = (uint64_t)(uintptr_t)&gpu, .n_devices = 1};
  return memory == MAP_FAILED || ioctl(kfd, AMDKFD_IOC_MAP_MEMORY_TO_GPU, &map);
}

static uint64_t address(int queue, uint64_t offset) {
  return (uint64_t)(uintptr_t)memory + (uint64_t)queue * QUEUE_BYTES + offset;
}
static volatile uint64_t* field(int queue, unsigned offset) { return (volatile uint64_t*)(uintptr_t)address(queue, offset); }

static int create(int queue, int type, uint32_t* id) {
  memset((void*)(uintptr_t)address(queue, 0), 0, QUEUE_BYTES);
  *field(queue, 192) = address(queue, SIGNALS_AT);
  for (int n = 0; n < RING_BYTES; n += 64) *(unsigned char*)(uintptr_t)address(queue, RING_AT + n) = type == KFD_IOC_QUEUE_TYPE_COMPUTE_AQL;
  struct kfd_ioctl_create_queue_args order = {.ring_base_address = address(queue, RING_AT),
                                              .write_pointer_address = address(queue, 56),
                                              .read_pointer_address = address(queue, 128),
                                              .ring_size = RING_BYTES,
                                              .gpu_id = GPU,
                                              .queue_type = (uint32_t)type,
                                              .queue_percentage = 100,
                                              .queue_priority = 7};
  int failed = ioctl(kfd, AMDKFD_IOC_CREATE_QUEUE, &order);
  *id = order.queue_id;
  return failed;
}

static int destroy(uint32_t id) {
  struct kfd_ioctl_destroy_queue_args args = {.queue_id = id};
  return ioctl(kfd, AMDKFD_IOC_DESTROY_QUEUE, &args);
}

/** A kernel that branches to itself, in so many work-groups. */
static void launch_endless(int queue, uint32_t groups) {
  unsigned char* code = memory + CODE_AT;
  *(uint32_t*)(code + 16) = 64;
  *(uint32_t*)(code + 64) = 0xbf82ffffu;
  *(uint32_t*)(code + 68) = 0xbf810000u;
  unsigned char* packet = (unsigned char*)(uintptr_t)address(queue, RING_AT);
  uint16_t sizes[4] = {1, 64, 1, 1};
  uint32_t grid[3] = {64 * groups, 1, 1};
  uint64_t rest[4] = {(uint64_t)(uintptr_t)code, 0, 0, address(queue, SIGNALS_AT + 128)};
  memset(packet + 2, 0, 62);
  memcpy(packet + 2, sizes, 8);
  memcpy(packet + 12, grid, 12);
  memcpy(packet + 32, rest, 32);
  __atomic_store_n((uint16_t*)packet, 2, __ATOMIC_RELEASE);
  *field(queue, 56) = 1;
}

/** A copy engine that waits for a word that is never written. */
static void poll_for_ever(int queue) {
  uint64_t word = address(queue, SIGNALS_AT + 512);
  uint32_t packet[6] = {8u | 3u << 28 | 1u << 31, (uint32_t)word, (uint32_t)(word >> 32), 1, ~0u, 0};
  memcpy((void*)(uintptr_t)address(queue, RING_AT), packet, sizeof packet);
  *field(queue, 56) = sizeof packet;
}

/** An empty barrier completes its signal. */
static int sound(int queue) {
  uint32_t id;
  if (create(queue, KFD_IOC_QUEUE_TYPE_COMPUTE_AQL, &id)) return 0;
  volatile uint64_t* done = field(queue, SIGNALS_AT + 128 + 8);
  *done = 1;
  unsigned char* packet = (unsigned char*)(uintptr_t)address(queue, RING_AT);
  uint64_t signal = address(queue, SIGNALS_AT + 128);
  memset(packet + 2, 0, 62);
  memcpy(packet + 56, &signal, 8);
  __atomic_store_n((uint16_t*)packet, 3, __ATOMIC_RELEASE);
  *field(queue, 56) = 1;
  time_t end = time(NULL) + SECONDS;
  while (*done != 0 && time(NULL) < end) pause_for(100);
  return *done == 0 && destroy(id) == 0;
}

static int free_all(void) {
  struct kfd_ioctl_free_memory_of_gpu_args args = {.handle = handle};
  return ioctl(kfd, AMDKFD_IOC_FREE_MEMORY_OF_GPU, &args);
}

/** @return the status to exit with; 0 where all is well */
static int child(int how) {
  uint32_t ids[QUEUES], copies;
  if (acquire()) return 2;
  // Those that are destroyed are more than run at a time, and have all begun.
  int running = how == 2 ? QUEUES - 1 : 1 + (int)(next() % (QUEUES - 1));
  for (int queue = 0; queue < running; queue++) {
    if (create(queue, KFD_IOC_QUEUE_TYPE_COMPUTE_AQL, &ids[queue])) return 3;
    launch_endless(queue, 1 + (uint32_t)(next() % 300));
  }
  if (create(QUEUES, KFD_IOC_QUEUE_TYPE_SDMA, &copies)) return 4;
  poll_for_ever(QUEUES);
  pause_for(how == 2 ? 400000 : (long)(next() % 4000));
  switch (how) {
    case 0:
      if (free_all()) return 5;
      break;
    case 1: munmap(memory, SIZE); break;
    case 2:
      // Only when they stop is there room for another.
      for (int queue = 0; queue < running; queue++)
        if (destroy(ids[queue])) return 6;
      if (destroy(copies) || !sound(QUEUES + 1)) return 7;
      break;
    case 3: kill(getpid(), SIGKILL); break;
    case 4: close(next() % 2 ? kfd : render); break;
    case 5:
      for (uint32_t n = 0; n < SIZE; n += 8) {
        uint64_t word = next();
        memcpy(memory + n, &word, 8);
      }
      break;
    default: return 0;
  }
  pause_for((long)(next() % 2000));
  return 0;
}

int main(int argc, char** argv) {
  uint64_t seed = argc > 1 ? strtoull(argv[1], 0, 0) : 1;
  int count = argc > 2 ? atoi(argv[2]) : 7, as_meant = 0;
  for (int n = 0; n < count; n += 2) {
    pid_t pids[2];
    // Two at a time.
    for (int k = 0; k < 2; k++) {
      if ((pids[k] = fork()) != 0) continue;
      state = (seed * 1000 + (uint64_t)(n + k)) * 0x9e3779b97f4a7c15ull + 1;
      _exit(child((n + k) % 7));
    }
    for (int k = 0; k < 2; k++) {
      int status = 0;
      waitpid(pids[k], &status, 0);
      int killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
      if ((n + k) % 7 == 3 ? killed : status == 0) as_meant++;
      else fprintf(stderr, "program %d: status 0x%x\n", n + k, status);
    }
  }
  if (acquire()) return 2;
  printf("as meant %d sound %d\n", as_meant, sound(0));
  return 0;
}

// Writes invalid packets into AQL queues, and overwrites them, indices, signals and memory while they are
// processed. Arguments: seed, number of packets. Prints the number of queues and how many of them reported an
// error by their signal; then a valid queue must still execute.

#include <fcntl.h>
#include <linux/kfd_ioctl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define GPU 0xa701
#define SIZE (1u << 20)
#define RING_AT 0x10000
#define RING_BYTES 4096
#define SIGNALS_AT 0x20000
#define SEGMENT_AT 0x30000
#define CODE_AT 0x40000

static uint64_t state;
static int kfd;
static unsigned char* memory;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545f4914f6cdd1dull;
}

static uint64_t address(uint64_t offset) { return (uint64_t)(uintptr_t)memory + offset; }

/** Memory that kernels reach, where the program has it too. */
static int map_memory(int render) {
  struct kfd_ioctl_alloc_memory_of_gpu_args order = {.va_addr = 0x1050000000ull,
                                                     .size = SIZE,
                                                     .gpu_id = GPU,
                                                     .flags = KFD_IOC_ALLOC_MEM_FLAGS_GTT | KFD_IOC_ALLOC_MEM_FLAGS_WRITABLE};
  if (ioctl(kfd, AMDKFD_IOC_ALLOC_MEMORY_OF_GPU, &order)) return 1;
  memory = mmap((void*)(uintptr_t)order.va_addr, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, render, (off_t)order.mmap_offset);
  uint32_t gpu = GPU;
  struct kfd_ioctl_map_memory_to_gpu_args map = {
      .handle = order.handle, .device_ids_array_ptr = (uint64_t)(uintptr_t)&gpu, .n_devices = 1};
  return memory == MAP_FAILED || ioctl(kfd, AMDKFD_IOC_MAP_MEMORY_TO_GPU, &map);
}

/** The fields of the runtime's amd_queue_t: indices, and the signal for errors. */
static volatile uint64_t* field(unsigned offset) { return (volatile uint64_t*)(memory + offset); }
#define WRITTEN field(56)
#define READ field(128)
#define ERROR field(SIGNALS_AT + 8)
#define DONE field(SIGNALS_AT + 128 + 8)

static int create(uint32_t* id) {
  memset(memory, 0, RING_AT);
  memset(memory + SIGNALS_AT, 0, 4096);
  *field(192) = address(SIGNALS_AT);
  for (int n = 0; n < RING_BYTES; n += 64) memory[RING_AT + n] = 1;
  struct kfd_ioctl_create_queue_args order = {.ring_base_address = address(RING_AT),
                                              .write_pointer_address = address(56),
                                              .read_pointer_address = address(128),
                                              .ring_size = RING_BYTES,
                                              .gpu_id = GPU,
                                              .queue_type = KFD_IOC_QUEUE_TYPE_COMPUTE_AQL,
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

static uint64_t pointer(void) {
  switch (next() % 8) {
    case 0: return 0;
    case 1: return next();
    case 2: return ~0ull;
    case 3: return address(next() % SIZE);
    case 4: return address(next() % SIZE & ~7ull);
    case 5: return address(SIZE - 8 + next() % 16);
    case 6: return address(SIGNALS_AT + 128);
    default: return address(CODE_AT + (next() % 64) * 64);
  }
}

static uint32_t number(void) {
  switch (next() % 6) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 64;
    case 3: return (uint32_t)next();
    case 4: return ~0u;
    default: return (uint32_t)(next() % 2048);
  }
}

static void packet(unsigned char* at) {
  unsigned char bytes[64];
  for (int n = 0; n < 64; n += 8) {
    uint64_t word = next() % 2 ? pointer() : number() | (uint64_t)number() << 32;
    memcpy(bytes + n, &word, 8);
  }
  // Mostly dispatches, and as often as not with fields that could be meant.
  uint16_t header = (uint16_t)(next() % 4 == 0 ? next() : next() % 3 ? 2 : next() % 6);
  memcpy(bytes, &header, 2);
  if (next() % 2) {
    uint16_t groups[4] = {(uint16_t)(1 + next() % 3), 64, 1, 1};
    uint32_t grid[5] = {64, 1, 1, next() % 4 ? 0 : number(), next() % 4 ? 0 : number()};
    uint64_t kernel = pointer(), segment = next() % 2 ? address(SEGMENT_AT) : pointer();
    memcpy(bytes + 2, groups, 8);
    memcpy(bytes + 12, grid, 20);
    memcpy(bytes + 32, &kernel, 8);
    memcpy(bytes + 40, &segment, 8);
  }
  memcpy(at + 2, bytes + 2, 62);
  __atomic_store_n((uint16_t*)at, *(uint16_t*)bytes, __ATOMIC_RELEASE);
}

/**
 * Descriptors and code of nothing: words of all kinds, and the end of a program everywhere, so that nothing runs for
 * ever.
 */
static void code(void) {
  for (unsigned n = 0; n < 4096; n += 4) {
    uint32_t word = n % 64 == 60 ? 0xbf810000u : n % 64 == 16 ? (uint32_t)(64 + next() % 4096) & ~3u : next() % 3 ? 0 : (uint32_t)next();
    // Mostly arguments that are there in registers at once.
    if (n % 64 == 56 && next() % 2) word = (uint32_t)(1 + next() % 15) << 16 | 8;
    // No branches: SOPP has them, SOPK forks.
    if (n % 64 > 16 && (word >> 28 & 15) == 0xb) word = 0xbf800000u;
    memcpy(memory + CODE_AT + n, &word, 4);
  }
}

static void pause_for(long microseconds) {
  struct timespec time = {.tv_nsec = microseconds * 1000};
  nanosleep(&time, NULL);
}

#define BARRIER 3u
/** Of a vendor's, which refers to a buffer of PM4: newer runtimes send them when they have loaded code. */
#define PM4 (1u << 16)

/** A packet without work on a queue that is as it should be completes its signal. */
static int sound(uint32_t header) {
  uint32_t id;
  if (create(&id)) return 0;
  *DONE = 1;
  uint64_t signal = address(SIGNALS_AT + 128);
  memset(memory + RING_AT + 4, 0, 60);
  memcpy(memory + RING_AT + 56, &signal, 8);
  __atomic_store_n((uint32_t*)(memory + RING_AT), header, __ATOMIC_RELEASE);
  *WRITTEN = 1;
  while (*DONE != 0) pause_for(100);
  return destroy(id) == 0;
}

/**
 * A kernel that requests arguments in registers and declares none: there need not be memory where they would
 * be.
 */
static int without_segment(void) {
  uint32_t id;
  if (create(&id)) return 0;
  memset(memory + CODE_AT, 0, 4096);
  *(uint32_t*)(memory + CODE_AT + 16) = 64;
  *(uint16_t*)(memory + CODE_AT + 58) = 15;
  *(uint32_t*)(memory + CODE_AT + 64) = 0xbf810000u;
  uint16_t sizes[4] = {1, 64, 1, 1};
  uint32_t grid[3] = {64, 1, 1};
  uint64_t rest[4] = {address(CODE_AT), address(SIZE + 4096), 0, address(SIGNALS_AT + 128)};
  memset(memory + RING_AT + 2, 0, 62);
  memcpy(memory + RING_AT + 2, sizes, 8);
  memcpy(memory + RING_AT + 12, grid, 12);
  memcpy(memory + RING_AT + 32, rest, 32);
  *DONE = 1;
  __atomic_store_n((uint16_t*)(memory + RING_AT), 2, __ATOMIC_RELEASE);
  *WRITTEN = 1;
  while (*DONE != 0 && *ERROR == 0) pause_for(100);
  return *DONE == 0 && destroy(id) == 0;
}

int main(int argc, char** argv) {
  state = argc > 1 ? strtoull(argv[1], 0, 0) * 0x9e3779b97f4a7c15ull + 1 : 1;
  long count = argc > 2 ? atol(argv[2]) : 1000, queues = 0, errors = 0;
  kfd = open("/dev/kfd", O_RDWR | O_CLOEXEC);
  int render = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
  struct kfd_ioctl_acquire_vm_args vm = {.drm_fd = (uint32_t)render, .gpu_id = GPU};
  if (kfd < 0 || render < 0 || ioctl(kfd, AMDKFD_IOC_ACQUIRE_VM, &vm) || map_memory(render)) return 2;
  // The queue thread runs from now on.
  if (!sound(BARRIER) || !sound(PM4) || !without_segment()) return 5;
  while (count > 0) {
    uint32_t id;
    if (create(&id)) return 3;
    queues++;
    code();
    int packets = 1 + (int)(next() % 8);
    for (int n = 0; n < packets; n++) packet(memory + RING_AT + 64 * n);
    count -= packets;
    *WRITTEN = next() % 16 ? (uint64_t)packets : next();
    pause_for((long)(next() % 400));
    // While the processor looks at it.
    if (next() % 4 == 0) packet(memory + RING_AT + 64 * (next() % 8));
    if (next() % 8 == 0) *READ = next() % 2 ? next() : 0;
    if (next() % 8 == 0) *field(192) = pointer();
    if (next() % 4 == 0) pause_for(1500);
    errors += *ERROR != 0;
    if (destroy(id)) return 4;
  }
  printf("queues %d errors %d sound %d\n", queues > 0, errors > 0, sound(BARRIER));
  return 0;
}

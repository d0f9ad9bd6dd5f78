// Random programs that take away their own memory while commands use it: by munmap, mprotect, truncation of a file,
// or by moving it, at each step of each way in which a command uses host memory. Commands may fail; nothing else may
// happen. Arguments: seed, rounds; with a third one another thread takes memory away and gives it back at any moment.
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <atomic>
#include <thread>

#include "harness.h"

static uint64_t state;

static unsigned below(unsigned limit) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return static_cast<unsigned>((state * 0x2545f4914f6cdd1dull) >> 33) % limit;
}

static constexpr size_t kPage = 4096, kWidth = 64, kRows = 64, kBytes = 4 * kWidth * kRows;
static constexpr size_t kPlaces = 4 * kBytes;
/** An address where the kernel maps nothing by itself: unmapped pages stay unmapped there. */
static char* const kRegion = reinterpret_cast<char*>(0x200000000000);

struct Memory {
  char* begin;
  char* pointer;
  int file = -1;
};

static Memory take(unsigned kind, char* begin) {
  Memory memory = {begin, begin + (kind % 2 ? 0 : 4 + 4 * below(64))};
  int flags = MAP_PRIVATE | MAP_ANONYMOUS;
  if (kind >= 2) {
    memory.file = memfd_create("host", 0);
    if (ftruncate(memory.file, kPlaces)) exit(3);
    flags = kind >= 4 ? MAP_SHARED : MAP_PRIVATE;
  }
  mmap(begin, kPlaces, PROT_READ | PROT_WRITE, flags | MAP_FIXED, memory.file, 0);
  memset(begin, 1 + below(200), kBytes * 2);
  return memory;
}

static void take_away(const Memory& memory) {
  const size_t from = below(2) ? 0 : kPage * below(3);
  switch (below(6)) {
    case 0: munmap(memory.begin + from, kPlaces - from); break;
    case 1: mprotect(memory.begin + from, kPlaces - from, PROT_NONE); break;
    case 2: mprotect(memory.begin + from, kPlaces - from, PROT_READ); break;
    case 3:
      if (memory.file >= 0 && ftruncate(memory.file, static_cast<off_t>(from))) exit(3);
      break;
    case 4: mremap(memory.begin, kPlaces, kPlaces, MREMAP_MAYMOVE | MREMAP_FIXED, memory.begin + (size_t{1} << 32)); break;
    default:
      if (pid_t child = fork()) waitpid(child, nullptr, 0);
      else _exit(0);
  }
}

static void give_up(const Memory& memory) {
  munmap(memory.begin, kPlaces);
  munmap(memory.begin + (size_t{1} << 32), kPlaces);
  if (memory.file >= 0) close(memory.file);
}

struct Bench : Fixture {
  cl_kernel buffers, images;
  unsigned good = 0, bad = 0;

  explicit Bench(cl_command_queue_properties properties) : Fixture(properties) {
    cl_program made = program(
        "kernel void buffers(global uint *p) { p[get_global_id(0)] += 3; }"
        "kernel void images(read_only image2d_t from, global float4 *to) {"
        "  to[get_global_id(0) & 63] = read_imagef(from, (int2)(get_global_id(0) & 63, 0)); }");
    buffers = clCreateKernel(made, "buffers", nullptr);
    images = clCreateKernel(made, "images", nullptr);
  }
  void count(cl_int error) { (error ? bad : good)++; }
  void on_buffer(cl_mem object, char* host, bool blocking) {
    const size_t zero[3] = {}, region[3] = {100, 8, 2};
    const cl_uint pattern = below(1000);
    const size_t items = kBytes / 8;
    switch (below(9)) {
      case 0: return count(clEnqueueReadBuffer(queue, object, blocking, 0, kBytes / 2, host + kBytes, 0, 0, 0));
      case 1: return count(clEnqueueWriteBuffer(queue, object, blocking, 0, kBytes / 2, host + kBytes, 0, 0, 0));
      case 2: return count(clEnqueueReadBufferRect(queue, object, blocking, zero, zero, region, 128, 0, 256, 0, host, 0, 0, 0));
      case 3: return count(clEnqueueWriteBufferRect(queue, object, blocking, zero, zero, region, 128, 0, 256, 0, host, 0, 0, 0));
      case 4: return count(clEnqueueFillBuffer(queue, object, &pattern, 4, 0, kBytes / 2, 0, 0, 0));
      case 5: return count(clEnqueueCopyBuffer(queue, object, object, 0, kBytes / 4, kBytes / 4, 0, 0, 0));
      default:
        clSetKernelArg(buffers, 0, sizeof object, &object);
        return count(clEnqueueNDRangeKernel(queue, buffers, 1, 0, &items, 0, 0, 0, 0));
    }
  }
  void on_image(cl_mem object, cl_mem other, char* host, bool blocking) {
    const size_t zero[3] = {}, region[3] = {kWidth, kRows, 1}, items = 64;
    const float colour[4] = {0.25f, 0.5f, 0.75f, 1};
    switch (below(6)) {
      case 0: return count(clEnqueueReadImage(queue, object, blocking, zero, region, 0, 0, host + kBytes, 0, 0, 0));
      case 1: return count(clEnqueueWriteImage(queue, object, blocking, zero, region, 0, 0, host + kBytes, 0, 0, 0));
      case 2: return count(clEnqueueFillImage(queue, object, colour, zero, region, 0, 0, 0));
      case 3: return count(clEnqueueCopyImageToBuffer(queue, object, other, zero, region, 0, 0, 0, 0));
      default:
        clSetKernelArg(images, 0, sizeof object, &object);
        clSetKernelArg(images, 1, sizeof other, &other);
        return count(clEnqueueNDRangeKernel(queue, images, 1, 0, &items, 0, 0, 0, 0));
    }
  }
  void on_map(cl_mem object, bool is_image, bool blocking) {
    const size_t zero[3] = {}, region[3] = {kWidth, kRows, 1};
    const cl_map_flags flags[] = {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION};
    size_t pitch;
    cl_int error;
    void* mapped = is_image ? clEnqueueMapImage(queue, object, blocking, flags[below(4)], zero, region, &pitch, 0, 0, 0, 0, &error)
                            : clEnqueueMapBuffer(queue, object, blocking, flags[below(4)], 0, kBytes / 2, 0, 0, 0, &error);
    count(error);
    if (mapped) count(clEnqueueUnmapMemObject(queue, object, mapped, 0, 0, 0));
  }
};

static void round_of(Bench& bench, const Memory& memory, bool takes) {
  cl_int error;
  const cl_mem plain = bench.buffer(kBytes);
  cl_mem object, part = nullptr;
  const bool is_image = below(3) == 0;
  if (takes && below(8) == 0) take_away(memory);
  if (is_image) {
    cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    cl_image_desc shape = {};
    shape.image_type = CL_MEM_OBJECT_IMAGE2D;
    shape.image_width = kWidth;
    shape.image_height = kRows;
    object = clCreateImage(bench.context, CL_MEM_USE_HOST_PTR, &format, &shape, memory.pointer, &error);
  } else {
    object = clCreateBuffer(bench.context, CL_MEM_USE_HOST_PTR, kBytes, memory.pointer, &error);
    const cl_buffer_region region = {kBytes / 4, kBytes / 2};
    if (!error && below(2)) part = clCreateSubBuffer(object, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  }
  bench.count(error);
  bool away = false;
  for (unsigned n = 2 + below(6); object && n > 0; n--) {
    const bool blocking = below(3) == 0;
    const cl_mem used = part && below(2) ? part : object;
    switch (below(4)) {
      case 0: bench.on_map(used == part ? object : used, is_image, blocking); break;
      case 1: bench.on_buffer(plain, memory.pointer, blocking); break;
      default: is_image ? bench.on_image(object, plain, memory.pointer, blocking) : bench.on_buffer(used == part ? object : used, memory.pointer, blocking);
    }
    if (used == part && part) {
      clSetKernelArg(bench.buffers, 0, sizeof part, &part);
      const size_t items = 64;
      bench.count(clEnqueueNDRangeKernel(bench.queue, bench.buffers, 1, 0, &items, 0, 0, 0, 0));
    }
    if (takes && !away && below(3) == 0) {
      take_away(memory);
      away = true;
    }
  }
  if (below(2)) bench.count(clFinish(bench.queue));
  if (takes && below(2)) take_away(memory);
  if (part) clReleaseMemObject(part);
  if (object) clReleaseMemObject(object);
  bench.count(clFinish(bench.queue));
  clReleaseMemObject(plain);
}

/** A program's own handler has nothing to do with it. */
static void handle(int) {
  static const char text[] = "the program has got a signal\n";
  if (write(1, text, sizeof text - 1)) {}
  _exit(4);
}

int main(int argc, char** argv) {
  state = 0x9e3779b97f4a7c15ull * static_cast<uint64_t>(atoi(argv[1]) + 1);
  signal(SIGSEGV, handle);
  signal(SIGBUS, handle);
  std::atomic<bool> over{false};
  std::thread meanwhile;
  const bool is_meanwhile = argc > 3;
  if (is_meanwhile) {
    mmap(kRegion, kPlaces, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    meanwhile = std::thread([&over] {
      for (unsigned n = 0; !over; n++) {
        char* part = kRegion + kPage * (n % 8);
        if (n % 3 == 0) mprotect(part, 8 * kPage, PROT_NONE);
        else if (n % 3 == 1) munmap(part, 8 * kPage);
        else mmap(kRegion, kPlaces, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        usleep(20);
      }
    });
  }
  unsigned good = 0, bad = 0;
  for (int round = 0; round < atoi(argv[2]);) {
    // A queue with a failure keeps it.
    Bench bench(below(2) ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
    for (int n = 0; n < 8; n++, round++) {
      if (is_meanwhile) {
        round_of(bench, {kRegion, kRegion + 4 * below(2)}, false);
        continue;
      }
      const Memory memory = take(below(6), kRegion + (round % 1000) * (size_t{1} << 20));
      round_of(bench, memory, true);
      give_up(memory);
    }
    good += bench.good;
    bad += bench.bad;
    clReleaseKernel(bench.buffers);
    clReleaseKernel(bench.images);
    clReleaseCommandQueue(bench.queue);
    clReleaseContext(bench.context);
  }
  over = true;
  if (meanwhile.joinable()) meanwhile.join();
  EXPECT_NAMED("commands that were done", good > 0);
  EXPECT_NAMED("commands that failed", bad > 0);
  puts(failures ? "some failed" : "all passed");
  return failures != 0;
}

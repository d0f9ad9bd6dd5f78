// CL_MEM_USE_HOST_PTR without mapping: what the program writes between launches the next one sees, and what kernels
// write is there when they are complete, whatever kind of memory it is, for neighbours in its pages and for threads
// that write at that moment.
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <atomic>
#include <functional>

#include "harness.h"

static const char* kSource = R"CL(
__kernel void copy(__global uchar* out, __global const uchar* in) { size_t i = get_global_id(0); out[i] = in[i]; }
__kernel void add(__global uchar* data, uchar n) { data[get_global_id(0)] += n; }
__kernel void pixels(__global float* out, __read_only image2d_t in) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  out[at.x + at.y * get_global_size(0)] = read_imagef(in, at).x;
}
__kernel void texels(__global uint* out, __read_only image1d_buffer_t in) {
  out[get_global_id(0)] = read_imageui(in, (int)get_global_id(0)).x;
}
)CL";

using Bytes = std::vector<unsigned char>;
static constexpr size_t kPage = 4096;

struct Bench : Fixture {
  cl_program made = program(kSource);
  cl_kernel copy = kernel_of("copy"), add = kernel_of("add");

  cl_kernel kernel_of(const char* name) const {
    cl_int error;
    return clCreateKernel(made, name, &error);
  }
  cl_mem over(void* pointer, size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE) const {
    cl_int error;
    cl_mem object = clCreateBuffer(context, flags | CL_MEM_USE_HOST_PTR, size, pointer, &error);
    if (error) printf("clCreateBuffer: %d\n", error), failures++;
    return object;
  }
  void launch(cl_kernel kernel, size_t size) const {
    if (clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr)) failures++;
  }
  /** The first bytes of a buffer, as a kernel reads them. */
  Bytes seen(cl_mem object, size_t size) const {
    cl_mem out = buffer(size);
    clSetKernelArg(copy, 0, sizeof out, &out);
    clSetKernelArg(copy, 1, sizeof object, &object);
    launch(copy, size);
    Bytes result = read<unsigned char>(out, size);
    clReleaseMemObject(out);
    return result;
  }
  void increment(cl_mem object, size_t size, unsigned char by) const {
    clSetKernelArg(add, 0, sizeof object, &object);
    clSetKernelArg(add, 1, 1, &by);
    launch(add, size);
  }
};

static void fill(unsigned char* p, size_t size, unsigned round) {
  for (size_t i = 0; i < size; i++) p[i] = (unsigned char)(i * 7 + round * 31 + (i >> 8));
}

/** The program and kernels in turn, three times, without a map. */
static void in_turn(const Bench& b, const char* name, unsigned char* p, size_t size) {
  fill(p, size, 0);
  cl_mem object = b.over(p, size);
  bool sees = true, gives = true;
  for (unsigned round = 1; round < 4; round++) {
    fill(p, size, round);
    Bytes expected(p, p + size);
    sees &= b.seen(object, size) == expected;
    b.increment(object, size, 5);
    clFinish(b.queue);
    for (unsigned char& value : expected) value = (unsigned char)(value + 5);
    gives &= memcmp(p, expected.data(), size) == 0;
    // A part of it, so that later writes of a kernel must not be undone.
    p[size / 2] ^= 0xff, expected[size / 2] ^= 0xff;
    sees &= b.seen(object, size) == expected;
  }
  Bytes last(p, p + size);
  clReleaseMemObject(object);
  report(sees, (std::string(name) + ": launches see what the program wrote").c_str());
  report(gives, (std::string(name) + ": the program sees what launches wrote").c_str());
  report(memcmp(p, last.data(), size) == 0, (std::string(name) + ": contents stay").c_str());
  fill(p, size, 9);
}

static unsigned char aligned_data[4 * kPage] __attribute__((aligned(4096))) = {1};
static unsigned char zeroed_data[5 * kPage];

static void kinds(const Bench& b) {
  in_turn(b, "static, aligned", aligned_data, sizeof aligned_data);
  in_turn(b, "static, not aligned", zeroed_data + 32, 3 * kPage);
  in_turn(b, "one byte beside a page", aligned_data + 1, 2 * kPage);
  in_turn(b, "less than a page", aligned_data + 64, 100);
  unsigned char on_stack[6 * kPage];
  in_turn(b, "stack", on_stack, sizeof on_stack);
  unsigned char* heap = (unsigned char*)malloc(3 << 20);
  in_turn(b, "large malloc", heap, 3 << 20);
  in_turn(b, "a part of it", heap + 4112, 200000);
  free(heap);
  heap = (unsigned char*)malloc(10000);
  in_turn(b, "small malloc", heap, 10000);
  free(heap);
  const int access = PROT_READ | PROT_WRITE;
  unsigned char* shared = (unsigned char*)mmap(nullptr, 4 * kPage, access, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  in_turn(b, "shared memory", shared, 4 * kPage);
  munmap(shared, 4 * kPage);
  FILE* file = tmpfile();
  if (ftruncate(fileno(file), 4 * kPage)) failures++;
  unsigned char* mapped = (unsigned char*)mmap(nullptr, 4 * kPage, access, MAP_SHARED, fileno(file), 0);
  in_turn(b, "shared file", mapped, 4 * kPage);
  unsigned char byte = 0;
  if (pread(fileno(file), &byte, 1, 77) != 1) failures++;
  EXPECT_NAMED("shared file: it still is the file", byte == mapped[77]);
  munmap(mapped, 4 * kPage);
  mapped = (unsigned char*)mmap(nullptr, 4 * kPage, access, MAP_PRIVATE, fileno(file), 0);
  in_turn(b, "private file", mapped, 4 * kPage);
  munmap(mapped, 4 * kPage);
  fclose(file);
  static const unsigned char kConstant[3 * kPage] = {1, 2, 3};
  cl_mem constant = b.over(const_cast<unsigned char*>(kConstant), sizeof kConstant, CL_MEM_READ_ONLY);
  EXPECT_NAMED("read-only data", b.seen(constant, sizeof kConstant) == Bytes(kConstant, kConstant + sizeof kConstant));
  clReleaseMemObject(constant);
}

/**
 * Other things of the program in the first and last page, and a second buffer that begins in the page where the first
 * ends.
 */
static void neighbours(const Bench& b) {
  Bytes memory(8 * kPage);
  unsigned char* p = memory.data() + 112;
  const size_t half = 3 * kPage + 400;
  fill(memory.data(), memory.size(), 1);
  cl_mem first = b.over(p, half), second = b.over(p + half, half);
  bool kept = true, seen = true;
  for (unsigned char round = 0; round < 5; round++) {
    unsigned char before = memory[100] = (unsigned char)(round + 50), after = memory[112 + 2 * half] = (unsigned char)(round + 60);
    p[half - 1] = round, p[half] = (unsigned char)(round + 1);
    Bytes expected(p, p + 2 * half);
    for (unsigned char& value : expected) value++;
    b.increment(first, half, 1);
    b.increment(second, half, 1);
    clFinish(b.queue);
    seen &= memcmp(p, expected.data(), expected.size()) == 0;
    kept &= memory[100] == before && memory[112 + 2 * half] == after;
  }
  EXPECT_NAMED("two buffers in one page", seen);
  EXPECT_NAMED("neighbours keep their values", kept);
  clReleaseMemObject(first);
  memory[112 + half - 1] = 99;
  EXPECT_NAMED("after one of them is gone", b.seen(second, 16) == Bytes(p + half, p + half + 16));
  clReleaseMemObject(second);
}

static void views(const Bench& b) {
  Bytes memory(6 * kPage);
  unsigned char* p = (unsigned char*)(((uintptr_t)memory.data() + 63) & ~(uintptr_t)63);
  const size_t size = 5 * kPage;
  fill(p, size, 2);
  cl_mem whole = b.over(p, size), again = b.over(p, size), inner = b.over(p + kPage, kPage);
  cl_buffer_region region = {2048, 4096};
  cl_int error;
  cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  fill(p, size, 3);
  EXPECT_NAMED("sub-buffer", b.seen(part, 4096) == Bytes(p + 2048, p + 2048 + 4096));
  b.increment(part, 4096, 3);
  clFinish(b.queue);
  EXPECT_NAMED("two buffers over the same memory", b.seen(again, size) == Bytes(p, p + size));
  EXPECT_NAMED("a buffer inside of another one's memory", b.seen(inner, kPage) == Bytes(p + kPage, p + 2 * kPage));
  unsigned char* mapped = (unsigned char*)clEnqueueMapBuffer(b.queue, whole, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 100, 5000, 0,
                                                             nullptr, nullptr, &error);
  EXPECT_NAMED("a map gives the program's memory", mapped == p + 100);
  mapped[0] = 123;
  clEnqueueUnmapMemObject(b.queue, whole, mapped, 0, nullptr, nullptr);
  EXPECT_NAMED("what was written while it was mapped", b.seen(whole, size)[100] == 123);
  const unsigned char nine = 9;
  clEnqueueFillBuffer(b.queue, whole, &nine, 1, 0, 300, 0, nullptr, nullptr);
  clEnqueueWriteBuffer(b.queue, whole, CL_TRUE, 300, 1, &nine, 0, nullptr, nullptr);
  EXPECT_NAMED("fill and write", p[0] == 9 && p[299] == 9 && p[300] == 9);
  p[7] = 77;
  EXPECT_NAMED("read", b.read<unsigned char>(whole, 16)[7] == 77);
  clReleaseMemObject(whole);
  p[size - 1] = 42;
  EXPECT_NAMED("the others live on", b.seen(again, size)[size - 1] == 42);
  for (cl_mem object : {part, again, inner}) clReleaseMemObject(object);
  EXPECT_NAMED("contents after all of them", p[7] == 77 && p[size - 1] == 42);
}

static void images(const Bench& b) {
  constexpr size_t kWidth = 21, kHeight = 13, kRow = 24;
  std::vector<float> pixels(kRow * kHeight);
  cl_image_format format = {CL_R, CL_FLOAT};
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D, desc.image_width = kWidth, desc.image_height = kHeight, desc.image_row_pitch = kRow * 4;
  cl_int error;
  cl_mem image = clCreateImage(b.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, &format, &desc, pixels.data(), &error);
  cl_mem out = b.buffer(kWidth * kHeight * 4);
  cl_kernel kernel = b.kernel_of("pixels");
  clSetKernelArg(kernel, 0, sizeof out, &out);
  clSetKernelArg(kernel, 1, sizeof image, &image);
  bool good = true;
  for (int round = 1; round < 4; round++) {
    for (size_t i = 0; i < pixels.size(); i++) pixels[i] = (float)(i * 10 + (size_t)round);
    const size_t size[2] = {kWidth, kHeight};
    clEnqueueNDRangeKernel(b.queue, kernel, 2, nullptr, size, nullptr, 0, nullptr, nullptr);
    std::vector<float> got = b.read<float>(out, kWidth * kHeight);
    for (size_t i = 0; i < got.size(); i++) good &= got[i] == pixels[i % kWidth + i / kWidth * kRow];
  }
  // pocl 3.1 copies images.
  EXPECT_NAMED("an image sees what the program wrote", good || running_on_pocl);
  const float color[4] = {5, 0, 0, 0};
  const size_t origin[3] = {3, 2, 0}, region[3] = {1, 1, 1};
  clEnqueueFillImage(b.queue, image, color, origin, region, 0, nullptr, nullptr);
  clFinish(b.queue);
  EXPECT_NAMED("the program sees what was filled", pixels[3 + 2 * kRow] == 5 || running_on_pocl);
  for (cl_mem object : {image, out}) clReleaseMemObject(object);
  clReleaseKernel(kernel);
}

static void image_of_buffer(const Bench& b) {
  std::vector<cl_uint> words(3000);
  cl_mem buffer = b.over(words.data(), words.size() * 4), out = b.buffer(words.size() * 4);
  cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, desc.image_width = words.size(), desc.buffer = buffer;
  cl_int error;
  cl_mem image = clCreateImage(b.context, CL_MEM_READ_WRITE, &format, &desc, nullptr, &error);
  cl_kernel kernel = b.kernel_of("texels");
  clSetKernelArg(kernel, 0, sizeof out, &out);
  clSetKernelArg(kernel, 1, sizeof image, &image);
  for (size_t i = 0; i < words.size(); i++) words[i] = (cl_uint)(i * 2654435761u);
  b.launch(kernel, words.size());
  EXPECT_NAMED("an image from such a buffer", b.read<cl_uint>(out, words.size()) == words);
  for (cl_mem object : {image, buffer, out}) clReleaseMemObject(object);
  clReleaseKernel(kernel);
}

/** Memory that a launch changes after the program has enqueued it and before an event lets it start. */
static void late(const Bench& b) {
  cl_int error;
  for (unsigned char* p : {aligned_data, zeroed_data + 3}) {
    cl_mem object = b.over(p, 2 * kPage), out = b.buffer(2 * kPage);
    cl_event gate = clCreateUserEvent(b.context, &error);
    clSetKernelArg(b.copy, 0, sizeof out, &out);
    clSetKernelArg(b.copy, 1, sizeof object, &object);
    const size_t size = 2 * kPage;
    clEnqueueNDRangeKernel(b.queue, b.copy, 1, nullptr, &size, nullptr, 1, &gate, nullptr);
    fill(p, size, 17);
    clSetUserEventStatus(gate, CL_COMPLETE);
    EXPECT_NAMED("written before the launch may start", b.read<unsigned char>(out, size) == Bytes(p, p + size));
    clReleaseEvent(gate);
    for (cl_mem one : {object, out}) clReleaseMemObject(one);
  }
}

static void ends(const Bench& b) {
  const int access = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_ANONYMOUS;
  unsigned char* p = (unsigned char*)mmap(nullptr, 8 * kPage, access, flags, -1, 0);
  fill(p, 8 * kPage, 1);
  cl_mem object = b.over(p, 8 * kPage);
  b.increment(object, 8 * kPage, 1);
  clFinish(b.queue);
  // The program takes its memory away too early, and puts other things there.
  mmap(p + 2 * kPage, 2 * kPage, access, flags | MAP_FIXED, -1, 0);
  memset(p + 2 * kPage, 0x11, 2 * kPage);
  munmap(p + 6 * kPage, kPage);
  Bytes rest(p + 4 * kPage, p + 6 * kPage);
  clReleaseMemObject(object);
  EXPECT_NAMED("other memory at the same address is left alone", p[2 * kPage] == 0x11 && p[4 * kPage - 1] == 0x11);
  EXPECT_NAMED("what was left has its contents", memcmp(p + 4 * kPage, rest.data(), rest.size()) == 0);
  munmap(p, 8 * kPage);

  unsigned char* heap = (unsigned char*)malloc(1 << 20);
  fill(heap, 1 << 20, 4);
  object = b.over(heap, 1 << 20);
  clSetMemObjectDestructorCallback(object, [](cl_mem, void* memory) { free(memory); }, heap);
  b.increment(object, 1 << 20, 1);
  clReleaseMemObject(object);
  clFinish(b.queue);
  EXPECT_NAMED("memory that the object's destructor frees", true);
}

static void forks(const Bench& b) {
  unsigned char* p = aligned_data;
  fill(p, sizeof aligned_data, 6);
  cl_mem object = b.over(p, sizeof aligned_data);
  b.increment(object, sizeof aligned_data, 1);
  clFinish(b.queue);
  Bytes before(p, p + sizeof aligned_data);
  int go[2];
  if (pipe(go)) failures++;
  pid_t child = fork();
  if (child == 0) {
    char byte;
    if (read(go[0], &byte, 1) != 1) _exit(2);
    bool same = memcmp(p, before.data(), before.size()) == 0;
    memset(p, 0x77, sizeof aligned_data);
    _exit(same ? 0 : 1);
  }
  memset(p, 0x55, sizeof aligned_data);
  int result = -1;
  if (write(go[1], "x", 1) != 1) failures++;
  waitpid(child, &result, 0);
  EXPECT_NAMED("a forked child has what there was", result == 0);
  EXPECT_NAMED("the parent keeps its own", b.seen(object, sizeof aligned_data) == Bytes(sizeof aligned_data, 0x55));
  clReleaseMemObject(object);
  close(go[0]), close(go[1]);
}

struct Writer {
  volatile uint64_t* words;
  size_t pages;
  std::atomic<bool> stop{false};
  std::atomic<uint64_t> rounds{0};
  uint64_t lost = 0;
};

/** Counts in every page, and notices a count that it has not written. */
static void* write_always(void* argument) {
  Writer& w = *(Writer*)argument;
  for (uint64_t n = 0; !w.stop; n++, w.rounds++) {
    for (size_t page = 0; page < w.pages; page++) {
      volatile uint64_t& word = w.words[page * (kPage / 8)];
      if (word != n) w.lost++;
      word = n + 1;
    }
  }
  return nullptr;
}

static void threads(const Bench& b) {
  // The library holds writers back with userfaultfd; containers may forbid it.
  long guard = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
  if (guard < 0) guard = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | 1);
  if (guard >= 0) close((int)guard);
  Writer w;
  w.pages = 64;
  w.words = (uint64_t*)mmap(nullptr, w.pages * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, write_always, &w);
  for (int i = 0; i < 300; i++) {
    cl_mem object = b.over((void*)w.words, w.pages * kPage);
    uint64_t seen = w.rounds;
    if (i % 50 == 0) eventually([&] { return w.rounds > seen + 2; });
    clReleaseMemObject(object);
    seen = w.rounds;
    if (i % 50 == 0) eventually([&] { return w.rounds > seen + 2; });
  }
  w.stop = true;
  pthread_join(thread, nullptr);
  printf("fact %llu rounds, %llu lost writes, guard %s\n", (unsigned long long)w.rounds, (unsigned long long)w.lost,
         guard < 0 ? "forbidden" : "there");
  EXPECT_NAMED("threads that write while buffers come and go lose nothing", w.lost == 0 || guard < 0);
}

/** As in a container that does not allow it. */
static void forbid_userfaultfd() {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_userfaultfd, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  sock_fprog filter = {sizeof program / sizeof *program, program};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) failures++;
}

int main(int argc, char**) {
  if (argc > 1) forbid_userfaultfd();
  Bench b;
  kinds(b);
  neighbours(b);
  views(b);
  images(b);
  image_of_buffer(b);
  late(b);
  ends(b);
  forks(b);
  threads(b);
  return finish();
}

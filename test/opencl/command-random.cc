// Random programs of commands by seed: recorded and replayed, and enqueued directly, with the same result. SEEDS: how
// many. Half of the buffers are recorded for a queue without order, each command with the sync points of the commands
// whose memory it uses.
#include <random>

#include "command-buffers.h"

static const char* kSource =
    "kernel void add(global int* out, int value) { out[get_global_id(0)] += value; }\n"
    "kernel void mix(global const int* in, global int* out, local int* scratch, int factor) {\n"
    "  int l = get_local_id(0); scratch[l] = in[get_global_id(0)] * factor; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[get_global_id(0)] ^= scratch[get_local_size(0) - 1 - l] + (int)get_global_offset(0); }\n";
constexpr size_t kInts = 256, kObjects = 4;

struct Command {
  int kind;  ///< fill, copy, rectangle, add, mix
  size_t from, to, offset, other, size, local;
  int value;
};

static Command random_command(std::mt19937& random) {
  const auto below = [&](size_t limit) { return static_cast<size_t>(random() % limit); };
  Command c = {};
  c.kind = static_cast<int>(below(5));
  c.to = below(kObjects);
  c.from = (c.to + 1 + below(kObjects - 1)) % kObjects;
  c.local = size_t{4} << below(4);
  c.size = c.local * (1 + below(64 / c.local));
  c.offset = below(kInts - c.size + 1);
  c.other = below(kInts - c.size + 1);
  c.value = static_cast<int>(random() % 1000) - 500;
  return c;
}

struct Random {
  const Fixture& f;
  cl_kernel add, mix;
  std::vector<cl_mem> objects;

  void reset() const {
    std::vector<int> values(kInts);
    for (size_t object = 0; object < kObjects; object++) {
      for (size_t i = 0; i < kInts; i++) values[i] = static_cast<int>(i * 31 + object * 1009);
      clEnqueueWriteBuffer(f.queue, objects[object], CL_TRUE, 0, kInts * 4, values.data(), 0, nullptr, nullptr);
    }
  }
  std::vector<int> contents() const {
    std::vector<int> all;
    for (cl_mem object : objects) {
      const std::vector<int> values = f.read<int>(object, kInts);
      all.insert(all.end(), values.begin(), values.end());
    }
    return all;
  }
  cl_kernel prepare(const Command& c) const {
    cl_kernel kernel = c.kind == 3 ? add : mix;
    if (c.kind == 4) {
      clSetKernelArg(mix, 0, sizeof(cl_mem), &objects[c.from]);
      clSetKernelArg(mix, 2, c.local * 4, nullptr);
      clSetKernelArg(mix, 3, 4, &c.value);
    }
    clSetKernelArg(kernel, c.kind == 3 ? 0 : 1, sizeof(cl_mem), &objects[c.to]);
    if (c.kind == 3) clSetKernelArg(add, 1, 4, &c.value);
    return kernel;
  }
  cl_int enqueue(const Command& c) const {
    cl_mem from = objects[c.from], to = objects[c.to];
    const size_t a[] = {4, 1, 0}, b[] = {8, 2, 0}, region[] = {c.local * 4, c.size / c.local, 1};
    if (c.kind == 0) return clEnqueueFillBuffer(f.queue, to, &c.value, 4, c.offset * 4, c.size * 4, 0, nullptr, nullptr);
    if (c.kind == 1) return clEnqueueCopyBuffer(f.queue, from, to, c.offset * 4, c.other * 4, c.size * 4, 0, nullptr, nullptr);
    if (c.kind == 2) return clEnqueueCopyBufferRect(f.queue, from, to, a, b, region, c.local * 4, 0, c.local * 4, 0, 0, nullptr, nullptr);
    return clEnqueueNDRangeKernel(f.queue, prepare(c), 1, &c.offset, &c.size, &c.local, 0, nullptr, nullptr);
  }
  cl_int record(Buffer buffer, const Command& c, const std::vector<Point>& after, Point* point) const {
    cl_mem from = objects[c.from], to = objects[c.to];
    const cl_uint count = static_cast<cl_uint>(after.size());
    const Point* list = count ? after.data() : nullptr;
    const size_t a[] = {4, 1, 0}, b[] = {8, 2, 0}, region[] = {c.local * 4, c.size / c.local, 1};
    if (c.kind == 0) return clCommandFillBufferKHR(buffer, nullptr, nullptr, to, &c.value, 4, c.offset * 4, c.size * 4, count, list, point, nullptr);
    if (c.kind == 1) return clCommandCopyBufferKHR(buffer, nullptr, nullptr, from, to, c.offset * 4, c.other * 4, c.size * 4, count, list, point, nullptr);
    if (c.kind == 2) return clCommandCopyBufferRectKHR(buffer, nullptr, nullptr, from, to, a, b, region, c.local * 4, 0, c.local * 4, 0, count, list, point, nullptr);
    return clCommandNDRangeKernelKHR(buffer, nullptr, nullptr, prepare(c), 1, &c.offset, &c.size, &c.local, count, list, point, nullptr);
  }
};

/** Sync points of the commands that a command has to come after: the last of each object that it uses. */
struct Order {
  std::vector<Point> users[kObjects];

  std::vector<Point> before(const Command& c) const {
    std::vector<Point> after = users[c.to];
    after.insert(after.end(), users[c.from].begin(), users[c.from].end());
    return after;
  }
  void add(const Command& c, Point point) {
    users[c.to] = {point};
    users[c.from].push_back(point);
  }
};

static bool is_equal(const Random& r, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Command> commands(1 + random() % 40);
  for (Command& command : commands) command = random_command(random);
  const bool is_ordered = random() % 2;
  const unsigned executions = 1 + random() % 3;
  r.reset();
  int errors = 0;
  for (unsigned n = 0; n < executions; n++) {
    for (const Command& command : commands) errors += r.enqueue(command) != CL_SUCCESS;
  }
  const std::vector<int> direct = r.contents();
  r.reset();
  cl_command_queue queue = r.f.add_queue(is_ordered ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Buffer buffer = clCreateCommandBufferKHR(1, &queue, nullptr, &returned);
  Order order;
  for (const Command& command : commands) {
    Point point = 0;
    errors += r.record(buffer, command, is_ordered ? std::vector<Point>() : order.before(command), &point) != CL_SUCCESS;
    order.add(command, point);
  }
  errors += clFinalizeCommandBufferKHR(buffer) != CL_SUCCESS;
  for (unsigned n = 0; n < executions; n++) {
    errors += clEnqueueCommandBufferKHR(0, nullptr, buffer, 0, nullptr, nullptr) != CL_SUCCESS;
    if (!is_ordered) clFinish(queue);
  }
  errors += clFinish(queue) != CL_SUCCESS;
  const bool same = r.contents() == direct;
  clReleaseCommandBufferKHR(buffer);
  clReleaseCommandQueue(queue);
  if (!same || errors) printf("seed %u: %d errors, %s\n", seed, errors, same ? "equal" : "different");
  return same && errors == 0;
}

int main() {
  Fixture f;
  load_command_buffers(f.platform);
  cl_program program = f.program(kSource);
  Random r = {f, clCreateKernel(program, "add", &returned), clCreateKernel(program, "mix", &returned), {}};
  for (size_t object = 0; object < kObjects; object++) r.objects.push_back(f.buffer(kInts * 4));
  const char* seeds = getenv("SEEDS");
  unsigned wrong = 0;
  for (unsigned seed = 1; seed <= (seeds ? static_cast<unsigned>(atoi(seeds)) : 25); seed++) wrong += !is_equal(r, seed);
  EXPECT(wrong == 0);
  return finish();
}

// Reduction: the sum of many integers, in passes that each leave one sum a work-group until one number is left.
#include "benchmark.hpp"

using namespace bench;

constexpr size_t group = 256;           // work-items of a work-group, as in the kernel
constexpr size_t chunk = 8 * group;     // elements that a work-group adds up

static void reduction(Benchmark& b) {
  const size_t count = b.size('x');
  const std::vector<cl_uint> values = b.random.integers<cl_uint>(count, uint64_t{1} << 32);
  const size_t groups = (count + chunk - 1) / chunk;

  const auto input = b.context.upload(values, CL_MEM_READ_ONLY);
  const auto sums = b.context.buffer<cl_uint>(groups);
  const auto next = b.context.buffer<cl_uint>(groups);
  Kernel kernel = b.kernel("reduce");

  std::vector<cl_uint> first;
  std::vector<cl_uint> total;
  b.repeat([&] {
    kernel.args(input, sums, static_cast<cl_uint>(count), static_cast<cl_uint>(chunk));
    b.queue.run(kernel, {groups * group}, {group});
    first = b.queue.read(sums);

    const Buffer<cl_uint>* from = &sums;
    const Buffer<cl_uint>* to = &next;
    size_t left = groups;
    while (left > 1) {
      const size_t passGroups = (left + chunk - 1) / chunk;
      kernel.args(*from, *to, static_cast<cl_uint>(left), static_cast<cl_uint>(chunk));
      b.queue.run(kernel, {passGroups * group}, {group});
      std::swap(from, to);
      left = passGroups;
    }
    total.assign(1, b.queue.read(*from)[0]);
  });

  b.show("values", values);
  b.show("sum modulo 2^32", total);
  // Integer sums modulo 2^32 do not depend on the order: equal. The sums of the first pass are compared as well, so
  // that two errors cannot cancel.
  b.verify<cl_uint>("sums of chunks", first, [&] {
    std::vector<cl_uint> expected(groups, 0);
    for (size_t i = 0; i < count; i++) expected[i / chunk] += values[i];
    return expected;
  });
  b.verify<cl_uint>("sum", total, [&] {
    uint64_t sum = 0;
    for (const cl_uint value : values) sum += value;
    return std::vector<cl_uint>{static_cast<cl_uint>(sum)};
  });
}

int main(int argc, char** argv) {
  Options options("Reduction", "Adds up random integers with barriers and local memory.");
  options.size('x', 1u << 20, "elements");
  return run(argc, argv, options, reduction);
}

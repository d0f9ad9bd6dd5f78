// BinarySearch: finds one key by an n-ary search over several launches, then many keys in one launch.
#include "benchmark.hpp"

using namespace bench;

/** The kernel's argument of the same name. */
struct Interval {
  cl_uint begin;
  cl_uint end;
};

/** First position whose element is not less than the key, by passes that each cut the interval into segments. */
static cl_uint searchOne(Benchmark& b, Kernel& kernel, const Buffer<cl_uint>& sorted, cl_uint key, size_t segments) {
  const auto result = b.context.buffer<Interval>(1);
  const cl_uint count = static_cast<cl_uint>(sorted.size());
  Interval current = {0, count};
  do {
    const cl_uint length = current.end - current.begin;
    const cl_uint segment = static_cast<cl_uint>((length + segments - 1) / segments);
    b.queue.write(result, std::vector<Interval>{{count, count}});
    kernel.args(sorted, result, current, segment, key);
    b.queue.run(kernel, {segments});
    const Interval next = b.queue.read(result)[0];
    const bool inside = current.begin <= next.begin && next.begin < next.end && next.end <= current.end;
    const bool nowhere = next.begin == count && next.end == count;
    if (!nowhere && (!inside || next.end - next.begin > segment)) throw Error("a pass left an impossible interval");
    current = next;
  } while (current.end - current.begin > 1);
  return current.begin;
}

static void binarySearch(Benchmark& b) {
  const size_t count = b.size('x');
  const size_t keyCount = b.size('y');
  std::vector<cl_uint> values = b.random.integers<cl_uint>(count, 4 * count);
  std::sort(values.begin(), values.end());
  std::vector<cl_uint> keys = b.random.integers<cl_uint>(keyCount, 4 * count + 4);
  keys.back() = CL_UINT_MAX;  // lies behind all elements
  keys.front() = 0;           // lies before all elements, or is the first
  const std::string& wanted = b.options.text("find");
  const cl_uint key = wanted.empty() ? values[b.random.below(count)]
                                     : static_cast<cl_uint>(std::strtoul(wanted.c_str(), nullptr, 10));

  const auto sorted = b.context.upload(values, CL_MEM_READ_ONLY);
  const auto keyBuffer = b.context.upload(keys, CL_MEM_READ_ONLY);
  const auto positions = b.context.buffer<cl_uint>(keyCount, CL_MEM_WRITE_ONLY);
  Kernel narrow = b.kernel("narrow");
  Kernel searchKeys = b.kernel("searchKeys");
  searchKeys.args(sorted, keyBuffer, positions, static_cast<cl_uint>(count), static_cast<cl_uint>(keyCount));

  std::vector<cl_uint> position(1);
  b.repeat([&] {
    position[0] = searchOne(b, narrow, sorted, key, b.options.number("segments"));
    b.queue.run(searchKeys, {roundUp(keyCount, 256)}, {256});
  });

  const std::vector<cl_uint> found = b.queue.read(positions);
  b.show("sorted", values);
  b.show("position of " + std::to_string(key), position);
  b.show("keys", keys);
  b.show("positions", found);
  // Positions: equal.
  const auto lowerBound = [&](cl_uint value) {
    return static_cast<cl_uint>(std::lower_bound(values.begin(), values.end(), value) - values.begin());
  };
  b.verify<cl_uint>("position", position, [&] { return std::vector<cl_uint>{lowerBound(key)}; });
  b.verify<cl_uint>("positions", found, [&] {
    std::vector<cl_uint> expected(keyCount);
    std::transform(keys.begin(), keys.end(), expected.begin(), lowerBound);
    return expected;
  });
}

int main(int argc, char** argv) {
  Options options("BinarySearch", "Searches keys in a sorted array of integers.");
  options.size('x', 1u << 20, "elements of the array");
  options.size('y', 16384, "keys of the search for many keys");
  options.text("find", 'f', "", "key of the search for one key (default: an element of the array)");
  options.number("segments", 's', 256, 2, 65536, "segments into which a pass cuts the interval");
  return run(argc, argv, options, binarySearch);
}

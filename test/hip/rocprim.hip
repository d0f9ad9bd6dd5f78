// The distribution's rocPRIM: reductions, scans that look back, sorting, selection; compared with results of the
// host.

#include <algorithm>
#include <rocprim/rocprim.hpp>

#include "features/check.h"

/** An algorithm first returns the memory size that it needs. */
template <typename Algorithm>
static void perform(Algorithm algorithm) {
  size_t bytes = 0;
  void* room = nullptr;
  HIP(algorithm(room, bytes));
  HIP(hipMalloc(&room, bytes));
  HIP(algorithm(room, bytes));
  HIP(hipFree(room));
}

constexpr size_t count = 100000;
using Plus = rocprim::plus<uint32_t>;

CASE(reduce) {
  auto in = noises(count);
  uint32_t sum = 0;
  for (auto value : in) sum += value;
  Buffer<uint32_t> from(in), to(1);
  perform([&](void* room, size_t& bytes) { return rocprim::reduce(room, bytes, from.at, to.at, 0u, count, Plus()); });
  return to.read()[0] != sum;
}

CASE(inclusive_scan) {
  auto in = noises(count);
  Buffer<uint32_t> from(in), to(count);
  uint32_t sum = 0;
  for (auto& value : in) value = sum += value;
  perform([&](void* room, size_t& bytes) { return rocprim::inclusive_scan(room, bytes, from.at, to.at, count, Plus()); });
  return different(to.read(), in);
}

CASE(radix_sort) {
  auto in = noises(count);
  Buffer<uint32_t> from(in), to(count);
  std::sort(in.begin(), in.end());
  perform([&](void* room, size_t& bytes) { return rocprim::radix_sort_keys(room, bytes, from.at, to.at, count); });
  return different(to.read(), in);
}

struct ByThree {
  __device__ bool operator()(uint32_t value) const { return value % 3 == 0; }
};

CASE(select) {
  auto in = noises(count);
  std::vector<uint32_t> expected;
  for (auto value : in)
    if (value % 3 == 0) expected.push_back(value);
  Buffer<uint32_t> from(in), to(count), found(1);
  perform([&](void* room, size_t& bytes) {
    return rocprim::select(room, bytes, from.at, to.at, found.at, count, ByThree());
  });
  auto selected = to.read();
  selected.resize(std::min<size_t>(found.read()[0], count));
  return different(selected, expected);
}

int main() {
  for (Case* each = Case::first; each; each = each->next) printf("%s: %d\n", each->name, each->body());
}

// Atomic functions, 32 and 64 bits, in global and local memory: each alone on its own cell against 128-bit arithmetic,
// and all work-items on one cell, where the values returned have to fit one order of the operations.
#include <algorithm>

#include "integers.h"

namespace {

struct AtomicRow {
  const char* name;
  /** Operands beside the pointer. */
  int operands;
  Wide (*reference)(Wide old, Wide x, Wide y);
};

const AtomicRow kRows[] = {
    {"add", 1, [](Wide old, Wide x, Wide) { return old + x; }},
    {"sub", 1, [](Wide old, Wide x, Wide) { return old - x; }},
    {"xchg", 1, [](Wide, Wide x, Wide) { return x; }},
    {"inc", 0, [](Wide old, Wide, Wide) { return old + 1; }},
    {"dec", 0, [](Wide old, Wide, Wide) { return old - 1; }},
    {"cmpxchg", 2, [](Wide old, Wide x, Wide y) { return old == x ? y : old; }},
    {"min", 1, [](Wide old, Wide x, Wide) { return old < x ? old : x; }},
    {"max", 1, [](Wide old, Wide x, Wide) { return old > x ? old : x; }},
    {"and", 1, [](Wide old, Wide x, Wide) { return old & x; }},
    {"or", 1, [](Wide old, Wide x, Wide) { return old | x; }},
    {"xor", 1, [](Wide old, Wide x, Wide) { return old ^ x; }},
};

struct Variant {
  const char* prefix;
  int type;
};
/** Types by their place in kTypes: int, uint, long, ulong. */
const Variant kVariants[] = {{"atomic_", 4}, {"atomic_", 5}, {"atom_", 4}, {"atom_", 5}, {"atom_", 6}, {"atom_", 7}};
static constexpr size_t kItems = 1024, kGroup = 256;

std::string call(const Variant& v, const AtomicRow& row, const char* pointer) {
  std::string text = std::string(v.prefix) + row.name + "(" + pointer;
  if (row.operands > 0) text += ", x";
  if (row.operands > 1) text += ", y";
  return text + ")";
}

/**
 * O: values returned, M: memory afterwards; alone on a cell of global memory, of local memory, all on one cell of each.
 */
std::string kernel(const Variant& v, const AtomicRow& row) {
  const std::string T = kTypes[v.type].name, name = std::string(v.prefix) + row.name + "_" + T;
  return "__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void " + name + "(__global " + T + "* O, __global " + T +
      "* M, __global " + T +
         "* S, __global const " + T + "* V, __global const " + T + "* X, __global const " + T + "* Y) {\n  __local " + T +
         " cells[256]; __local " + T + " one; size_t i = get_global_id(0), l = get_local_id(0); " + T + " x = X[i], y = Y[i];\n" +
         "  M[2 * i] = V[i]; cells[l] = V[i]; if (l == 0) one = V[0];\n  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n" +
         "  O[4 * i] = " + call(v, row, "M + 2 * i") + "; O[4 * i + 1] = " + call(v, row, "cells + l") + "; O[4 * i + 2] = " + call(v,
             row, "S") +
         "; O[4 * i + 3] = " + call(v, row, "&one") +
             ";\n  barrier(CLK_LOCAL_MEM_FENCE); M[2 * i + 1] = cells[l]; if (l == 0) S[1 + get_group_id(0)] = one;\n}\n";
}

/** True if the values returned by all on one cell, and the last value, fit some order. */
bool fits_an_order(const AtomicRow& row, Wide first, const std::vector<Wide>& x, const std::vector<Wide>& y, std::vector<Wide> returned,
                   Wide last, const ScalarType& type) {
  const std::string name = row.name;
  if (name == "xchg") {
    std::vector<Wide> before = x;
    before.push_back(first), returned.push_back(last);
    std::sort(before.begin(), before.end()), std::sort(returned.begin(), returned.end());
    return before == returned;
  }
  if (name == "cmpxchg") {
    // The value changes where it was expected: the operands make that happen at most once.
    size_t changes = 0;
    for (size_t i = 0; i < x.size(); i++) changes += returned[i] == x[i] && returned[i] != y[i];
    return changes > 0 || last == first;
  }
  Wide folded = first;
  for (size_t i = 0; i < x.size(); i++) folded = wrapped(row.reference(folded, x[i], y[i]), type);
  if (folded != last) return false;
  if (name == "inc" || name == "dec") {
    std::vector<Wide> expected;
    Wide value = first;
    for (size_t i = 0; i < x.size(); i++, value = wrapped(row.reference(value, 0, 0), type)) expected.push_back(value);
    std::sort(expected.begin(), expected.end()), std::sort(returned.begin(), returned.end());
    return expected == returned;
  }
  return true;
}

void run_one(const Runner& runner, const Variant& v, const AtomicRow& row, Random& random) {
  const ScalarType& type = kTypes[v.type];
  const std::string name = std::string(v.prefix) + row.name;
  const size_t size = (size_t)type.bits / 8;
  Bytes value = integer_values(type, kItems, random), x = integer_values(type, kItems, random), y = integer_values(type, kItems, random);
  // For cmpxchg every third operand is the current value.
  for (size_t i = 0; i < kItems; i += 3) memcpy(&x[i * size], &value[i * size], size);
  Bytes shared(size * (1 + kItems / kGroup));
  Bytes first(value.begin(), value.begin() + (long)size);
  std::copy(first.begin(), first.end(), shared.begin());
  // The shared cells are an output that begins with a value: it is set by a launch of one value through the input.
  std::vector<Bytes> results = runner.run(name + "_" + type.name, kItems, {kItems * 4 * size, kItems * 2 * size, shared.size()}, {value,
      x, y}, kGroup);
  ExactRow out("atomics", name, type.name, "128-bit arithmetic");
  std::vector<Wide> xs, ys, returned;
  for (size_t i = 0; i < kItems; i++) {
    Wide old = integer_at(value, i, type), a = integer_at(x, i, type), b = integer_at(y, i, type);
    Wide expected = wrapped(row.reference(old, a, b), type);
    out.expect(integer_at(results[0], 4 * i, type) == old && integer_at(results[1], 2 * i, type) == expected, name + " alone, global");
    out.expect(integer_at(results[0], 4 * i + 1, type) == old && integer_at(results[1], 2 * i + 1, type) == expected, name +
        " alone, local");
    xs.push_back(a), ys.push_back(b), returned.push_back(integer_at(results[0], 4 * i + 2, type));
  }
  // Outputs begin as bytes of 0xa5.
  Wide begin = integer_at(Bytes(8, 0xa5), 0, type);
  out.expect(fits_an_order(row, begin, xs, ys, returned, integer_at(results[2], 0, type), type), name + " together, global");
  for (size_t g = 0; g < kItems / kGroup; g++) {
    std::vector<Wide> gx(xs.begin() + (long)(g * kGroup), xs.begin() + (long)((g + 1) * kGroup));
    std::vector<Wide> gy(ys.begin() + (long)(g * kGroup), ys.begin() + (long)((g + 1) * kGroup)), back;
    for (size_t i = g * kGroup; i < (g + 1) * kGroup; i++) back.push_back(integer_at(results[0], 4 * i + 3, type));
    out.expect(fits_an_order(row, integer_at(value, 0, type), gx, gy, back, integer_at(results[2], 1 + g, type), type), name +
        " together, local");
  }
}

void run_float_exchange(const Fixture& f) {
  Runner runner(f,
                "__kernel void swap(__global float* O, __global float* M, __global const float* V) { __local float cell[64]; size_t i = "
                    "get_global_id(0), l = "
                "get_local_id(0); M[i] = V[i]; cell[l] = V[i]; float a = atomic_xchg(M + i, V[i] * 2), b = atomic_xchg(cell + l, V[i] * "
                    "3); O[2 * i] = a + cell[l]; "
                "O[2 * i + 1] = b; }");
  std::vector<float> values, expected;
  for (int i = 0; i < 256; i++) values.push_back((float)(i - 100)), expected.push_back((float)(i - 100) * 4),
      expected.push_back((float)(i - 100));
  std::vector<Bytes> results = runner.run("swap", 256, {2048, 1024}, {bytes_of(values)}, 64);
  for (float& value : values) value *= 2;
  ExactRow row("atomics", "atomic_xchg", "float", "the values");
  row.compare(results[0], bytes_of(expected), 4, "returned");
  row.compare(results[1], bytes_of(values), 4, "stored");
}

}  // namespace

void run_atomics(const Fixture& f, const Effort& effort) {
  Random random(21);
  for (const Variant& v : kVariants) {
    std::string source = "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n#pragma OPENCL EXTENSION "
        "cl_khr_int64_extended_atomics : enable\n";
    for (const AtomicRow& row : kRows) source += kernel(v, row);
    Runner runner(f, source);
    for (const AtomicRow& row : kRows) {
      if (wanted(effort, row.name)) run_one(runner, v, row, random);
    }
  }
  run_float_exchange(f);
}

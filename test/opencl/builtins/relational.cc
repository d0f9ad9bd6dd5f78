// Relational builtins and select: every type and width, against C's own comparisons and bits.
#include "integers.h"
#include "reals.h"

namespace {

struct RelationalRow {
  const char* name;
  int arguments;
  bool (*reference)(double x, double y);
};

const RelationalRow kRows[] = {
    {"isequal", 2, [](double x, double y) { return x == y; }},
    {"isnotequal", 2, [](double x, double y) { return x != y; }},
    {"isgreater", 2, [](double x, double y) { return x > y; }},
    {"isgreaterequal", 2, [](double x, double y) { return x >= y; }},
    {"isless", 2, [](double x, double y) { return x < y; }},
    {"islessequal", 2, [](double x, double y) { return x <= y; }},
    {"islessgreater", 2, [](double x, double y) { return x < y || x > y; }},
    {"isordered", 2, [](double x, double y) { return !isnan(x) && !isnan(y); }},
    {"isunordered", 2, [](double x, double y) { return isnan(x) || isnan(y); }},
    {"isfinite", 1, [](double x, double) { return (bool)std::isfinite(x); }},
    {"isinf", 1, [](double x, double) { return (bool)std::isinf(x); }},
    {"isnan", 1, [](double x, double) { return (bool)std::isnan(x); }},
    {"isnormal", 1, nullptr},
    {"signbit", 1, [](double x, double) { return (bool)std::signbit(x); }},
};

template <class T>
bool expected_of(const RelationalRow& row, T x, T y, bool flushes) {
  if (row.reference) {
    // Comparisons may see zero in place of subnormal values; classes may not.
    bool flush = flushes && row.arguments == 2;
    return row.reference(flush && is_subnormal(x) ? 0 : (double)x, flush && is_subnormal(y) ? 0 : (double)y);
  }
  return std::isfinite(x) && fabs((double)x) >= (double)std::numeric_limits<T>::min();
}

template <class T>
void comparisons(const Fixture& f, const Effort& effort) {
  const std::string T_ = Format<T>::name;
  std::string source;
  for (const RelationalRow& row : kRows) {
    for (int width : kWidths) {
      std::string result = width == 1 || T_ == "float" ? "int" : "long";
      source += "__kernel void " + std::string(row.name) + std::to_string(width) + "(__global " + result + "* R, __global const " + T_ +
                "* X, __global const " + T_ + "* Y) { size_t i = get_global_id(0); " +
                store(width, row.name + ("(" + load(width, "X")) + (row.arguments == 2 ? ", " + load(width, "Y") + ")" : ")"), "R") +
                    " }\n";
    }
  }
  Runner runner(f, source);
  Random random(4);
  std::vector<T> x, y;
  for (T a : few_edges<T>(3)) {
    for (T b : few_edges<T>(3)) x.push_back(a), y.push_back(b);
  }
  while (x.size() < effort.samples || x.size() % 48) {
    x.push_back(random_real<T>(random, -2, 2)), y.push_back(random.below(4) ? random_real<T>(random, -2, 2) : x.back());
  }
  const bool flushes = !denormals_supported(f, sizeof(T) == 8);
  for (const RelationalRow& one : kRows) {
    if (!wanted(effort, one.name)) continue;
    ExactRow row("relational", one.name, T_, "C's comparison");
    for (int width : kWidths) {
      size_t size = width == 1 || sizeof(T) == 4 ? 4 : 8;
      Bytes expected;
      const ScalarType result = {"", (int)size * 8, true, false};
      for (size_t i = 0; i < x.size(); i++) put_integer(expected, expected_of(one, x[i], y[i], flushes) ? (width == 1 ? 1 : -1) : 0,
          result);
      std::string name = one.name + std::to_string(width);
      row.compare(runner.run(name, x.size() / (size_t)width, {expected.size()}, {bytes_of(x), bytes_of(y)})[0], expected, size, name);
    }
  }
}

void any_and_all(const Fixture& f, const Effort& effort) {
  std::string source;
  for (int t = 0; t < kIntegerTypes; t += 2) {
    for (int width : kWidths) {
      std::string T = kTypes[t].name, suffix = T + std::to_string(width);
      source += "__kernel void test_" + suffix + "(__global int* R, __global const " + T +
          "* X) { size_t i = get_global_id(0); R[2 * i] = any(" +
                load(width, "X") + "); R[2 * i + 1] = all(" + load(width, "X") + "); }\n";
    }
  }
  Runner runner(f, source);
  Random random(6);
  const size_t count = (effort.samples + 47) / 48 * 48;
  for (int t = 0; t < kIntegerTypes; t += 2) {
    ExactRow row("relational", "any, all", kTypes[t].name, "the sign bits");
    Bytes in;
    for (size_t i = 0; i < count; i++) put_integer(in, random.below(6) ? (i / 96 % 2 ? -1 : 1) : (Wide)random.next(), kTypes[t]);
    for (int width : kWidths) {
      std::vector<cl_int> expected;
      for (size_t i = 0; i < count; i += (size_t)width) {
        int negative = 0;
        for (int k = 0; k < width; k++) negative += integer_at(in, i + (size_t)k, kTypes[t]) < 0;
        expected.push_back(negative > 0), expected.push_back(negative == width);
      }
      std::string name = "test_" + std::string(kTypes[t].name) + std::to_string(width);
      row.compare(runner.run(name, count / (size_t)width, {expected.size() * 4}, {in})[0], bytes_of(expected), 4, name);
    }
  }
}

void selections(const Fixture& f, const Effort& effort) {
  const size_t count = (effort.samples + 47) / 48 * 48;
  Random random(8);
  for (const ScalarType& type : kTypes) {
    const int first = type.bits == 8 ? 0 : type.bits == 16 ? 2 : type.bits == 32 ? 4 : 6;
    const std::string T = type.name;
    std::string source;
    for (int width : kWidths) {
      std::string W = std::to_string(width);
      for (int m = first; m < first + 2; m++) {
        source += "__kernel void select_" + std::string(kTypes[m].name) + W + "(__global " + T + "* R, __global const " + T +
            "* X, __global const " + T +
                  "* Y, __global const " + kTypes[m].name + "* M) { size_t i = get_global_id(0); " +
                  store(width, "select(" + load(width, "X") + ", " + load(width, "Y") + ", " + load(width, "M") + ")", "R") + " }\n";
      }
      source += "__kernel void bitselect" + W + "(__global " + T + "* R, __global const " + T + "* X, __global const " + T +
          "* Y, __global const " + T +
                "* M) { size_t i = get_global_id(0); " + store(width, "bitselect(" + load(width, "X") + ", " + load(width, "Y") + ", " +
                    load(width, "M") + ")", "R") + " }\n";
    }
    Runner runner(f, source);
    ScalarType bits = kTypes[first + 1];
    Bytes x = integer_values(bits, count, random), y = integer_values(bits, count, random), m = integer_values(bits, count, random);
    ExactRow selected("select", "select", T, "the bits"), mixed("select", "bitselect", T, "the bits");
    for (int width : kWidths) {
      Bytes expected, merged;
      for (size_t i = 0; i < count; i++) {
        Wide a = integer_at(x, i, bits), b = integer_at(y, i, bits), mask = integer_at(m, i, bits);
        bool second = width == 1 ? mask != 0 : mask >> (type.bits - 1) & 1;
        put_integer(expected, second ? b : a, bits);
        put_integer(merged, (a & ~mask) | (b & mask), bits);
      }
      for (int k = first; k < first + 2; k++) {
        std::string name = "select_" + std::string(kTypes[k].name) + std::to_string(width);
        selected.compare(runner.run(name, count / (size_t)width, {x.size()}, {x, y, m})[0], expected, (size_t)type.bits / 8, name);
      }
      std::string name = "bitselect" + std::to_string(width);
      mixed.compare(runner.run(name, count / (size_t)width, {x.size()}, {x, y, m})[0], merged, (size_t)type.bits / 8, name);
    }
  }
}

}  // namespace

void run_relational(const Fixture& f, const Effort& effort) {
  comparisons<float>(f, effort);
  comparisons<double>(f, effort);
  any_and_all(f, effort);
  selections(f, effort);
}

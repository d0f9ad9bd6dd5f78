// Geometric builtins, against binary128.
// OpenCL C 1.2 has no bounds for them; these are those of later versions of the language (errors of n elements).
#include "integers.h"
#include "reals.h"

namespace {

enum Kind { kDot, kLength, kDistance, kNormalize, kCross };

struct GeometricRow {
  const char* name;
  Kind kind;
  /** ulp: constant, and for each element. */
  double bound, each;
};
const GeometricRow kRows[] = {
    {"dot", kDot, -1, 2},          {"length", kLength, 2.75, 0.5},           {"distance", kDistance, 2.5, 2},       {"normalize",
        kNormalize, 2, 1},
    {"cross", kCross, 3, 0},       {"fast_length", kLength, 8191.5, 1},      {"fast_distance", kDistance, 8191.5, 2}, {"fast_normalize",
        kNormalize, 8192, 1},
};

bool has(const GeometricRow& row, int width, bool is_double) {
  if (is_double && !strncmp(row.name, "fast_", 5)) return false;
  return width <= 4 && (row.kind != kCross || width >= 3);
}

std::string kernel(const GeometricRow& row, const std::string& T, int width) {
  bool scalar = row.kind <= kDistance, two = row.kind == kDot || row.kind == kDistance || row.kind == kCross;
  std::string call = std::string(row.name) + "(" + load(width, "X") + (two ? ", " + load(width, "Y") : "") + ")";
  return "__kernel void " + std::string(row.name) + std::to_string(width) + "(__global " + T + "* R, __global const " + T +
      "* X, __global const " + T +
         "* Y) { size_t i = get_global_id(0); " + (scalar ? "R[i] = " + call + ";" : store(width, call, "R")) + " }\n";
}

/** Reference of one element, and the magnitude whose ulp counts. */
struct Reference {
  Q value, magnitude;
};

Reference reference_of(const GeometricRow& row, const Q* x, const Q* y, int width, int k) {
  Q dot = 0, square = 0, apart = 0, largest = 0;
  for (int i = 0; i < width; i++) {
    dot += x[i] * y[i], square += x[i] * x[i], apart += (x[i] - y[i]) * (x[i] - y[i]);
    largest = fmaxq(largest, fmaxq(fabsq(x[i]), fabsq(y[i])));
  }
  switch (row.kind) {
    case kDot: return {dot, largest * largest};
    case kLength: return {sqrtq(square), sqrtq(square)};
    case kDistance: return {sqrtq(apart), sqrtq(apart)};
    case kNormalize: return {square == 0 ? x[k] : x[k] / sqrtq(square), square == 0 ? 1 : x[k] / sqrtq(square)};
    default: break;
  }
  if (k == 3) return {0, 1};
  int a = (k + 1) % 3, b = (k + 2) % 3;
  return {x[a] * y[b] - x[b] * y[a], largest * largest};
}

template <class T>
void run_type(const Fixture& f, const Effort& effort) {
  const std::string T_ = Format<T>::name;
  std::string source;
  for (const GeometricRow& row : kRows) {
    for (int width : kWidths) {
      if (has(row, width, sizeof(T) == 8)) source += kernel(row, T_, width);
    }
  }
  Runner runner(f, source);
  Random random(51);
  std::vector<T> x, y;
  const size_t count = (effort.samples + 47) / 48 * 48;
  // length and normalize must neither overflow nor vanish: scales reach both ends of the range.
  while (x.size() < count) {
    T scale = (T)exp2((random.unit() * 2 - 1) * (random.below(4) ? 8 : Format<T>::emax - 4));
    for (int k = 0; k < 12; k++) x.push_back((T)(random.unit() * 2 - 1) * scale), y.push_back((T)(random.unit() * 2 - 1) * scale);
  }
  for (const GeometricRow& one : kRows) {
    if (sizeof(T) == 8 && !strncmp(one.name, "fast_", 5)) continue;
    Row row;
    row.group = "geometric", row.function = one.name, row.type = T_, row.reference = "libquadmath (binary128)", row.bound = one.bound +
        4 * one.each;
    for (int width : kWidths) {
      if (!has(one, width, sizeof(T) == 8)) continue;
      const size_t items = count / (size_t)width, results = one.kind <= kDistance ? 1 : (size_t)width;
      Bytes got = runner.run(one.name + std::to_string(width), items, {items * results * sizeof(T)}, {bytes_of(x), bytes_of(y)})[0];
      for (size_t i = 0; i < items * results; i++) {
        Q a[4], b[4];
        size_t start = i / results * (size_t)width;
        for (int k = 0; k < width; k++) a[k] = x[start + (size_t)k], b[k] = y[start + (size_t)k];
        Reference expected = reference_of(one, a, b, width, (int)(i % results));
        const Q least = 64 * (Q)std::numeric_limits<T>::min(), most = (Q)std::numeric_limits<T>::max() / 8;
        bool fast = !strncmp(one.name, "fast_", 5), product = one.kind == kDot || one.kind == kCross;
        // fast_ functions square, and products of large numbers overflow: neither is an error.
        if (fast && (fabsq(a[0]) > 0x1p60Q || fabsq(a[0]) < 0x1p-50Q)) continue;
        if (product && (expected.magnitude > most / 8 || expected.magnitude < least * 0x1p30Q)) continue;
        if (fabsq(expected.value) > most || (expected.value != 0 && fabsq(expected.value) < least)) continue;
        T result = element<T>(got, i);
        double error = ulp_error<T>(result, expected.value, expected.magnitude);
        if (expected.value == 0 && result == 0) error = 0;
        row.samples++;
        if (error > row.worst) row.worst = error, row.where = "width " + std::to_string(width) + " x=" + shown((T)a[0]) + " gives " +
            shown(result) + " for " + shown((T)expected.value);
        if (error > one.bound + width * one.each && !row.outside++) row.first = row.where;
      }
    }
    print_row(row);
  }
}

}  // namespace

void run_geometric(const Fixture& f, const Effort& effort) {
  run_type<float>(f, effort);
  run_type<double>(f, effort);
}

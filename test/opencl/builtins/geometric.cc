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

bool is_fast(const GeometricRow& row) { return !strncmp(row.name, "fast_", 5); }
bool is_product(const GeometricRow& row) { return row.kind == kDot || row.kind == kCross; }

bool has(const GeometricRow& row, int width, bool is_double) {
  if (is_double && is_fast(row)) return false;
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

/** Of an element k of dot and cross. */
Reference product_of(const GeometricRow& row, const Q* x, const Q* y, int width, int k) {
  Q dot = 0, largest = 0;
  for (int i = 0; i < width; i++) dot += x[i] * y[i], largest = fmaxq(largest, fmaxq(fabsq(x[i]), fabsq(y[i])));
  if (row.kind == kDot) return {dot, largest * largest};
  if (k == 3) return {0, 1};
  int a = (k + 1) % 3, b = (k + 2) % 3;
  return {x[a] * y[b] - x[b] * y[a], largest * largest};
}

Q square_of(const Q* v, int width) {
  Q square = 0;
  for (int i = 0; i < width; i++) square += v[i] * v[i];
  return square;
}

/** Of the others, whose operand is one vector: that of distance is the difference, by its definition (6.12.5). */
Reference length_of(const GeometricRow& row, const Q* v, int width, int k) {
  Q length = sqrtq(square_of(v, width));
  if (row.kind != kNormalize) return {length, length};
  return {length == 0 ? v[k] : v[k] / length, length == 0 ? 1 : v[k] / length};
}

/**
 * Permitted values of an element of the operand. A device without denormals may take operands and intermediate results
 * for zeros, or not, each for itself (OpenCL 1.2, 7.5.3); fast_normalize does so with elements whose square has no
 * normal value (OpenCL C 1.2,
 * 6.12.5, third exception), and fast_length and fast_distance are defined by the sum of the same squares.
 */
template <class T>
std::vector<Q> choices(const GeometricRow& row, Q x, Q y, bool denormals) {
  const Q least = std::numeric_limits<T>::min();
  auto or_zero = [&](Q value, Q limit) {
    return value != 0 && !denormals && fabsq(value) < limit ? std::vector<Q>{value, copysignq(0, value)} : std::vector<Q>{value};
  };
  std::vector<Q> all;
  for (Q a : or_zero(x, least)) {
    for (Q b : row.kind == kDistance ? or_zero(y, least) : std::vector<Q>{0}) {
      for (Q v : or_zero(a - b, is_fast(row) ? sqrtq(least) : least)) all.push_back(v);
    }
  }
  return all;
}

/** The least error of a result in ulp, over all references that it may have. */
template <class T>
double error_of(const GeometricRow& row, const Q* x, const Q* y, int width, int k, T result, bool denormals) {
  auto error = [&](const Reference& expected) {
    return expected.value == 0 && result == 0 ? 0 : ulp_error<T>(result, expected.value, expected.magnitude);
  };
  if (is_product(row)) return error(product_of(row, x, y, width, k));
  std::vector<Q> each[4];
  size_t count = 1;
  for (int i = 0; i < width; i++) each[i] = choices<T>(row, x[i], y[i], denormals), count *= each[i].size();
  double least = INFINITY;
  for (size_t n = 0; n < count; n++) {
    Q v[4];
    size_t rest = n;
    for (int i = 0; i < width; i++) v[i] = each[i][rest % each[i].size()], rest /= each[i].size();
    const Q square = square_of(v, width);
    least = fmin(least, error(length_of(row, v, width, k)));
    if (!is_fast(row)) continue;
    // The sum of squares that defines them is computed in T (6.12.5): it may overflow, with the rounding of its terms a
    // little earlier. Then half_sqrt gives infinity, and fast_normalize any value (first exception).
    const bool overflows = square * (1 + 8 * (Q)std::numeric_limits<T>::epsilon()) > (Q)std::numeric_limits<T>::max();
    if (overflows && (row.kind == kNormalize || (isinf(result) && result > 0))) return 0;
    // Second exception: a vector whose square has no normal value may come back as it is.
    if (row.kind == kNormalize && square < (Q)std::numeric_limits<T>::min() && (Q)result == x[k]) return 0;
  }
  return least;
}

/** True if a sample is compared: products of large numbers overflow, and results near zero have no relative error. */
template <class T>
bool is_compared(const GeometricRow& row, const Q* x, const Q* y, int width, int k) {
  const Q least = 64 * (Q)std::numeric_limits<T>::min(), most = (Q)std::numeric_limits<T>::max() / 8;
  Q v[4];
  for (int i = 0; i < width; i++) v[i] = row.kind == kDistance ? x[i] - y[i] : x[i];
  const Reference expected = is_product(row) ? product_of(row, x, y, width, k) : length_of(row, v, width, k);
  if (is_product(row) && (expected.magnitude > most / 8 || expected.magnitude < least * 0x1p30Q)) return false;
  return fabsq(expected.value) <= most && (expected.value == 0 || fabsq(expected.value) >= least);
}

template <class T>
void random_operands(size_t count, std::vector<T>& x, std::vector<T>& y) {
  Random random(51);
  // length and normalize must neither overflow nor vanish: scales reach both ends of the range.
  while (x.size() < count) {
    T scale = (T)exp2((random.unit() * 2 - 1) * (random.below(4) ? 8 : Format<T>::emax - 4));
    for (int k = 0; k < 12; k++) x.push_back((T)(random.unit() * 2 - 1) * scale), y.push_back((T)(random.unit() * 2 - 1) * scale);
  }
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
  const bool denormals = denormals_supported(f, sizeof(T) == 8);
  std::vector<T> x, y;
  const size_t count = (effort.samples + 47) / 48 * 48;
  random_operands(count, x, y);
  for (const GeometricRow& one : kRows) {
    if (sizeof(T) == 8 && is_fast(one)) continue;
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
        const int k = (int)(i % results);
        if (!is_compared<T>(one, a, b, width, k)) continue;
        T result = element<T>(got, i);
        double error = error_of<T>(one, a, b, width, k, result, denormals);
        row.samples++;
        if (error > row.worst) {
          row.worst = error, row.where = "width " + std::to_string(width) + " element " + std::to_string(k) + " gives " + shown(result) + " for";
          for (int n = 0; n < width; n++) row.where += " x=" + shown((T)a[n]) + " y=" + shown((T)b[n]);
        }
        if (error > one.bound + width * one.each && !row.outside++) row.first = row.where;
      }
    }
    print_row(row);
  }
}

/** True if the reference judges a result correctly: right ones are within the bound, wrong ones are not. */
template <class T>
size_t misjudged(const GeometricRow& row, const Q* x, const Q* y, int width, int k, bool denormals) {
  Q v[4];
  bool is_plain = true;
  for (int i = 0; i < width; i++) {
    v[i] = row.kind == kDistance ? x[i] - y[i] : x[i];
    if (!is_product(row) && choices<T>(row, x[i], y[i], denormals).size() > 1) is_plain = false;
  }
  const Q square = square_of(v, width);
  if (is_fast(row) && (square > (Q)std::numeric_limits<T>::max() / 2 || square < (Q)std::numeric_limits<T>::min())) is_plain = false;
  const Reference expected = is_product(row) ? product_of(row, x, y, width, k) : length_of(row, v, width, k);
  const double bound = row.bound + width * row.each;
  auto within = [&](Q result) { return error_of<T>(row, x, y, width, k, (T)result, denormals) <= bound; };
  size_t wrong = !within(expected.value);
  // With a free choice of the device, fewer of these candidates are wrong.
  if (!is_plain || bound < 0) return wrong;
  const Q ulp = ulp_at<T>(expected.magnitude), beyond = (Q)(2 * bound + 2) * ulp;
  for (Q result : {expected.value + beyond, expected.value - beyond, (Q)NAN, (Q)INFINITY}) wrong += within(result);
  if (fabsq(expected.value) > beyond) wrong += within(0) + within(-expected.value);
  return wrong;
}

}  // namespace

/** The references themselves, without a kernel: `outside` counts results that they misjudge. */
void run_geometric_references(const Fixture&, const Effort& effort) {
  std::vector<float> x, y;
  random_operands(effort.samples, x, y);
  for (const GeometricRow& one : kRows) {
    for (bool denormals : {false, true}) {
      Row row;
      row.group = "geometric-references", row.function = one.name, row.type = "float", row.reference = denormals ? "denormals" : "none";
      for (int width = 1; width <= 4; width++) {
        if (!has(one, width, false)) continue;
        for (size_t start = 0; start + 4 <= x.size(); start += 4) {
          Q a[4], b[4];
          for (int k = 0; k < width; k++) a[k] = x[start + (size_t)k], b[k] = y[start + (size_t)k];
          for (int k = 0; k < (one.kind <= kDistance ? 1 : width); k++) {
            if (!is_compared<float>(one, a, b, width, k)) continue;
            row.samples++;
            if (misjudged<float>(one, a, b, width, k, denormals) && !row.outside++)
              row.first = "width " + std::to_string(width) + " element " + std::to_string(k) + " x=" + shown((float)a[0]);
          }
        }
      }
      print_row(row);
    }
  }
}

void run_geometric(const Fixture& f, const Effort& effort) {
  run_type<float>(f, effort);
  run_type<double>(f, effort);
}

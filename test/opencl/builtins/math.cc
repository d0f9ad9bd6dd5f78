// Runs a table of math builtins over edges and random arguments, in every width, against the references.
#include "math.h"

#include <algorithm>

namespace {

static constexpr int kMaxArguments = 3;

/** Arguments of all samples: kMaxArguments arrays and the integers. */
template <class T>
struct Samples {
  std::vector<T> x[kMaxArguments];
  std::vector<cl_int> n;
  size_t count() const { return n.size(); }
};

template <class T>
void add_edges(const MathRow& row, Samples<T>& samples) {
  static const cl_int integers[] = {0, 1, -1, 2, -2, 3, -3, 5, 10, -10, 17, 127, -126, -149, 150, 1000, -1074, 2100, INT32_MAX, INT32_MIN};
  const std::vector<T> values = row.arguments < 2 && !row.integer ? edge_values<T>() : few_edges<T>(row.arguments == 3 ? 29 : 5);
  auto put = [&](T x, T y, T z, cl_int n) {
    samples.x[0].push_back(x), samples.x[1].push_back(y), samples.x[2].push_back(z), samples.n.push_back(n);
  };
  for (T x : values) {
    if (row.integer) {
      for (cl_int n : integers) put(x, 0, 0, n);
    } else if (row.arguments == 1) {
      put(x, 0, 0, 0);
    } else {
      for (T y : values) {
        if (row.arguments == 2) put(x, y, 0, 0);
        else for (T z : values) put(x, y, z, 0);
      }
    }
  }
}

template <class T>
Samples<T> make_samples(const MathRow& row, const Effort& effort, bool edges) {
  Samples<T> samples;
  if (edges) add_edges(row, samples);
  Random random(1 + strlen(row.name) * 77 + row.name[0]);
  size_t count = samples.count() + effort.samples;
  while (samples.count() < count || samples.count() % 48) {
    for (auto& x : samples.x) x.push_back(random_real<T>(random, row.low, row.high));
    cl_int small = (cl_int)random.below(40) - 20;
    samples.n.push_back(random.below(8) == 0 ? (cl_int)random.next() : random.below(4) == 0 ? small * 53 : small);
  }
  return samples;
}

std::string kernel_source(const MathRow& row, const std::string& type, int width) {
  std::string F = vector_type(type, width), I = vector_type("int", width), W = width == 1 ? "" : std::to_string(width);
  std::string U = vector_type(type == "double" ? "ulong" : "uint", width);
  std::string source = "#define convert_U convert_" + U + "\n__kernel void " + row.name + "_" + type + std::to_string(width);
  source += "(__global " + type + "* R, __global " + type + "* S, __global int* P, __global const " + type + "* X, __global const " +
            type + "* Y, __global const " + type + "* Z, __global const int* N) {\n  size_t i = get_global_id(0);\n  " + F +
            " x = " + load(width, "X") + ", y = " + load(width, "Y") + ", z = " + load(width, "Z") + ", r = 0, s = 0;\n  " + I +
            " n = " + load(width, "N") + ", q = 0;\n  " + row.code + "\n";
  if (row.outputs != kInt) source += "  " + store(width, "r", "R") + "\n";
  if (row.outputs == kRealReal) source += "  " + store(width, "s", "S") + "\n";
  if (row.outputs == kRealInt || row.outputs == kInt) source += "  " + store(width, "q", "P") + "\n";
  return source + "}\n#undef convert_U\n";
}

/** Compares results with the reference and keeps the worst. */
template <class T>
class Judge {
 public:
  Judge(const MathRow& row, bool flushes, bool finite_only) : math_(row), flushes_(flushes), finite_only_(finite_only) {}

  Row row;

  void judge(const Samples<T>& samples, size_t i, const std::vector<Bytes>& results, int width) {
    T x[kMaxArguments];
    for (int a = 0; a < kMaxArguments; a++) x[a] = samples.x[a][i];
    double error = best_error(x, samples.n[i], results, i, 0);
    if (error < 0) return;
    row.samples++;
    bool beyond = error > row.bound || (isinf(error) && isinf(row.bound));
    if (error <= row.worst && !beyond) return;
    std::string text = describe(x, samples.n[i], results, i, width, error);
    if (beyond && !row.outside++) row.first = text;
    if (error > row.worst) row.worst = error, row.where = text;
  }

 private:
  /** The smallest error over the ways to flush subnormal arguments; -1 when the reference means nothing. */
  double best_error(T* x, cl_int n, const std::vector<Bytes>& results, size_t i, int from) {
    double best = error_of(x, n, results, i);
    for (int a = from; flushes_ && best > 0 && a < math_.arguments; a++) {
      if (!is_subnormal(x[a])) continue;
      T kept = x[a];
      for (T zero : {(T)0, -(T)0}) {
        x[a] = zero;
        double error = best_error(x, n, results, i, a + 1);
        // Flushed, the arguments may be ones that do not count: then there is no verdict.
        if (error < 0) best = -1;
        else if (best >= 0 && error < best) best = error;
      }
      x[a] = kept;
    }
    return best;
  }

  double error_of(const T* x, cl_int n, const std::vector<Bytes>& results, size_t i) {
    Q wide[kMaxArguments] = {x[0], x[1], x[2]};
    if (math_.valid && !math_.valid(wide, n)) return -1;
    Expected expected = math_.reference(wide, n, sizeof(T) == 8);
    bool finite = finiteq(wide[0]) && finiteq(wide[1]) && finiteq(wide[2]) && std::isfinite((T)expected.r);
    if (finite_only_ && !finite) return -1;
    double error = 0;
    if (math_.outputs != kInt) error = real_error(element<T>(results[0], i), expected.r, wide);
    if (math_.outputs == kRealReal) error = std::max(error, real_error(element<T>(results[1], i), expected.s, wide));
    if (math_.outputs == kInt || (math_.outputs == kRealInt && !isnanq(expected.r))) {
      cl_int got = element<cl_int>(results[2], i);
      bool quotient = !strcmp(math_.name, "remquo");
      int low = (int)((got < 0 ? -(unsigned)got : (unsigned)got) & 127);
      bool same = quotient ? (got < 0 ? -low : low) == expected.q : got == expected.q;
      if (!same && !(math_.outputs == kRealInt && isinfq(wide[0]))) error = INFINITY;
    }
    return error;
  }

  double real_error(T result, Q expected, const Q* x) {
    Q magnitude = math_.magnitude ? math_.magnitude(x, expected) : expected;
    double error = ulp_error<T>(result, expected, magnitude);
    if (error == 0) return 0;
    // "Correctly rounded" is the nearest value of the type, with its sign.
    if (row.bound == 0 && result == (T)expected && !std::signbit(result) == !std::signbit((T)expected)) return 0;
    bool either_zero = result == 0 && expected == 0 && zero_sign_is_free();
    if (either_zero) return 0;
    // A subnormal result stands for the zero that it may be flushed to.
    if (flushes_ && expected == 0 && is_subnormal(result)) return 0;
    // A result that may round to a subnormal one may be flushed: section 7.5.3.
    Q slack = isinf(row.bound) ? 16 : row.bound;
    Q least = (Q)std::numeric_limits<T>::min() + slack * (Q)std::numeric_limits<T>::denorm_min();
    if (flushes_ && expected != 0 && fabsq(expected) < least && result == 0) return 0;
    return error;
  }

  /** C99 leaves the sign of fmax(-0, +0) open. */
  bool zero_sign_is_free() const {
    for (const char* name : {"fmax", "fmin", "maxmag", "minmag", "fdim", "nextafter", "max", "min", "clamp", "mix", "mad", "smoothstep"}) {
      if (!strcmp(math_.name, name)) return true;
    }
    return false;
  }

  std::string describe(const T* x, cl_int n, const std::vector<Bytes>& results, size_t i, int width, double error) {
    Q wide[kMaxArguments] = {x[0], x[1], x[2]};
    Expected expected = math_.reference(wide, n, sizeof(T) == 8);
    std::string text = "width " + std::to_string(width) + ": (";
    for (int a = 0; a < math_.arguments; a++) text += (a ? ", " : "") + shown(x[a]);
    if (math_.integer) text += ", " + std::to_string(n);
    text += ")";
    if (math_.outputs != kInt) text += " gives " + shown(element<T>(results[0], i)) + " for " + shown((T)expected.r);
    if (math_.outputs == kRealReal) text += " and " + shown(element<T>(results[1], i)) + " for " + shown((T)expected.s);
    if (math_.outputs >= kRealInt) text += " int " + std::to_string(element<cl_int>(results[2], i)) + " for " + std::to_string(expected.q);
    return text + ", " + number(error) + " ulp";
  }

  const MathRow& math_;
  bool flushes_, finite_only_;
};

template <class T>
void run_row(const Fixture& f, const MathRow& math, const MathGroup& group, const Runner& runner, const std::vector<int>& widths,
             const Effort& effort) {
  const std::string type = Format<T>::name;
  Judge<T> judge(math, !denormals_supported(f, sizeof(T) == 8), !group.bounded);
  judge.row.group = group.name;
  judge.row.function = math.name;
  judge.row.type = type;
  judge.row.reference = "libquadmath (binary128)";
  judge.row.bound = group.bounded ? (sizeof(T) == 8 ? math.bound64 : math.bound32) : INFINITY;
  Samples<T> samples = make_samples<T>(math, effort, group.bounded);
  size_t count = samples.count();
  std::vector<Bytes> inputs = {bytes_of(samples.x[0]), bytes_of(samples.x[1]), bytes_of(samples.x[2]), bytes_of(samples.n)};
  std::vector<Bytes> scalar;
  for (int width : widths) {
    std::string name = math.name + ("_" + type) + std::to_string(width);
    std::vector<Bytes> results = runner.run(name, count / width, {count * sizeof(T), count * sizeof(T), count * 4}, inputs);
    for (size_t i = 0; i < count; i++) {
      // A result that equals the scalar function's has been judged.
      bool same = width > 1;
      for (size_t o = 0; same && o < 3; o++) {
        size_t size = results[o].size() / count;
        same = memcmp(&results[o][i * size], &scalar[o][i * size], size) == 0;
      }
      if (!same) judge.judge(samples, i, results, width);
    }
    if (width == 1) scalar = results;
  }
  print_row(judge.row);
}

}  // namespace

template <class T>
void run_math(const Fixture& f, const MathGroup& group, const Effort& effort) {
  static constexpr size_t kBatch = 8;
  const std::string type = Format<T>::name;
  std::vector<const MathRow*> rows;
  for (const MathRow& row : group.rows) {
    // Without bounds, NaNs are not compared, and nan() has no other results.
    if (!group.bounded && !strcmp(row.name, "nan")) continue;
    if (wanted(effort, row.name)) rows.push_back(&row);
  }
  for (size_t start = 0; start < rows.size(); start += kBatch) {
    size_t end = std::min(start + kBatch, rows.size());
    std::string source = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
    std::vector<std::vector<int>> widths;
    for (size_t i = start; i < end; i++) {
      // Few: the scalar and one more width, a different one from row to row.
      std::vector<int> list(kWidths, kWidths + group.widths);
      if (!effort.every_width && list.size() > 2) list = {1, kWidths[1 + i % 3]};
      for (int width : list) source += kernel_source(*rows[i], type, width);
      widths.push_back(list);
    }
    Runner runner(f, source, group.options);
    for (size_t i = start; i < end; i++) run_row<T>(f, *rows[i], group, runner, widths[i - start], effort);
  }
}

template void run_math<float>(const Fixture&, const MathGroup&, const Effort&);
template void run_math<double>(const Fixture&, const MathGroup&, const Effort&);

// Conversions: every pair of types, rounding and saturation, against exact arithmetic in 128 bits; as_type of every
// pair.
#include "integers.h"
#include "reals.h"

namespace {

enum Rounding { kDefault, kRte, kRtz, kRtp, kRtn };
static const char* kSuffixes[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};

/** The value of an element: exact, since binary128 holds every long and double. */
Q value_at(const Bytes& bytes, size_t i, const ScalarType& type) {
  if (!type.is_real) return (Q)integer_at(bytes, i, type);
  return type.bits == 32 ? (Q)element<float>(bytes, i) : (Q)element<double>(bytes, i);
}

Q rounded_to_integer(Q value, Rounding mode) {
  switch (mode) {
    case kRte: return rintq(value);
    case kRtp: return ceilq(value);
    case kRtn: return floorq(value);
    default: return truncq(value);
  }
}

/** An integer of the target type; false where the result is undefined: a real value out of range, not saturated. */
bool to_integer(Q value, const ScalarType& to, bool from_real, bool saturate, Rounding mode, Bytes& out) {
  if (isnanq(value)) return saturate && (put_integer(out, 0, to), true);
  Q whole = from_real ? rounded_to_integer(value, mode) : value;
  bool below = whole < (Q)lowest(to), above = whole > (Q)highest(to);
  if (!below && !above) return put_integer(out, (Wide)whole, to), true;
  if (saturate) return put_integer(out, below ? lowest(to) : highest(to), to), true;
  if (from_real) return false;
  return put_integer(out, wrapped((Wide)whole, to), to), true;
}

template <class T>
void to_real(Q value, Rounding mode, Bytes& out) {
  T nearest = (T)value;
  bool inexact = !isnanq(value) && (Q)nearest != value;
  if (inexact && mode == kRtz && fabsq(nearest) > fabsq(value)) nearest = std::nextafter(nearest, (T)0);
  if (inexact && mode == kRtp && (Q)nearest < value) nearest = std::nextafter(nearest, (T)INFINITY);
  if (inexact && mode == kRtn && (Q)nearest > value) nearest = std::nextafter(nearest, (T)-INFINITY);
  Bytes bytes = bytes_of(std::vector<T>{nearest});
  out.insert(out.end(), bytes.begin(), bytes.end());
}

/** Real values around the limits of every integer type, halves, and random ones. */
template <class T>
Bytes real_values(size_t count, Random& random) {
  std::vector<T> values = edge_values<T>();
  for (int bits : {7, 8, 15, 16, 31, 32, 63, 64}) {
    for (double offset : {-2.0, -1.5, -1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0}) {
      values.push_back((T)(exp2(bits) + offset)), values.push_back((T)(-exp2(bits) + offset));
    }
  }
  while (values.size() < count || values.size() % 48) {
    double scale = exp2((double)random.below(66));
    values.push_back(random.below(8) ? (T)((random.unit() * 2 - 1) * scale) : from_bits<T>((typename Format<T>::Bits)random.next()));
  }
  return bytes_of(values);
}

Bytes values_of(const ScalarType& type, size_t count, Random& random) {
  if (!type.is_real) return integer_values(type, count, random);
  return type.bits == 32 ? real_values<float>(count, random) : real_values<double>(count, random);
}

std::string conversion_name(const ScalarType& to, int width, bool saturate, Rounding mode) {
  return "convert_" + vector_type(to.name, width) + (saturate ? "_sat" : "") + kSuffixes[mode];
}

std::string conversion_kernel(const ScalarType& to, const ScalarType& from, int width, bool saturate, Rounding mode) {
  std::string call = conversion_name(to, width, saturate, mode);
  return "__kernel void " + call + "_" + from.name + "(__global " + to.name + "* R, __global const " + from.name +
         "* X) { size_t i = get_global_id(0); " + store(width, call + "(" + load(width, "X") + ")", "R") + " }\n";
}

bool is_flushed(const Bytes& got, const Bytes& expected) {
  float a = element<float>(got, 0), b = element<float>(expected, 0);
  // A subnormal result, or one that rounding moved away from zero out of the subnormal values, may be flushed.
  return a == 0 && fabsf(b) <= FLT_MIN;
}

/** Compares; where the result is undefined the expectation is empty. */
void judge(ExactRow& row, const std::string& name, const Bytes& got, const Bytes& in, size_t count, const ScalarType& to,
           const ScalarType& from, bool saturate, Rounding mode, bool flushes) {
  const size_t size = (size_t)to.bits / 8;
  Rounding effective = mode == kDefault ? (to.is_real ? kRte : kRtz) : mode;
  for (size_t i = 0; i < count; i++) {
    Bytes expected, part(got.begin() + (long)(i * size), got.begin() + (long)((i + 1) * size));
    Q value = value_at(in, i, from);
    if (!to.is_real) {
      if (!to_integer(value, to, from.is_real, saturate, effective, expected)) continue;
    } else if (to.bits == 32) {
      to_real<float>(value, effective, expected);
    } else {
      to_real<double>(value, effective, expected);
    }
    if (to.is_real && isnanq(value)) {
      row.expect(isnanq(value_at(part, 0, to)), name + " of NaN");
      continue;
    }
    bool input_flushed = flushes && from.is_real && from.bits == 32 && is_subnormal(element<float>(in, i));
    if (input_flushed && part != expected) {
      row.expect(fabsq(value_at(part, 0, to)) == 0, name + " of a subnormal value");
      continue;
    }
    if (flushes && to.is_real && to.bits == 32 && is_flushed(part, expected)) {
      row.expect(true, "");
      continue;
    }
    char text[64];
    snprintf(text, sizeof text, " of %a", (double)value);
    row.compare(part, expected, size, name + text);
  }
}

void convert_to(const Fixture& f, const ScalarType& to, const ScalarType& from, const Effort& effort) {
  const std::string pair = std::string(from.name) + " to " + to.name;
  if (!wanted(effort, pair)) return;
  Random random(11);
  const Bytes in = values_of(from, (effort.samples + 47) / 48 * 48, random);
  const size_t count = in.size() / ((size_t)from.bits / 8);
  ExactRow row("conversions", pair, "every rounding and saturation", "exact arithmetic (binary128)");
  const bool flushes = !denormals_supported(f, false);
  std::string source;
  for (int pass = 0; pass < 2; pass++) {
    // The first pass writes the kernels, the second runs them.
    static Runner* runner;
    if (pass == 1) runner = new Runner(f, source);
    int turn = 0;
    for (int saturate = 0; saturate < (to.is_real ? 1 : 2); saturate++) {
      for (int mode = kDefault; mode <= kRtn; mode++, turn++) {
        for (int w = 0; w < 6; w++) {
          if (!effort.every_width && w && w != 1 + turn % 5) continue;
          int width = kWidths[w];
          if (pass == 0) source += conversion_kernel(to, from, width, saturate, (Rounding)mode);
          if (pass == 0) continue;
          std::string name = conversion_name(to, width, saturate, (Rounding)mode) + "_" + from.name;
          Bytes got = runner->run(name, count / (size_t)width, {count * (size_t)to.bits / 8}, {in})[0];
          judge(row, name, got, in, count, to, from, saturate, (Rounding)mode, flushes);
        }
      }
    }
    if (pass == 1) delete runner;
  }
}

/** as_type keeps the bits, for all pairs of types and widths of one size. */
void reinterpret(const Fixture& f) {
  struct Pair {
    std::string to, from, name;
    size_t size;
  };
  std::vector<Pair> pairs;
  std::string source;
  for (const ScalarType& to : kTypes) {
    for (const ScalarType& from : kTypes) {
      for (int a : kWidths) {
        for (int b : kWidths) {
          if (to.bits * a != from.bits * b || a == 3 || b == 3) continue;
          Pair pair = {vector_type(to.name, a), vector_type(from.name, b), "", (size_t)(to.bits * a) / 8};
          pair.name = "as_" + pair.to + "_" + pair.from;
          source += "__kernel void " + pair.name + "(__global " + pair.to + "* r, __global const " + pair.from +
              "* x) { r[get_global_id(0)] = as_" +
                    pair.to + "(x[get_global_id(0)]); }\n";
          pairs.push_back(pair);
        }
      }
    }
  }
  ExactRow row("conversions", "as_type", "every pair of types of one size", "the bits");
  Runner runner(f, source);
  Random random(5);
  for (const Pair& pair : pairs) {
    Bytes in(pair.size * 16);
    for (unsigned char& byte : in) byte = (unsigned char)random.next();
    row.compare(runner.run(pair.name, 16, {in.size()}, {in})[0], in, pair.size < 8 ? pair.size : 8, pair.name);
  }
}

}  // namespace

void run_conversions(const Fixture& f, const Effort& effort) {
  for (const ScalarType& to : kTypes) {
    for (const ScalarType& from : kTypes) convert_to(f, to, from, effort);
  }
  if (wanted(effort, "as_type")) reinterpret(f);
}

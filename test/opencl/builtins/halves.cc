// Loads and stores of half: all 65536 values, every rounding of float and double, widths, address spaces, aligned
// forms.
#include "integers.h"
#include "reals.h"

namespace {

enum Rounding { kDefault, kRte, kRtz, kRtp, kRtn };
static const char* kSuffixes[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};

Q half_value(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  Q value = exponent == 31 ? (fraction ? nanq("") : HUGE_VALQ) : exponent == 0 ? scalbnq(fraction, -24) : scalbnq(fraction + 1024,
      exponent - 25);
  return bits & 0x8000 ? -value : value;
}

/** The half of a value: found among all by its order, not by arithmetic. */
uint16_t half_of(double value, Rounding mode) {
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const Q magnitude = fabsq((Q)value);
  if (isnan(value)) return 0x7e00;
  if (isinf(value)) return sign | 0x7c00;
  int low = 0, high = 0x7c00;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    (half_value((uint16_t)middle) <= magnitude ? low : high) = middle;
  }
  const Q below = half_value((uint16_t)low);
  if (below == magnitude) return (uint16_t)(sign | low);
  const bool away = (mode == kRtp && !sign) || (mode == kRtn && sign);
  if (mode == kRtz || ((mode == kRtp || mode == kRtn) && !away)) return (uint16_t)(sign | low);
  if (away) return (uint16_t)(sign | high);
  const Q above = high == 0x7c00 ? 65536 : half_value((uint16_t)high), middle = (below + above) / 2;
  bool up = magnitude > middle || (magnitude == middle && (low & 1));
  return (uint16_t)(sign | (up ? high : low));
}

template <class T>
std::vector<T> values(size_t count) {
  std::vector<T> result = edge_values<T>();
  Random random(9);
  // Every half, the middle to the next one, and the neighbours of both.
  for (int bits = 0; bits < 0x7c00; bits += 1 + (int)(0x7c00 / (count + 1))) {
    T value = (T)half_value((uint16_t)bits), next = bits == 0x7bff ? (T)65536 : (T)half_value((uint16_t)(bits + 1)), middle = (value +
        next) / 2;
    for (T one : {value, middle, std::nextafter(value, (T)INFINITY), std::nextafter(middle, (T)0), std::nextafter(middle, (T)INFINITY)}) {
      result.push_back(random.below(2) ? one : -one);
    }
  }
  while (result.size() % 48) result.push_back(random_real<T>(random, -70000, 70000));
  return result;
}

std::string store_kernel(const std::string& T, int width, bool aligned, int mode, const char* space) {
  std::string W = width == 1 ? "" : std::to_string(width), call = std::string(aligned ? "vstorea_half" : "vstore_half") + W +
      kSuffixes[mode];
  int step = aligned && width == 3 ? 4 : width;
  std::string size = std::to_string(step), S = space;
  std::string name = call + "_" + S;
  std::string body = S == "__global" ? call + "(x, i, R);"
                     : call + "(x, " + (S == "__local" ? "l" : "1") + ", own); for (int k = 0; k < " + std::to_string(width) +
                         "; k++) ((__global ushort*)R)[i * " +
                           size + " + k] = ((" + S + " ushort*)own)[" + (S == "__local" ? "l" : "1") + " * " + size + " + k];";
  std::string declaration = S == "__global" ? "" : S == "__local" ?
      "__local ulong memory[64 * 4]; __local half* own = (__local half*)memory; size_t l = get_local_id(0);"
                                                : "ulong memory[2 * 4]; half* own = (half*)memory;";
  return "__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void " + name + "(__global half* R, __global const " + T + "* X) { " +
      declaration +
         " size_t i = get_global_id(0); " + vector_type(T, width) + " x = " + load(width, "X") + "; " + body + " }\n";
}

template <class T>
void stores(const Fixture& f, const Effort& effort) {
  const std::string T_ = Format<T>::name;
  static const char* kSpaces[] = {"__global", "__local", "__private"};
  std::vector<T> in = values<T>(effort.samples);
  while (in.size() % (48 * 16)) in.push_back((T)1);
  const bool flushes = !denormals_supported(f, sizeof(T) == 8);
  for (int mode = kDefault; mode <= kRtn; mode++) {
    ExactRow row("half", "vstore_half, vstorea_half" + std::string(kSuffixes[mode]), T_, "exact arithmetic");
    std::string source;
    for (int pass = 0; pass < 2; pass++) {
      static Runner* runner;
      if (pass == 1) runner = new Runner(f, source);
      int turn = mode;
      for (int width : kWidths) {
        for (bool aligned : {false, true}) {
          const char* space = kSpaces[turn++ % 3];
          for (const char* one : kSpaces) {
            if (one != space && !effort.every_width) continue;
            if (pass == 0) source += store_kernel(T_, width, aligned, mode, one);
            if (pass == 0) continue;
            const size_t step = aligned && width == 3 ? 4 : (size_t)width, items = in.size() / (size_t)width;
            std::string name = (aligned ? "vstorea_half" : "vstore_half") + (width == 1 ? "" : std::to_string(width)) + kSuffixes[mode] +
                "_" + one;
            Bytes got = runner->run(name, items, {items * step * 2}, {bytes_of(in)}, 16)[0];
            for (size_t i = 0; i < in.size(); i++) {
              uint16_t half = element<uint16_t>(got, i / (size_t)width * step + i % (size_t)width);
              uint16_t expected = half_of((double)in[i], (Rounding)mode);
              bool both_nan = std::isnan(in[i]) && (half & 0x7fff) > 0x7c00;
              bool flushed = flushes && is_subnormal(in[i]) && (half & 0x7fff) == 0;
              row.expect(half == expected || both_nan || flushed, name + " of " + shown(in[i]) + " gives " + std::to_string(half) +
                  " for " + std::to_string(expected));
            }
          }
        }
      }
      if (pass == 1) delete runner;
    }
  }
}

/** Loads `count` halves with the bits `first`, `first` + 1, ... */
void load_part(const Runner& runner, ExactRow& row, size_t first, size_t count) {
  std::vector<uint16_t> halves(count);
  for (size_t i = 0; i < count; i++) halves[i] = (uint16_t)(first + i);
  for (int width : kWidths) {
    for (const char* call : {"vload_half", "vloada_half"}) {
      for (const char* space : {"__global", "__constant"}) {
        std::string name = call + (width == 1 ? "" : std::to_string(width)) + "_" + space;
        const size_t step = width == 3 && !strcmp(call, "vloada_half") ? 4 : (size_t)width, items = count / step / 4 * 4;
        Bytes got = runner.run(name, items, {items * (size_t)width * 4}, {bytes_of(halves)})[0];
        for (size_t i = 0; i < items * (size_t)width; i++) {
          Q expected = half_value((uint16_t)(first + i / (size_t)width * step + i % (size_t)width));
          row.expect(ulp_error<float>(element<float>(got, i), expected, 1) == 0, name + " [" + std::to_string(i) + "]");
        }
      }
    }
  }
}

void loads(const Fixture& f) {
  std::string source;
  for (int width : kWidths) {
    std::string W = width == 1 ? "" : std::to_string(width);
    for (const char* call : {"vload_half", "vloada_half"}) {
      for (const char* space : {"__global", "__constant"}) {
        source += "__kernel void " + (call + W) + "_" + space + "(__global float* R, " + (strcmp(space, "__global") ? "" : "const ") +
            space +
                  " half* X) { size_t i = get_global_id(0); " + store(width, call + W + "(i, X)", "R") + " }\n";
      }
    }
  }
  ExactRow row("half", "vload_half, vloada_half", "all 65536 values", "exact arithmetic");
  Runner runner(f, source);
  // Half of the values at a time: a buffer of constants has no room for more than 64 KiB.
  static constexpr size_t kPart = 32768;
  for (size_t first = 0; first < 65536; first += kPart) load_part(runner, row, first, kPart);
}

}  // namespace

void run_halves(const Fixture& f, const Effort& effort) {
  loads(f);
  stores<float>(f, effort);
  stores<double>(f, effort);
}

// Integer builtins: every function, type and width, against 128-bit arithmetic.
#include "integers.h"

Bytes integer_values(const ScalarType& type, size_t count, Random& random) {
  Bytes bytes;
  const Wide edges[] = {0, 1, -1, 2, 7, lowest(type), lowest(type) + 1, highest(type), highest(type) - 1, highest(type) / 2};
  for (size_t i = 0; i < count; i++) {
    if (random.below(3) == 0) {
      put_integer(bytes, edges[random.below(sizeof edges / sizeof *edges)], type);
    } else {
      put_integer(bytes, (int64_t)random.next() >> random.below((uint64_t)type.bits), type);
    }
  }
  return bytes;
}

ExactRow::ExactRow(const std::string& group, const std::string& function, const std::string& type, const std::string& reference) {
  row_.group = group, row_.function = function, row_.type = type, row_.reference = reference;
}

void ExactRow::expect(bool good, const std::string& what) {
  row_.samples++;
  if (good) return;
  if (!row_.outside++) row_.first = row_.where = what;
  row_.worst = INFINITY;
}

void ExactRow::compare(const Bytes& got, const Bytes& expected, size_t element, const std::string& what) {
  for (size_t at = 0; at < expected.size(); at += element) {
    bool same = memcmp(&got[at], &expected[at], element) == 0;
    if (same) {
      expect(true, "");
      continue;
    }
    uint64_t a = 0, b = 0;
    memcpy(&a, &got[at], element < 8 ? element : 8), memcpy(&b, &expected[at], element < 8 ? element : 8);
    char text[80];
    snprintf(text, sizeof text, " [%zu] gives %#llx for %#llx", at / element, (unsigned long long)a, (unsigned long long)b);
    expect(false, what + text);
  }
}

namespace {

typedef Wide (*Exact)(Wide x, Wide y, Wide z, const ScalarType& t);

struct IntegerRow {
  const char* name;
  int arguments;
  Exact reference;
  /** The types for which it exists: by bits, 0 for all. */
  int only_bits = 0;
  /** The result is unsigned whatever the arguments are. */
  bool unsigned_result = false;
  bool (*valid)(Wide x, Wide y, Wide z) = nullptr;
};

Wide count_zeros(Wide x, const ScalarType& t) {
  int count = 0;
  for (int bit = t.bits - 1; bit >= 0 && !(x >> bit & 1); bit--) count++;
  return count;
}
Wide product_high(Wide x, Wide y, const ScalarType& t) {
  if (t.is_signed || t.bits < 64) return x * y >> t.bits;
  return (Wide)((unsigned __int128)x * (unsigned __int128)y >> 64);
}
Wide low24(Wide x, bool is_signed) { return is_signed ? (Wide)((int32_t)((uint32_t)x << 8) >> 8) : x & 0xffffff; }
/** The arguments of mul24 and mad24 have to fit 24 bits. */
bool fits24(Wide x, Wide y, Wide) {
  bool is_signed = x < 0 || y < 0;
  Wide limit = is_signed ? 1 << 23 : 1 << 24;
  return x >= -limit && x < limit && y >= -limit && y < limit;
}

const IntegerRow kRows[] = {
    {"abs", 1, [](Wide x, Wide, Wide, const ScalarType&) { return x < 0 ? -x : x; }, 0, true},
    {"abs_diff", 2, [](Wide x, Wide y, Wide, const ScalarType&) { return x > y ? x - y : y - x; }, 0, true},
    {"add_sat", 2, [](Wide x, Wide y, Wide, const ScalarType& t) { return saturated(x + y, t); }},
    {"hadd", 2, [](Wide x, Wide y, Wide, const ScalarType&) { return (x + y) >> 1; }},
    {"rhadd", 2, [](Wide x, Wide y, Wide, const ScalarType&) { return (x + y + 1) >> 1; }},
    {"clamp", 3, [](Wide x, Wide y, Wide z, const ScalarType&) { return x < y ? y : x > z ? z : x; }, 0, false,
     [](Wide, Wide y, Wide z) { return y <= z; }},
    {"clz", 1, [](Wide x, Wide, Wide, const ScalarType& t) { return count_zeros(x, t); }},
    {"mad_hi", 3, [](Wide x, Wide y, Wide z, const ScalarType& t) { return product_high(x, y, t) + z; }},
    {"mad_sat", 3, [](Wide x, Wide y, Wide z, const ScalarType& t) {
       if (t.bits < 64 || t.is_signed) return saturated(x * y + z, t);
       return (unsigned __int128)x * (unsigned __int128)y > (unsigned __int128)(highest(t) - z) ? highest(t) : x * y + z;
     }},
    {"max", 2, [](Wide x, Wide y, Wide, const ScalarType&) { return x > y ? x : y; }},
    {"min", 2, [](Wide x, Wide y, Wide, const ScalarType&) { return x < y ? x : y; }},
    {"mul_hi", 2, [](Wide x, Wide y, Wide, const ScalarType& t) { return product_high(x, y, t); }},
    {"rotate", 2, [](Wide x, Wide y, Wide, const ScalarType& t) {
       unsigned __int128 value = (unsigned __int128)x & (((unsigned __int128)1 << t.bits) - 1);
       int by = (int)(y & (t.bits - 1));
       return (Wide)(value << by | value >> (t.bits - by));
     }},
    {"sub_sat", 2, [](Wide x, Wide y, Wide, const ScalarType& t) { return saturated(x - y, t); }},
    {"popcount", 1, [](Wide x, Wide, Wide, const ScalarType& t) {
       int count = 0;
       for (int bit = 0; bit < t.bits; bit++) count += (int)(x >> bit & 1);
       return (Wide)count;
     }},
    {"mad24", 3, [](Wide x, Wide y, Wide z, const ScalarType& t) { return low24(x, t.is_signed) * low24(y, t.is_signed) + z; }, 32,
        false, fits24},
    {"mul24", 2, [](Wide x, Wide y, Wide, const ScalarType& t) { return low24(x, t.is_signed) * low24(y, t.is_signed); }, 32, false,
        fits24},
};

std::string kernel(const IntegerRow& row, const ScalarType& type, int width) {
  std::string T = type.name, U = row.unsigned_result && type.is_signed ? "u" + T : T;
  std::string call = std::string(row.name) + "(" + load(width, "X");
  if (row.arguments > 1) call += ", " + load(width, "Y");
  if (row.arguments > 2) call += ", " + load(width, "Z");
  return "__kernel void " + std::string(row.name) + "_" + T + std::to_string(width) + "(__global " + U + "* R, __global const " + T +
         "* X, __global const " + T + "* Y, __global const " + T + "* Z) { size_t i = get_global_id(0); " + store(width, call + ")",
             "R") + " }\n";
}

/** With a scalar second argument: max(gentype, sgentype), min, clamp. */
std::string mixed_kernels(const ScalarType& type) {
  std::string T = type.name;
  return "__kernel void mixed(__global " + T + "4* R, __global const " + T + "4* X, __global const " + T +
      "4* Y) { size_t i = get_global_id(0); " +
         T + "4 x = X[i]; " + T + " y = Y[i].x; R[3 * i] = max(x, y); R[3 * i + 1] = min(x, y); R[3 * i + 2] = clamp(x, min(y, Y[i].y), "
             "max(y, Y[i].y)); }\n";
}

void run_mixed(const Runner& runner, const ScalarType& type, const Bytes& x, const Bytes& y, size_t count) {
  ExactRow row("integer", "max, min, clamp with scalars", type.name, "128-bit arithmetic");
  Bytes expected;
  for (size_t i = 0; i < count / 4; i++) {
    Wide a = integer_at(y, 4 * i, type), b = integer_at(y, 4 * i + 1, type);
    Wide low = a < b ? a : b, high = a < b ? b : a;
    for (int part = 0; part < 3; part++) {
      for (size_t k = 0; k < 4; k++) {
        Wide value = integer_at(x, 4 * i + k, type);
        put_integer(expected, part == 0 ? (value > a ? value : a) : part == 1 ? (value < a ? value : a) : value < low ? low :
            value > high ? high : value, type);
      }
    }
  }
  row.compare(runner.run("mixed", count / 4, {expected.size()}, {x, y})[0], expected, (size_t)type.bits / 8, "mixed");
}

std::string constant(Wide value, const ScalarType& type) {
  char text[60];
  unsigned long long bits = (unsigned long long)value & (~0ull >> (64 - type.bits));
  snprintf(text, sizeof text, "as_%s((%s%s)%#llxul)", type.name, type.is_signed ? "u" : "", type.name, bits);
  return text;
}

/** Known but for two bits, which are 0 in launches of one dimension: the compiler can derive bounds of the value. */
std::string nearly(Wide value, const ScalarType& type) {
  return "(" + std::string(type.name) + ")(" + constant(value, type) + " ^ (" + type.name + ")(get_global_id(1) & 3))";
}

/** Arguments that are constant, wholly or nearly: the compiler computes them itself. */
void run_constants(const Fixture& f, const ScalarType& type, const Effort& effort) {
  const size_t cases = 16;
  const ScalarType result_unsigned = {type.name, type.bits, false, false};
  Random random(11);
  Bytes values[3];
  for (Bytes& one : values) one = integer_values(type, cases, random);
  std::string source;
  std::vector<const IntegerRow*> rows;
  for (const IntegerRow& one : kRows) {
    if ((one.only_bits && one.only_bits != type.bits) || !wanted(effort, one.name)) continue;
    rows.push_back(&one);
    std::string T = type.name, U = one.unsigned_result && type.is_signed ? "u" + T : T;
    source += "__kernel void " + std::string(one.name) + "_(__global " + U + "* R, __global const " + T + "* Z) {\n";
    for (size_t i = 0; i < 2 * cases; i++) {
      std::string call = std::string(one.name) + "(";
      for (int n = 0; n < one.arguments; n++) {
        Wide value = integer_at(values[n], i % cases, type);
        bool loaded = i >= cases && n == one.arguments - 1 && n > 0;
        std::string known = i < cases ? constant(value, type) : nearly(value, type);
        call += std::string(n ? ", " : "") + (loaded ? "Z[" + std::to_string(i % cases) + "]" : known);
      }
      source += "  R[" + std::to_string(i) + "] = " + call + ");\n";
    }
    source += "}\n";
  }
  Runner runner(f, source);
  for (const IntegerRow* one : rows) {
    ExactRow row("integer", std::string(one->name) + " of constants", type.name, "128-bit arithmetic");
    size_t size = (size_t)type.bits / 8;
    Bytes got = runner.run(std::string(one->name) + "_", 1, {2 * cases * size}, {values[one->arguments - 1]})[0], expected;
    for (size_t i = 0; i < 2 * cases; i++) {
      Wide a = integer_at(values[0], i % cases, type), b = integer_at(values[1], i % cases, type),
           c = integer_at(values[2], i % cases, type);
      const ScalarType& result = one->unsigned_result ? result_unsigned : type;
      bool defined = !one->valid || one->valid(a, b, c);
      put_integer(expected, defined ? one->reference(a, b, c, type) : integer_at(got, i, result), result);
    }
    row.compare(got, expected, size, one->name);
  }
}

void run_upsample(const Fixture& f, size_t count) {
  std::string source;
  for (int t = 0; t < 6; t++) {
    std::string T = kTypes[t].name, L = kTypes[t | 1].name, R = kTypes[t + 2].name;
    for (int width : kWidths) {
      source += "__kernel void up_" + T + std::to_string(width) + "(__global " + R + "* r, __global const " + T +
          "* h, __global const " + L +
                "* l) { size_t i = get_global_id(0); " + store(width, "upsample(" + load(width, "h") + ", " + load(width, "l") + ")",
                    "r") + " }\n";
    }
  }
  Runner runner(f, source);
  Random random(3);
  for (int t = 0; t < 6; t++) {
    const ScalarType &high = kTypes[t], &low = kTypes[t | 1], &result = kTypes[t + 2];
    ExactRow row("integer", "upsample", high.name, "128-bit arithmetic");
    Bytes h = integer_values(high, count, random), l = integer_values(low, count, random), expected;
    for (size_t i = 0; i < count; i++) put_integer(expected, integer_at(h, i, high) * ((Wide)1 << high.bits) + integer_at(l, i, low),
        result);
    for (int width : kWidths) {
      std::string name = "up_" + std::string(high.name) + std::to_string(width);
      row.compare(runner.run(name, count / width, {expected.size()}, {h, l})[0], expected, (size_t)result.bits / 8, name);
    }
  }
}

}  // namespace

void run_integers(const Fixture& f, const Effort& effort) {
  size_t count = (effort.samples + 47) / 48 * 48;
  for (int t = 0; t < kIntegerTypes; t++) {
    const ScalarType& type = kTypes[t];
    const ScalarType result_unsigned = {type.name, type.bits, false, false};
    std::string source = mixed_kernels(type);
    for (const IntegerRow& row : kRows) {
      if (!row.only_bits || row.only_bits == type.bits) {
        for (int width : kWidths) source += kernel(row, type, width);
      }
    }
    Runner runner(f, source);
    Random random(7 + (uint64_t)t);
    Bytes x = integer_values(type, count, random), y = integer_values(type, count, random), z = integer_values(type, count, random);
    for (const IntegerRow& one : kRows) {
      if ((one.only_bits && one.only_bits != type.bits) || !wanted(effort, one.name)) continue;
      ExactRow row("integer", one.name, type.name, "128-bit arithmetic");
      const ScalarType& result = one.unsigned_result ? result_unsigned : type;
      Bytes expected;
      for (int width : kWidths) {
        std::string name = one.name + ("_" + std::string(type.name)) + std::to_string(width);
        Bytes got = runner.run(name, count / width, {x.size()}, {x, y, z})[0];
        expected.clear();
        for (size_t i = 0; i < count; i++) {
          Wide a = integer_at(x, i, type), b = integer_at(y, i, type), c = integer_at(z, i, type);
          bool defined = !one.valid || one.valid(a, b, c);
          put_integer(expected, defined ? one.reference(a, b, c, type) : integer_at(got, i, result), result);
        }
        row.compare(got, expected, (size_t)type.bits / 8, name);
      }
    }
    run_mixed(runner, type, x, y, count);
    run_constants(f, type, effort);
  }
  run_upsample(f, count);
}

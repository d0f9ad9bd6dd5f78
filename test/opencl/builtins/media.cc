// AMD's media operations, by the formulas of cl_amd_media_ops and cl_amd_media_ops2, in every width.
#include <algorithm>

#include "integers.h"

namespace {

typedef uint64_t U;
U byte_of(U x, int i) { return x >> 8 * i & 0xff; }
U apart(U x, U y) { return x > y ? x - y : y - x; }
U sad(U x, U y, U z) {
  for (int i = 0; i < 4; i++) z += apart(byte_of(x, i), byte_of(y, i));
  return z;
}
U msad(U x, U y, U z) {
  for (int i = 0; i < 4; i++) z += byte_of(y, i) == 0 ? 0 : apart(byte_of(x, i), byte_of(y, i));
  return z;
}
template <U (*F)(U, U, U)>
U quad(U x, U y, U z) {
  U result = 0;
  for (int i = 0; i < 4; i++) result |= (F(x >> 8 * i & 0xffffffff, y, z >> 16 * i & 0xffff) & 0xffff) << 16 * i;
  return result;
}
U median(U x, U y, U z) { return std::max(std::min(x, y), std::min(std::max(x, y), z)); }
int32_t low(U x) { return (int32_t)(uint32_t)x; }

struct MediaRow {
  const char *name, *result, *x, *y, *z;
  U (*reference)(U x, U y, U z);
};
const MediaRow kRows[] = {
    {"amd_bitalign", "uint", "uint", "uint", "uint", [](U x, U y, U z) { return (x << 32 | y) >> (z & 31); }},
    {"amd_bytealign", "uint", "uint", "uint", "uint", [](U x, U y, U z) { return (x << 32 | y) >> (z & 3) * 8; }},
    {"amd_lerp", "uint", "uint", "uint", "uint", [](U x, U y, U z) {
       U result = 0;
       for (int i = 0; i < 4; i++) result |= (byte_of(x, i) + byte_of(y, i) + (byte_of(z, i) & 1)) >> 1 << 8 * i;
       return result;
     }},
    {"amd_sad", "uint", "uint", "uint", "uint", sad},
    {"amd_sadhi", "uint", "uint", "uint", "uint", [](U x, U y, U z) { return (sad(x, y, 0) << 16) + z; }},
    {"amd_msad", "uint", "uint", "uint", "uint", msad},
    {"amd_sadw", "uint", "uint", "uint", "uint", [](U x, U y, U z) { return z + apart(x & 0xffff, y & 0xffff) + apart(x >> 16, y >> 16); }},
    {"amd_sadd", "uint", "uint", "uint", "uint", [](U x, U y, U z) { return z + apart(x, y); }},
    {"amd_qsad", "ulong", "ulong", "uint", "ulong", quad<sad>},
    {"amd_mqsad", "ulong", "ulong", "uint", "ulong", quad<msad>},
    {"amd_bfm", "uint", "uint", "uint", "", [](U x, U y, U) { return ((U{1} << (x & 31)) - 1) << (y & 31); }},
    {"amd_bfe", "uint", "uint", "uint", "uint", [](U x, U y, U z) { return x >> (y & 31) & ((U{1} << (z & 31)) - 1); }},
    {"amd_bfe", "int", "int", "uint", "uint", [](U x, U y, U z) {
       int offset = y & 31, width = z & 31;
       if (width == 0) return U{0};
       if (offset + width >= 32) return (U)(int64_t)(low(x) >> offset);
       return (U)((int64_t)(x << (64 - offset - width)) >> (64 - width));
     }},
    {"amd_median3", "uint", "uint", "uint", "uint", median},
    {"amd_min3", "uint", "uint", "uint", "uint", [](U x, U y, U z) { return std::min(std::min(x, y), z); }},
    {"amd_max3", "uint", "uint", "uint", "uint", [](U x, U y, U z) { return std::max(std::max(x, y), z); }},
    {"amd_min3", "int", "int", "int", "int", [](U x, U y, U z) { return (U)std::min(std::min(low(x), low(y)), low(z)); }},
    {"amd_max3", "int", "int", "int", "int", [](U x, U y, U z) { return (U)std::max(std::max(low(x), low(y)), low(z)); }},
    {"amd_median3", "int", "int", "int", "int", [](U x, U y, U z) {
       return (U)std::max(std::min(low(x), low(y)), std::min(std::max(low(x), low(y)), low(z)));
     }},
};

std::string kernel(const MediaRow& row, int width) {
  std::string call = row.name + ("(" + load(width, "X")) + ", " + load(width, "Y") + (*row.z ? ", " + load(width, "Z") : "") + ")";
  return std::string("__kernel void ") + row.name + row.result + std::to_string(width) + "(__global " + row.result +
      "* R, __global const " + row.x +
         "* X, __global const " + row.y + "* Y, __global const " + (*row.z ? row.z : "uint") + "* Z) { size_t i = get_global_id(0); " +
             store(width, call, "R") + " }\n";
}

Bytes random_words(Random& random, size_t count, const char* type) {
  const ScalarType word = {type, !strcmp(type, "ulong") ? 64 : 32, false, false};
  return integer_values(word, count, random);
}
U value_at(const Bytes& bytes, size_t i, const char* type) {
  return !strcmp(type, "ulong") ? element<uint64_t>(bytes, i) : element<uint32_t>(bytes, i);
}

void run_row(const Runner& runner, const MediaRow& one, size_t count, Random& random) {
  ExactRow row("cl_amd_media_ops, _ops2", one.name, one.result, "the extensions' formulas");
  Bytes x = random_words(random, count, one.x), y = random_words(random, count, one.y), z = random_words(random, count, *one.z ? one.z :
      "uint");
  const ScalarType result = {one.result, !strcmp(one.result, "ulong") ? 64 : 32, false, false};
  Bytes expected;
  for (size_t i = 0; i < count; i++) {
    put_integer(expected, (Wide)one.reference(value_at(x, i, one.x), value_at(y, i, one.y), value_at(z, i, *one.z ? one.z : "uint")),
        result);
  }
  for (int width : kWidths) {
    std::string name = one.name + std::string(one.result) + std::to_string(width);
    row.compare(runner.run(name, count / (size_t)width, {expected.size()}, {x, y, z})[0], expected, (size_t)result.bits / 8, name);
  }
}

/** The functions with floats, and amd_sad4. */
void run_floats(const Fixture& f, size_t count, Random& random) {
  Runner runner(f,
                "__kernel void all(__global uint* R, __global float* F, __global const uint4* X, __global const uint4* Y) { size_t i = "
                    "get_global_id(0); uint4 x = X[i], y = Y[i];\n"
                "  R[2 * i] = amd_sad4(x, y, x.w); R[2 * i + 1] = amd_pack(convert_float4(x & 255));\n  F[7 * i] = amd_unpack0(x.x); F[7 "
                    "* i + 1] = amd_unpack1(x.x); F[7 * i + 2] = "
                "amd_unpack2(x.x); F[7 * i + 3] = amd_unpack3(x.x);\n  float a = (int)x.x, b = (int)x.y, c = (int)x.z; F[7 * i + 4] = "
                    "amd_min3(a, b, c); F[7 * i + 5] = amd_max3(a, b, c); "
                "F[7 * i + 6] = amd_median3(a, b, c); }");
  Bytes x = random_words(random, count * 4, "uint"), y = random_words(random, count * 4, "uint");
  std::vector<Bytes> got = runner.run("all", count, {count * 8, count * 28}, {x, y});
  std::vector<uint32_t> words;
  std::vector<float> reals;
  for (size_t i = 0; i < count; i++) {
    uint32_t v[4], w[4];
    memcpy(v, &x[i * 16], 16), memcpy(w, &y[i * 16], 16);
    U sum = v[3], packed = 0;
    for (int k = 0; k < 4; k++) sum = sad(v[k], w[k], sum), packed |= (U)(v[k] & 255) << 8 * k;
    words.push_back((uint32_t)sum), words.push_back((uint32_t)packed);
    for (int k = 0; k < 4; k++) reals.push_back((float)byte_of(v[0], k));
    float s[3] = {(float)(int32_t)v[0], (float)(int32_t)v[1], (float)(int32_t)v[2]};
    std::sort(s, s + 3);
    reals.push_back(s[0]), reals.push_back(s[2]), reals.push_back(s[1]);
  }
  ExactRow row("cl_amd_media_ops, _ops2", "amd_sad4, amd_pack, amd_unpack0-3, amd_min3, amd_max3, amd_median3", "float",
      "the extensions' formulas");
  row.compare(got[0], bytes_of(words), 4, "words");
  row.compare(got[1], bytes_of(reals), 4, "floats");
}

}  // namespace

void run_media(const Fixture& f, const Effort& effort) {
  const size_t count = (effort.samples + 47) / 48 * 48;
  std::string source = "#pragma OPENCL EXTENSION cl_amd_media_ops : enable\n#pragma OPENCL EXTENSION cl_amd_media_ops2 : enable\n";
  source += "#if !defined(cl_amd_media_ops) || !defined(cl_amd_media_ops2)\n#error the extensions are not there\n#endif\n";
  for (const MediaRow& row : kRows) {
    for (int width : kWidths) source += kernel(row, width);
  }
  Runner runner(f, source);
  Random random(81);
  for (const MediaRow& row : kRows) run_row(runner, row, count, random);
  run_floats(f, count, random);
}

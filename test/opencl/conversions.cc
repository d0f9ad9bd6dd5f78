// Conversions at the edges of their ranges, and floor near zero: against the processor's own rounding modes and exact
// bounds.
#include <fenv.h>
#include <math.h>
#include <stdint.h>

#include <limits>

#include "harness.h"

static const char* kSource = R"CL(
#define KERNEL(TO, FROM, CALL) \
  __kernel void CALL##_##FROM(__global TO* out, __global const FROM* in) { \
    size_t i = get_global_id(0); \
    out[i] = CALL(in[i]); \
  }
#define DIRECTED(TO, FROM) \
  KERNEL(TO, FROM, convert_##TO##_rtz) KERNEL(TO, FROM, convert_##TO##_rtp) KERNEL(TO, FROM, convert_##TO##_rtn)
DIRECTED(float, int) DIRECTED(float, uint) DIRECTED(float, long) DIRECTED(float, ulong)
DIRECTED(double, long) DIRECTED(double, ulong) DIRECTED(float, double)
KERNEL(long, float, convert_long_sat) KERNEL(ulong, float, convert_ulong_sat)
KERNEL(long, double, convert_long_sat) KERNEL(ulong, double, convert_ulong_sat)
KERNEL(double, double, floor)
KERNEL(int, double, convert_int_rtn) KERNEL(int, double, convert_int_sat_rtn)
KERNEL(long, double, convert_long_rtn)
__kernel void widths(__global float* out, __global const long* in) {
  vstore2(convert_float2_rtp(vload2(0, in)), 0, out);
  vstore3(convert_float3_rtp(vload3(0, in + 2)), 0, out + 2);
  vstore4(convert_float4_rtp(vload4(0, in + 5)), 0, out + 5);
  vstore8(convert_float8_rtp(vload8(0, in + 9)), 0, out + 9);
  vstore16(convert_float16_rtp(vload16(0, in + 17)), 0, out + 17);
}
#define NEIGHBOURS(TO, MODE) \
  __kernel void neighbours_##TO##MODE(__global TO##4* out, __global const float4* in) { \
    out[0] = convert_##TO##4##MODE(in[0]); \
    out[1] = convert_##TO##4##MODE(convert_double4(in[0])); \
  }
NEIGHBOURS(uchar,) NEIGHBOURS(uchar, _rtz) NEIGHBOURS(uchar, _rte) NEIGHBOURS(uchar, _rtp) NEIGHBOURS(uchar, _rtn)
NEIGHBOURS(ushort,) NEIGHBOURS(ushort, _rtz) NEIGHBOURS(ushort, _rte) NEIGHBOURS(ushort, _rtp) NEIGHBOURS(ushort, _rtn)
)CL";

template <class To, class From>
static std::vector<To> run(const Fixture& f, cl_program program, const std::string& name, std::vector<From> in, size_t items) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, name.c_str(), &error);
  EXPECT_NAMED(name.c_str(), error == CL_SUCCESS);
  cl_mem source = f.buffer(in.size() * sizeof(From), in.data()), target = f.buffer(in.size() * sizeof(To));
  clSetKernelArg(kernel, 0, sizeof target, &target);
  clSetKernelArg(kernel, 1, sizeof source, &source);
  clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  std::vector<To> result = f.read<To>(target, in.size());
  clReleaseMemObject(source);
  clReleaseMemObject(target);
  clReleaseKernel(kernel);
  return result;
}

/** Every power of two with its neighbours, of both signs, and the ends of the range. */
template <class T>
static std::vector<T> edges() {
  std::vector<T> values = {0, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
  for (size_t bit = 0; bit < sizeof(T) * 8; bit++) {
    uint64_t power = uint64_t{1} << bit;
    for (uint64_t value : {power - 1, power, power + 1, power + (power >> 24), power - (power >> 25)}) {
      values.push_back((T)value);
      values.push_back((T)-value);
    }
  }
  return values;
}

/** The processor's conversion in a rounding mode; not at compile time. */
template <class To, class From>
static To rounded(From value, int mode) {
  fesetround(mode);
  volatile From source = value;
  volatile To result = (To)source;
  fesetround(FE_TONEAREST);
  return result;
}

static const struct {
  const char* name;
  int mode;
} kModes[] = {{"_rtz", FE_TOWARDZERO}, {"_rtp", FE_UPWARD}, {"_rtn", FE_DOWNWARD}};

template <class To, class From>
static void directed(const Fixture& f, cl_program program, const std::string& to, const char* from) {
  std::vector<From> in = edges<From>();
  for (const auto& mode : kModes) {
    std::string name = "convert_" + to + mode.name + "_" + from;
    std::vector<To> expected;
    for (From value : in) expected.push_back(rounded<To>(value, mode.mode));
    EXPECT_NAMED(name.c_str(), (run<To>(f, program, name, in, in.size()) == expected));
  }
}

template <class From>
static void saturated(const Fixture& f, cl_program program, const std::string& from) {
  const std::vector<From> in = {(From)0x1p64,  (From)0x1p63, (From)-0x1p63, (From)-0x1p64, (From)0x1p62, (From)-1.5,
                                (From)INFINITY, (From)-INFINITY, (From)NAN, (From)1e30};
  const std::vector<cl_long> is_signed = {INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN, int64_t{1} << 62, -1,
                                          INT64_MAX, INT64_MIN, 0, INT64_MAX};
  const std::vector<cl_ulong> is_unsigned = {UINT64_MAX, uint64_t{1} << 63, 0, 0, uint64_t{1} << 62, 0,
                                             UINT64_MAX, 0, 0, UINT64_MAX};
  EXPECT_NAMED("to long", (run<cl_long>(f, program, "convert_long_sat_" + from, in, in.size()) == is_signed));
  EXPECT_NAMED("to ulong", (run<cl_ulong>(f, program, "convert_ulong_sat_" + from, in, in.size()) == is_unsigned));
}

/** To a narrower type; subnormal results may be flushed to a zero of their sign, and to nothing else. */
static void narrowed(const Fixture& f, cl_program program) {
  std::vector<double> in;
  for (double value : {0.0, 0x1p-1074, 0x1p-149, 0x1p-143, 0x1.fffffcp-127, 0x1.fffffdp-127, 0x1.ffffffp-127, 0x1p-126,
                       0x1.0000001p-126, 1 - 0x1p-40, 1.0, 1 + 0x1p-30, 3.3, 0x1.fffffep127, 0x1.fffffe1p127, 0x1p300,
                       (double)INFINITY}) {
    in.push_back(value), in.push_back(-value);
  }
  for (const auto& mode : kModes) {
    std::string name = std::string("convert_float") + mode.name + "_double";
    std::vector<float> results = run<float>(f, program, name, in, in.size());
    for (size_t i = 0; i < in.size(); i++) {
      float expected = rounded<float>(in[i], mode.mode);
      bool flushed = fpclassify(expected) == FP_SUBNORMAL && results[i] == 0;
      EXPECT_NAMED(name.c_str(), (results[i] == expected || flushed) && signbit(results[i]) == signbit(expected));
    }
  }
}

static void near_zero(const Fixture& f, cl_program program) {
  std::vector<double> in, expected;
  std::vector<cl_int> ints;
  std::vector<cl_long> longs;
  for (double value : {0.0, 0x1p-1074, 0x1p-1022, 0x1p-60, 0x1p-54, 0.5, 1.0, 1.5, 0x1p30}) {
    for (double one : {value, -value}) in.push_back(one), expected.push_back(floor(one));
  }
  for (double one : expected) ints.push_back((cl_int)one), longs.push_back((cl_long)one);
  EXPECT((run<double>(f, program, "floor_double", in, in.size()) == expected));
  EXPECT((run<cl_int>(f, program, "convert_int_rtn_double", in, in.size()) == ints));
  EXPECT((run<cl_int>(f, program, "convert_int_sat_rtn_double", in, in.size()) == ints));
  EXPECT((run<cl_long>(f, program, "convert_long_rtn_double", in, in.size()) == longs));
}

static void vectors(const Fixture& f, cl_program program) {
  std::vector<cl_long> in;
  std::vector<float> expected;
  for (int i = 0; i < 33; i++) in.push_back(INT64_MAX - ((int64_t)i << 38));
  for (cl_long value : in) expected.push_back(rounded<float>(value, FE_UPWARD));
  EXPECT((run<float>(f, program, "widths", in, 1) == expected));
}

/** An element that is out of range does not change the others. */
template <class To>
static void neighbours(const Fixture& f, cl_program program, const std::string& type) {
  for (std::string mode : {"", "_rtz", "_rte", "_rtp", "_rtn"}) {
    std::vector<float> in = {70000.0f, 1.0f, 1e20f, 2.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    std::vector<To> out = run<To>(f, program, "neighbours_" + type + mode, in, 1);
    for (size_t element : {1, 3, 5, 7}) EXPECT_NAMED((type + mode).c_str(), out[element] == in[element % 4]);
  }
}

int main() {
  Fixture f;
  cl_program program = f.program(kSource);
  directed<float, cl_int>(f, program, "float", "int");
  directed<float, cl_uint>(f, program, "float", "uint");
  directed<float, cl_long>(f, program, "float", "long");
  directed<float, cl_ulong>(f, program, "float", "ulong");
  directed<double, cl_long>(f, program, "double", "long");
  directed<double, cl_ulong>(f, program, "double", "ulong");
  saturated<float>(f, program, "float");
  saturated<double>(f, program, "double");
  narrowed(f, program);
  near_zero(f, program);
  vectors(f, program);
  neighbours<cl_uchar>(f, program, "uchar");
  neighbours<cl_ushort>(f, program, "ushort");
  clReleaseProgram(program);
  return finish();
}

// Prints every conversion of printf with flags, widths, precisions, vectors and strings: `printf-forms build|link`.
// Its output is compared between implementations, and for scalars with C's own printf.
#include "harness.h"

static std::string kernel_source() {
  std::string body;
  auto line = [&](const std::string& format, const std::string& arguments) { body += "  printf(\"" + format + "\\n\", " + arguments +
      ");\n"; };
  const char* flags[] = {"", "-", "+", " ", "#", "0"};
  const char* sizes[] = {"", "12", ".3", "12.5"};
  for (const char* flag : flags) {
    for (const char* size : sizes) {
      std::string spec = std::string("%") + flag + size;
      bool zero = *flag == '0', alternative = *flag == '#', sign = *flag == '+' || *flag == ' ';
      if (!alternative) line("[" + spec + "d|" + spec + "i|" + spec + "hhd|" + spec + "hd|" + spec + "ld]", "i, -i, (char)i, (short)i, l");
      if (!sign) line("[" + spec + "o|" + spec + "x|" + spec + "X|" + spec + "lx|" + spec + "hhx]", "i, i, -i, l, (uchar)i");
      if (!sign && !alternative) line("[" + spec + "u|" + spec + "hu|" + spec + "lu]", "-i, (ushort)i, (ulong)l");
      line("[" + spec + "f|" + spec + "F|" + spec + "e|" + spec + "E|" + spec + "g|" + spec + "G|" + spec + "a|" + spec + "A]",
          "x, x, d, d, x, x, d, d");
      if (!zero && !sign && !alternative && !strchr(size, '5')) line("[" + spec + "s|" + spec + "s|" + spec + "s|" + spec + "s]",
          "\"\", \"abc\", \"four\", \"eightcha\"");
    }
  }
  for (const char* n : {"2", "3", "4", "8", "16"}) {
    std::string v = std::string("v") + n, w = n;
    line("%" + v + "hhd|%" + v + "hhu|%" + v + "hhx", "convert_char" + w + "(v" + w + "), convert_uchar" + w + "(v" + w +
        " & 255), convert_uchar" + w + "(v" + w + " & 255)");
    line("%" + v + "hd|%5" + v + "hu|%#" + v + "hx", "convert_short" + w + "(v" + w + "), convert_ushort" + w + "(v" + w +
        " & 65535), convert_ushort" + w + "(v" + w + " & 65535)");
    line("%" + v + "hld|%-4" + v + "hlu|%" + v + "hlX", "v" + w + ", as_uint" + w + "(v" + w + "), v" + w);
    // pocl 3.1 loses vectors of 16 longs and doubles.
    if (w != "16") line("%" + v + "ld|%" + v + "lx", "convert_long" + w + "(v" + w + ") * 5000000000L, convert_long" + w + "(v" + w + ")");
    line("%" + v + "hlf|%.2" + v + "hle|%8.3" + v + "hlg", "convert_float" + w + "(v" + w + ") / 4, convert_float" + w + "(v" + w +
        "), convert_float" + w + "(v" + w + ")");
    if (w != "16") line("%" + v + "lf|%.1" + v + "le", "convert_double" + w + "(v" + w + ") / 8, convert_double" + w + "(v" + w + ")");
  }
  line("%%|%c%c|%5c|%-3c|", "'a', 'b', 'c', 'd'");
  line("%s%s %d%% C:\\\\new\\\\table \\\"quoted\\\" \\t|", "\"100%\", \"%d\", 50");
  line("%s %d %s %d", "i ? \"yes\" : \"no\", 1, i > 5 ? \"a longer text\" : \"\", 2");
  line("%f %f %f %f", "INFINITY, -INFINITY, 0.0f, -0.0f");
  body += "  printf(\"no arguments\\n\"); printf(\"\"); printf(\"%s\", \"only a string\\n\");\n";
  return "int shared(int);\n__kernel void k(__global const int* p) {\n  int i = p[0]; long l = (long)i * 10000000000L; float x = i / "
      "7.0f; double d = -i / 4.0;\n"
         "  int16 v16 = (int16)(0, 1, -1, 2, 3, 100, -100, 7, 8, 9, 10, 11, 12, 13, 14, 127) * shared(i - 1233);\n"
         "  int8 v8 = v16.lo; int4 v4 = v8.lo; int3 v3 = v4.xyz; int2 v2 = v4.lo;\n" + body + "}\n";
}

int main(int argc, char** argv) {
  Fixture f;
  cl_int error;
  const bool link = argc > 1 && !strcmp(argv[1], "link");
  const std::string main_text = kernel_source(), other = "int shared(int n) { return n; }\n", whole = other + main_text;
  cl_program program;
  if (link) {
    const char* texts[2] = {main_text.c_str(), other.c_str()};
    cl_program parts[2];
    for (int i = 0; i < 2; i++) {
      parts[i] = clCreateProgramWithSource(f.context, 1, &texts[i], nullptr, &error);
      if (clCompileProgram(parts[i], 1, &f.device, "", 0, nullptr, nullptr, nullptr, nullptr)) return printf("not compiled\n"), 2;
    }
    program = clLinkProgram(f.context, 1, &f.device, "", 2, parts, nullptr, nullptr, &error);
    if (error) return printf("not linked: %d\n", error), 2;
  } else {
    program = f.program(whole.c_str());
  }
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  const int value = 1234;
  cl_mem buffer = f.buffer(4, &value);
  clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  const size_t one = 1;
  error = clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
  clFinish(f.queue);
  printf("enqueued: %d\n", error);
  return error != 0;
}

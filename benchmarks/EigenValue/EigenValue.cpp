// EigenValue: all eigenvalues of a symmetric tridiagonal matrix, each found by bisection.
#include "benchmark.hpp"

using namespace bench;

/** QL iterations with implicit shifts (Dubrulle, Martin, Wilkinson 1968), double precision. Sorted. */
static std::vector<float> eigenvaluesByQL(const std::vector<float>& diagonal, const std::vector<float>& offDiagonal) {
  const size_t order = diagonal.size();
  std::vector<double> d(diagonal.begin(), diagonal.end());
  std::vector<double> e(offDiagonal.begin(), offDiagonal.end());
  e.push_back(0);
  for (size_t l = 0; l < order; l++) {
    for (int iteration = 0;; iteration++) {
      size_t m = l;
      while (m + 1 < order && std::fabs(e[m]) > 0x1p-52 * (std::fabs(d[m]) + std::fabs(d[m + 1]))) m++;
      if (m == l) break;
      if (iteration == 60) throw Error("the reference does not converge");
      double g = (d[l + 1] - d[l]) / (2 * e[l]);
      double r = std::hypot(g, 1.0);
      g = d[m] - d[l] + e[l] / (g + std::copysign(r, g));
      double sine = 1, cosine = 1, p = 0;
      size_t i = m;
      while (i > l) {
        i--;
        const double f = sine * e[i];
        const double b = cosine * e[i];
        r = std::hypot(f, g);
        e[i + 1] = r;
        if (r == 0) {
          d[i + 1] -= p;
          e[m] = 0;
          break;
        }
        sine = f / r;
        cosine = g / r;
        g = d[i + 1] - p;
        r = (d[i] - g) * sine + 2 * cosine * b;
        p = sine * r;
        d[i + 1] = g + p;
        g = cosine * r - b;
      }
      if (r == 0 && i > l) continue;
      d[l] -= p;
      e[l] = g;
      e[m] = 0;
    }
  }
  std::sort(d.begin(), d.end());
  return std::vector<float>(d.begin(), d.end());
}

static void eigenValue(Benchmark& b) {
  const size_t order = b.size('x');
  const std::vector<float> diagonal = b.random.floats(order, -1, 1);
  const std::vector<float> offDiagonal = b.random.floats(order, -1, 1);  // the last one is not used

  // Gershgorin's discs hold all eigenvalues.
  float low = diagonal[0];
  float high = diagonal[0];
  for (size_t i = 0; i < order; i++) {
    const float radius = (i > 0 ? std::fabs(offDiagonal[i - 1]) : 0) + (i + 1 < order ? std::fabs(offDiagonal[i]) : 0);
    low = std::min(low, diagonal[i] - radius);
    high = std::max(high, diagonal[i] + radius);
  }

  const auto diagonalBuffer = b.context.upload(diagonal, CL_MEM_READ_ONLY);
  const auto offDiagonalBuffer = b.context.upload(offDiagonal, CL_MEM_READ_ONLY);
  const auto output = b.context.buffer<float>(order, CL_MEM_WRITE_ONLY);
  Kernel kernel = b.kernel("bisect");
  kernel.args(diagonalBuffer, offDiagonalBuffer, output, static_cast<cl_uint>(order), low, high);
  b.repeat([&] { b.queue.run(kernel, {roundUp(order, 64)}, {64}); });

  const std::vector<float> eigenvalues = b.queue.read(output);
  b.show("eigenvalues", eigenvalues);
  // The interval has a length of at most 6 * 2^-26. A count in single precision is the exact count of a matrix whose
  // elements are off by a few 2^-24 (Kahan 1966), which moves eigenvalues by at most 3 * 3 * 2^-24 here; the divisions
  // of OpenCL may be off by 2.5 ulp more. Below 3e-6 in all.
  b.verify<float>("eigenvalues", eigenvalues, [&] {
    return eigenvaluesByQL(diagonal, std::vector<float>(offDiagonal.begin(), offDiagonal.end() - 1));
  }, {3e-6, 0});
}

int main(int argc, char** argv) {
  Options options("EigenValue", "Finds the eigenvalues of a random symmetric tridiagonal matrix.");
  options.size('x', 256, "order of the matrix", 1, 16384);
  return run(argc, argv, options, eigenValue);
}

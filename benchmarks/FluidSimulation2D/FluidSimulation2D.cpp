// FluidSimulation2D: flow around a disc by the lattice-Boltzmann method (D2Q9), double precision.
#include "benchmark.hpp"
#include "picture.hpp"

using namespace bench;

/** The kernel's structure of the same name. */
struct Lattice {
  cl_double relaxation;
  cl_uint width;
  cl_uint height;
};

struct Direction {
  long x;
  long y;
  double weight;
};
static const Direction directions[9] = {{0, 0, 4.0 / 9},   {1, 0, 1.0 / 9},    {0, 1, 1.0 / 9},
                                        {-1, 0, 1.0 / 9},  {0, -1, 1.0 / 9},   {1, 1, 1.0 / 36},
                                        {-1, 1, 1.0 / 36}, {-1, -1, 1.0 / 36}, {1, -1, 1.0 / 36}};

using Field = std::vector<double>;

/** Relaxes the nine numbers of one cell towards equilibrium; reads and writes every `stride`-th element. */
static void collide(double* f, size_t stride, double relaxation) {
  double density = 0, ux = 0, uy = 0;
  for (size_t i = 0; i < 9; i++) density += f[i * stride];
  for (size_t i = 0; i < 9; i++) {
    ux += static_cast<double>(directions[i].x) * f[i * stride] / density;
    uy += static_cast<double>(directions[i].y) * f[i * stride] / density;
  }
  for (size_t i = 0; i < 9; i++) {
    const double cu = static_cast<double>(directions[i].x) * ux + static_cast<double>(directions[i].y) * uy;
    const double bracket = 1 + 3 * cu + 4.5 * cu * cu - 1.5 * (ux * ux + uy * uy);
    f[i * stride] = (1 - relaxation) * f[i * stride] + relaxation * directions[i].weight * density * bracket;
  }
}

/** The other formulation: every cell pushes its numbers to its neighbours, then all cells collide. */
static Field simulate(Field field, const std::vector<uint8_t>& solid, const Lattice& lattice, size_t steps) {
  const long width = lattice.width;
  const long height = lattice.height;
  const size_t cells = solid.size();
  for (size_t step = 0; step < steps; step++) {
    Field moved(field.size());
    for (size_t i = 0; i < 9; i++)
      for (long y = 0; y < height; y++)
        for (long x = 0; x < width; x++) {
          const long toX = (x + directions[i].x + width) % width;
          const long toY = (y + directions[i].y + height) % height;
          const size_t from = static_cast<size_t>(y * width + x);
          moved[i * cells + static_cast<size_t>(toY * width + toX)] = field[i * cells + from];
        }
    for (size_t cell = 0; cell < cells; cell++) {
      if (!solid[cell]) {
        collide(&moved[cell], cells, lattice.relaxation);
        continue;
      }
      for (const size_t i : {1, 2, 5, 6}) std::swap(moved[i * cells + cell], moved[(i + 2) * cells + cell]);
    }
    field = moved;
  }
  return field;
}

/** Speed as grey, solid cells red. */
static Picture picture(const Field& field, const std::vector<uint8_t>& solid, const Lattice& lattice) {
  Picture result(lattice.width, lattice.height);
  for (size_t cell = 0; cell < solid.size(); cell++) {
    double density = 0, mx = 0, my = 0;
    for (size_t i = 0; i < 9; i++) {
      density += field[i * solid.size() + cell];
      mx += static_cast<double>(directions[i].x) * field[i * solid.size() + cell];
      my += static_cast<double>(directions[i].y) * field[i * solid.size() + cell];
    }
    const uint8_t grey = static_cast<uint8_t>(std::min(255.0, std::hypot(mx, my) / density * 1200));
    std::fill_n(&result.rgba[cell * 4], 3, grey);
    if (solid[cell]) result.rgba[cell * 4] = 255;
  }
  return result;
}

static void fluidSimulation2D(Benchmark& b) {
  b.device.requireDouble();
  const Lattice lattice = {1.2, static_cast<cl_uint>(b.size('x')), static_cast<cl_uint>(b.size('y'))};
  const size_t cells = b.size('x') * b.size('y');
  const size_t steps = b.options.number("steps");

  // A wind to the east with a little noise, and a disc in its way.
  std::vector<uint8_t> solid(cells);
  Field start(9 * cells);
  for (size_t cell = 0; cell < cells; cell++) {
    // Distances from the disc's centre, in widths of the lattice.
    const double x = static_cast<double>(cell % lattice.width) / lattice.width - 0.3;
    const double y = (static_cast<double>(cell / lattice.width) - 0.5 * lattice.height) / lattice.width;
    solid[cell] = x * x + y * y < 0.01;
    for (size_t i = 0; i < 9; i++) start[i * cells + cell] = directions[i].weight;
    start[cells + cell] += 0.05 + b.random.uniform(0, 0.005);
    if (!solid[cell]) collide(&start[cell], cells, 1.0);
  }

  const Buffer<double> fields[2] = {b.context.buffer<double>(start.size()), b.context.buffer<double>(start.size())};
  const auto solidBuffer = b.context.upload(solid, CL_MEM_READ_ONLY);
  Kernel kernel = b.kernel("stepFluid");
  b.repeat([&] {
    b.queue.write(fields[0], start);
    for (size_t step = 0; step < steps; step++) {
      kernel.args(fields[step % 2], fields[1 - step % 2], solidBuffer, lattice);
      b.queue.run(kernel, {roundUp(lattice.width, 64), lattice.height}, {64, 1});
    }
  });

  const Field result = b.queue.read(fields[steps % 2]);
  b.show("field", result);
  writeOutput(b.options, picture(result, solid, lattice));
  // Numbers below 1 are rounded some 30 times a step (2^-53 each) and errors of the steps add up, they do not grow: the
  // collision is a contraction. 30 * 2^-53 a step is 3.4e-15.
  b.verify<double>("field", result, [&] { return simulate(start, solid, lattice, steps); },
                   {3.4e-15 * static_cast<double>(steps + 1), 0});
}

int main(int argc, char** argv) {
  Options options("FluidSimulation2D", "Simulates the flow around a disc by the lattice-Boltzmann method.");
  options.size('x', 128, "cells in a row", 3, 4096);
  options.size('y', 64, "rows of cells", 3, 4096);
  options.number("steps", 's', 20, 1, 100000, "time steps");
  options.output("write the speeds to this .png file");
  return run(argc, argv, options, fluidSimulation2D);
}

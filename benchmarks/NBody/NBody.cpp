// NBody: bodies that move under their mutual attraction.
#include "benchmark.hpp"

using namespace bench;

constexpr size_t group = 256;
constexpr float timeStep = 0.01f;
constexpr float softening = 0.01f;  // added to squared distances

struct Bodies {
  std::vector<float> places;      // x, y, z, mass of each body
  std::vector<float> velocities;  // x, y, z, unused
};

/** Random bodies with a total mass of about 1 in a cube of side 2, at rest. */
static Bodies makeBodies(size_t count, Random& random) {
  Bodies bodies;
  for (size_t i = 0; i < count; i++) {
    for (int axis = 0; axis < 3; axis++) bodies.places.push_back(static_cast<float>(random.uniform(-1, 1)));
    bodies.places.push_back(static_cast<float>(random.uniform(0.5, 1.5) / static_cast<double>(count)));
  }
  bodies.places.resize(4 * roundUp(count, group), 0.0f);
  bodies.velocities.assign(bodies.places.size(), 0.0f);
  return bodies;
}

/** In double precision; each pair is visited once, action and reaction together. */
static Bodies simulate(const Bodies& start, size_t steps) {
  std::vector<double> places(start.places.begin(), start.places.end());
  std::vector<double> velocities(start.velocities.begin(), start.velocities.end());
  for (size_t step = 0; step < steps; step++) {
    std::vector<double> accelerations(places.size(), 0);
    for (size_t i = 0; i < places.size(); i += 4) {
      for (size_t j = 0; j < i; j += 4) {
        double square = softening;
        for (size_t axis = 0; axis < 3; axis++) square += std::pow(places[j + axis] - places[i + axis], 2);
        const double inverseCube = 1 / (square * std::sqrt(square));
        for (size_t axis = 0; axis < 3; axis++) {
          const double pull = (places[j + axis] - places[i + axis]) * inverseCube;
          accelerations[i + axis] += places[j + 3] * pull;
          accelerations[j + axis] -= places[i + 3] * pull;
        }
      }
    }
    for (size_t i = 0; i < places.size(); i++) {
      velocities[i] += accelerations[i] * timeStep;
      places[i] += velocities[i] * timeStep;
    }
  }
  return {std::vector<float>(places.begin(), places.end()), std::vector<float>(velocities.begin(), velocities.end())};
}

static void nbody(Benchmark& b) {
  const Bodies start = makeBodies(b.size('x'), b.random);
  const size_t steps = b.options.number("steps");
  const size_t count = start.places.size() / 4;

  const Buffer<float> places[2] = {b.context.buffer<float>(4 * count), b.context.buffer<float>(4 * count)};
  const Buffer<float> velocities[2] = {b.context.buffer<float>(4 * count), b.context.buffer<float>(4 * count)};
  Kernel kernel = b.kernel("nbody");
  b.repeat([&] {
    b.queue.write(places[0], start.places);
    b.queue.write(velocities[0], start.velocities);
    for (size_t step = 0; step < steps; step++) {
      const size_t from = step % 2;
      kernel.args(places[from], velocities[from], places[1 - from], velocities[1 - from],
                  static_cast<cl_uint>(count / group), timeStep, softening);
      b.queue.run(kernel, {count}, {group});
    }
  });

  const Bodies result = {b.queue.read(places[steps % 2]), b.queue.read(velocities[steps % 2])};
  b.show("places", result.places);
  b.show("velocities", result.velocities);
  // An acceleration is a sum of attractions, each with a relative error of some 8 * 2^-24; their magnitudes add up to a
  // few units at most, and adding them rounds a total of that size again and again: 1e-5. A step turns this into 1e-7
  // of velocity, and velocities move places for 0.01 a step; places near 1 are rounded to 2^-24 in each step.
  if (!b.verifying()) return;
  const Bodies expected = simulate(start, steps);
  const double tolerance = 2e-7 * static_cast<double>(steps + 1);
  b.verify<float>("places", result.places, [&] { return expected.places; }, {tolerance, 0});
  b.verify<float>("velocities", result.velocities, [&] { return expected.velocities; }, {tolerance, 0});
}

int main(int argc, char** argv) {
  Options options("NBody", "Moves bodies that attract each other.");
  options.size('x', 1024, "bodies", 1, 65536);
  options.number("steps", 's', 2, 1, 1000, "time steps");
  return run(argc, argv, options, nbody);
}

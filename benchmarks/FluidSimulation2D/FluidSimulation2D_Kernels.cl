// One time step of the lattice-Boltzmann method D2Q9 with the collision of Bhatnagar, Gross and Krook, in double
// precision. The fields are nine planes of width x height numbers, one for each direction; borders are periodic.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef struct {
  double relaxation;   // 1 / relaxation time, in steps
  uint width;
  uint height;
} Lattice;

// Directions: at rest, east, north, west, south, north-east, north-west, south-west, south-east.
__constant int directionX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant int directionY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
__constant double weight[9] = {4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

// Each work-item pulls the streams into its cell, then collides; solid cells throw everything back.
__kernel void stepFluid(__global const double *before, __global double *after, __global const uchar *solid,
                        Lattice lattice) {
  const int width = lattice.width;
  const int height = lattice.height;
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= width)
    return;
  double f[9];
  for (int i = 0; i < 9; i++) {
    const int fromX = (x - directionX[i] + width) % width;
    const int fromY = (y - directionY[i] + height) % height;
    f[i] = before[(i * height + fromY) * width + fromX];
  }
  if (solid[y * width + x]) {
    for (int i = 0; i < 9; i++)
      after[(opposite[i] * height + y) * width + x] = f[i];
    return;
  }

  double density = 0.0;
  double momentumX = 0.0;
  double momentumY = 0.0;
  for (int i = 0; i < 9; i++) {
    density += f[i];
    momentumX += directionX[i] * f[i];
    momentumY += directionY[i] * f[i];
  }
  const double ux = momentumX / density;
  const double uy = momentumY / density;
  const double square = 1.5 * (ux * ux + uy * uy);
  for (int i = 0; i < 9; i++) {
    const double along = 3.0 * (directionX[i] * ux + directionY[i] * uy);
    const double equilibrium = weight[i] * density * (1.0 + along + 0.5 * along * along - square);
    after[(i * height + y) * width + x] = f[i] + lattice.relaxation * (equilibrium - f[i]);
  }
}

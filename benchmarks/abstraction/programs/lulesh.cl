// Kinematics of hexahedra whose corners are nodes of a grid: volumes, normals of the faces, and a state that depends on
// the compression.
#define EDGE 8
double product(double ax, double ay, double az, double bx, double by, double bz, double cx, double cy, double cz) {
  return ax * (by * cz - bz * cy) + bx * (az * cy - ay * cz) + cx * (ay * bz - az * by);
}
double volume(const double *x, const double *y, const double *z) {
#define D(v, a, b) (v[a] - v[b])
#define S(v, a, b, c, d) (v[a] - v[b] + v[c] - v[d])
  return (product(S(x, 3, 1, 7, 2), S(y, 3, 1, 7, 2), S(z, 3, 1, 7, 2), D(x, 6, 3), D(y, 6, 3), D(z, 6, 3), D(x, 2, 0), D(y, 2, 0), D(z, 2, 0)) +
          product(S(x, 4, 3, 5, 7), S(y, 4, 3, 5, 7), S(z, 4, 3, 5, 7), D(x, 6, 4), D(y, 6, 4), D(z, 6, 4), D(x, 7, 0), D(y, 7, 0), D(z, 7, 0)) +
          product(S(x, 1, 4, 2, 5), S(y, 1, 4, 2, 5), S(z, 1, 4, 2, 5), D(x, 6, 1), D(y, 6, 1), D(z, 6, 1), D(x, 5, 0), D(y, 5, 0), D(z, 5, 0))) / 12;
}
void normal(double *n, const double *x, const double *y, const double *z, int a, int b, int c, int d) {
  const double ux = 0.5 * (x[d] + x[c] - x[b] - x[a]), uy = 0.5 * (y[d] + y[c] - y[b] - y[a]), uz = 0.5 * (z[d] + z[c] - z[b] - z[a]);
  const double vx = 0.5 * (x[c] + x[b] - x[d] - x[a]), vy = 0.5 * (y[c] + y[b] - y[d] - y[a]), vz = 0.5 * (z[c] + z[b] - z[d] - z[a]);
  const double nx = 0.25 * (uy * vz - uz * vy), ny = 0.25 * (uz * vx - ux * vz), nz = 0.25 * (ux * vy - uy * vx);
  const int corners[4] = {a, b, c, d};
  for (int k = 0; k < 4; k++) { n[3 * corners[k]] += nx; n[3 * corners[k] + 1] += ny; n[3 * corners[k] + 2] += nz; }
}
kernel void kinematics(global const double *px, global const double *py, global const double *pz, global const double *vx, global double *volumes,
                       global double *forces, global double *states, const double step, const int elements) {
  const int i = get_global_id(0);
  if (i >= elements) return;
  const int ex = i % EDGE, ey = i / EDGE % EDGE, ez = i / (EDGE * EDGE), nodes = EDGE + 1;
  double x[8], y[8], z[8], speed[8], n[24];
  for (int k = 0; k < 8; k++) {
    const int cx = ex + ((k ^ (k >> 1)) & 1), cy = ey + (k >> 1 & 1), cz = ez + (k >> 2), node = (cz * nodes + cy) * nodes + cx;
    x[k] = px[node]; y[k] = py[node]; z[k] = pz[node]; speed[k] = vx[node];
  }
  const double before = volume(x, y, z);
  for (int k = 0; k < 24; k++) n[k] = 0;
  normal(n, x, y, z, 0, 1, 2, 3); normal(n, x, y, z, 0, 4, 5, 1); normal(n, x, y, z, 1, 5, 6, 2);
  normal(n, x, y, z, 2, 6, 7, 3); normal(n, x, y, z, 3, 7, 4, 0); normal(n, x, y, z, 4, 7, 6, 5);
  double rate = 0;
  for (int k = 0; k < 8; k++) { rate += n[3 * k] * speed[k]; x[k] += step * speed[k]; }
  const double after = volume(x, y, z), compression = 1 / after - 1;
  double pressure = 2.0 / 3 * (compression + 1) * (1 + compression * before), sound = 0;
  if (fabs(pressure) < 1e-7) pressure = 0;
  for (int round = 0; round < 3; round++) {
    const double energy = 1 - 0.5 * (after - before) * pressure;
    sound = pressure * after * after + energy;
    sound = sound <= 1e-10 ? 1e-5 : sqrt(sound);
    if (rate <= 0) pressure += 0.1 * rate * rate - 0.05 * rate * sound;
  }
  volumes[i] = before;
  states[2 * i] = pressure; states[2 * i + 1] = sound;
  for (int k = 0; k < 8; k++) forces[8 * i + k] = pressure * (n[3 * k] + n[3 * k + 1] + n[3 * k + 2]);
}

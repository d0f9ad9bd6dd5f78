// Forces and energies of Lennard-Jones atoms in linked cells: an atom for each work-item, the atoms of 27 cells.
kernel void forces(global const double *x, global const double *y, global const double *z, global const int *counts,
                   global double *fx, global double *fy, global double *fz, global double *energy, const int side,
                   const int slots, const double size, const double cut) {
  const int i = get_global_id(0), cell = i / slots, own = i % slots;
  if (own >= counts[cell]) return;
  const int cx = cell % side, cy = cell / side % side, cz = cell / (side * side);
  const double px = x[i], py = y[i], pz = z[i], width = size * side;
  double ax = 0, ay = 0, az = 0, e = 0;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        const int other = ((cz + dz + side) % side * side + (cy + dy + side) % side) * side + (cx + dx + side) % side;
        const double sx = cx + dx < 0 ? -width : cx + dx >= side ? width : 0;
        const double sy = cy + dy < 0 ? -width : cy + dy >= side ? width : 0;
        const double sz = cz + dz < 0 ? -width : cz + dz >= side ? width : 0;
        for (int n = 0; n < counts[other]; n++) {
          const int j = other * slots + n;
          const double rx = px - x[j] - sx, ry = py - y[j] - sy, rz = pz - z[j] - sz;
          const double r2 = rx * rx + ry * ry + rz * rz;
          if (r2 <= cut * cut && r2 > 0) {
            const double inverse = 1 / r2, r6 = inverse * inverse * inverse;
            const double f = 24 * r6 * (2 * r6 - 1) * inverse;
            ax += f * rx; ay += f * ry; az += f * rz;
            e += 2 * r6 * (r6 - 1);
          }
        }
      }
  fx[i] = ax; fy[i] = ay; fz[i] = az; energy[i] = e;
}

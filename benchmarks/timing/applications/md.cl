// Forces of Lennard-Jones between each atom and those of its list.
kernel void md(global const real4 *positions, global real4 *forces, const int neighbours, global const int *lists, const real cut, const int atoms) {
  const int i = get_global_id(0);
  const real4 own = positions[i];
  real4 force = 0;
  for (int n = 0; n < neighbours; n++) {
    const real4 other = positions[lists[n * atoms + i]];
    const real dx = own.x - other.x, dy = own.y - other.y, dz = own.z - other.z;
    const real square = dx * dx + dy * dy + dz * dz;
    if (square < cut) {
      const real two = (real)1 / square, six = two * two * two;
      const real size = two * six * ((real)1.5 * six - (real)2);
      force.x += dx * size;
      force.y += dy * size;
      force.z += dz * size;
    }
  }
  forces[i] = force;
}

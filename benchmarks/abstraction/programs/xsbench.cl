// Cross sections at random energies: a binary search in the common grid, then an interpolation for each nuclide of the
// material.
kernel void lookup(global const double *energies, global const int *places, global const double *sections, global const int *counts, global const int *nuclides,
                   global const double *densities, global double *out, const int points, const int nuclide_count, const int nuclide_points, const int most) {
  const int i = get_global_id(0);
  uint state = i * 0x9e3779b1u + 12345;
  state ^= state >> 15; state *= 0x85ebca6bu; state ^= state >> 13;
  const double energy = (state >> 8) / 16777216.0;
  state = state * 1664525u + 1013904223u;
  const int material = (state >> 16) % 12;
  int low = 0, high = points - 1;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (energies[middle] > energy) high = middle; else low = middle;
  }
  double sums[5] = {0, 0, 0, 0, 0};
  for (int n = 0; n < counts[material]; n++) {
    const int nuclide = nuclides[material * most + n];
    const int place = min(places[low * nuclide_count + nuclide], nuclide_points - 2);
    global const double *lower = sections + (nuclide * nuclide_points + place) * 6, *upper = lower + 6;
    const double f = (upper[0] - energy) / (upper[0] - lower[0]);
    for (int k = 0; k < 5; k++) sums[k] += densities[material * most + n] * (upper[k + 1] - f * (upper[k + 1] - lower[k + 1]));
  }
  for (int k = 0; k < 5; k++) out[i * 5 + k] = sums[k];
}

/* Potential of charges on a grid, of those within a distance: cells of atoms, and their neighbours. */
#include <hpvm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GRID = 24, CELLS = 6, CELL_ATOMS = 8, ATOM_WORDS = 4 };
#define CUTOFF 4.0f

/* Atoms are x, y, z and charge; unused ones have no charge. */
static inline float potential_at(const float *atoms, long x, long y, long z) {
  float sum = 0;
  long cell_x = x * CELLS / GRID, cell_y = y * CELLS / GRID, cell_z = z * CELLS / GRID;
  for (long k = cell_z - 1; k <= cell_z + 1; k++)
    for (long j = cell_y - 1; j <= cell_y + 1; j++)
      for (long i = cell_x - 1; i <= cell_x + 1; i++) {
        if (i < 0 || j < 0 || k < 0 || i >= CELLS || j >= CELLS || k >= CELLS)
          continue;
        const float *atom = atoms + ((k * CELLS + j) * CELLS + i) * CELL_ATOMS * ATOM_WORDS;
        for (int n = 0; n < CELL_ATOMS; n++, atom += ATOM_WORDS) {
          float dx = atom[0] - x, dy = atom[1] - y, dz = atom[2] - z;
          float square = dx * dx + dy * dy + dz * dz, part = 1 - square * (1 / (CUTOFF * CUTOFF));
          if (square < CUTOFF * CUTOFF && square > 0)
            sum += atom[3] / sqrtf(square) * part * part;
        }
      }
  return sum;
}

void potential(float *atoms, size_t atoms_bytes, float *grid, size_t grid_bytes) {
  __hpvm__hint(DEVICE);
  __hpvm__attributes(1, atoms, 1, grid);
  void *node = __hpvm__getNode();
  long x = __hpvm__getNodeInstanceID_x(node), y = __hpvm__getNodeInstanceID_y(node);
  long z = __hpvm__getNodeInstanceID_z(node);
  grid[(z * GRID + y) * GRID + x] = potential_at(atoms, x, y, z);
}

void root(float *atoms, size_t atoms_bytes, float *grid, size_t grid_bytes) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, atoms, 1, grid);
  void *node = __hpvm__createNodeND(3, potential, (size_t)GRID, (size_t)GRID, (size_t)GRID);
  for (unsigned input = 0; input < 4; input++)
    __hpvm__bindIn(node, input, input, 0);
}

int main(void) {
  static float atoms[CELLS * CELLS * CELLS * CELL_ATOMS * ATOM_WORDS], grid[GRID * GRID * GRID];
  unsigned seed = 3;
  float worst = 0;
  int filled = 0;
  for (int cell = 0; cell < CELLS * CELLS * CELLS; cell++)
    for (int n = 0; n < CELL_ATOMS; n++) {
      float *atom = atoms + (cell * CELL_ATOMS + n) * ATOM_WORDS;
      int place[3] = {cell % CELLS, cell / CELLS % CELLS, cell / CELLS / CELLS};
      for (int axis = 0; axis < 3; axis++)
        atom[axis] = (place[axis] + (float)((seed = seed * 1664525 + 1013904223) >> 8) / (1 << 24)) * GRID / CELLS;
      atom[3] = (seed >> 9) % 3 == 0 ? 0 : (float)((seed >> 12) % 200) / 100 - 1;
    }
  struct __attribute__((packed)) {
    float *atoms;
    size_t atoms_bytes;
    float *grid;
    size_t grid_bytes;
  } arguments = {atoms, sizeof atoms, grid, sizeof grid};
  __hpvm__init();
  llvm_hpvm_track_mem(atoms, sizeof atoms);
  llvm_hpvm_track_mem(grid, sizeof grid);
  __hpvm__wait(__hpvm__launch(0, root, &arguments));
  llvm_hpvm_request_mem(grid, sizeof grid);
  for (long z = 0; z < GRID; z++)
    for (long y = 0; y < GRID; y++)
      for (long x = 0; x < GRID; x++) {
        float own = grid[(z * GRID + y) * GRID + x], difference = fabsf(own - potential_at(atoms, x, y, z));
        worst = difference > worst ? difference : worst;
        filled += own != 0;
      }
  __hpvm__cleanup();
  printf("%d points, %s\n", filled, worst == 0 ? "all equal" : worst < 1e-5f ? "near" : "wrong");
  return worst >= 1e-5f;
}

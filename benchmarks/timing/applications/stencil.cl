// Nine points of a grid with a border: 8 rows of 256 points for each work-group, all of which are in local memory.
#define ROWS 8
#define COLUMNS 256

kernel __attribute__((reqd_work_group_size(1, COLUMNS, 1))) void stencil(global const real *in, global real *out, const int pitch, const real centre,
                                                                        const real side, const real corner) {
  local real room[(ROWS + 2) * (COLUMNS + 2)];
  const int l = get_local_id(1), row = 1 + get_group_id(0) * ROWS, column = 1 + get_group_id(1) * COLUMNS + l;
  for (int n = 0; n < ROWS + 2; n++) {
    room[n * (COLUMNS + 2) + l + 1] = in[(row + n - 1) * pitch + column];
    if (l == 0) room[n * (COLUMNS + 2)] = in[(row + n - 1) * pitch + column - 1];
    if (l == COLUMNS - 1) room[n * (COLUMNS + 2) + COLUMNS + 1] = in[(row + n - 1) * pitch + column + 1];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int n = 0; n < ROWS; n++) {
    local const real *up = room + n * (COLUMNS + 2) + l + 1, *own = up + COLUMNS + 2, *down = own + COLUMNS + 2;
    out[(row + n) * pitch + column] = centre * own[0] + side * (up[0] + down[0] + own[-1] + own[1]) +
                                      corner * (up[-1] + up[1] + down[-1] + down[1]);
  }
}

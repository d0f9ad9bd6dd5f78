// Rates of chemical reactions at points of a grid, in the shape of S3D: each reaction makes two species of two others,
// and its numbers stand in the code. The mechanism is made up; a table has a number for each species or reaction, and
// behind one another its values at all points.
#define SPECIES 22
#define REACTIONS 206
#define FALLOFFS 21
#define STEADY 11
#define AT(table, n) table[(n) * points + i]
#define SHARE(r, factor) ((real)((r) * (factor) % 101) / 101)

#define FROM1(r) ((r) * 7 % SPECIES)
#define FROM2(r) (((r) * 5 + 3) % SPECIES)
#define TO1(r) (((r) * 3 + 8) % SPECIES)
#define TO2(r) (((r) * 13 + 11) % SPECIES)
#define WEIGHT(n) ((real)1 + (n))

kernel void concentrations(global const real *temperatures, global const real *pressures, global const real *masses, global real *moles, const int points) {
  const int i = get_global_id(0);
  real parts[SPECIES], sum = 0;
#pragma unroll
  for (int n = 0; n < SPECIES; n++) sum += parts[n] = AT(masses, n) / WEIGHT(n);
  const real all = pressures[i] / (sum * temperatures[i]);
#pragma unroll
  for (int n = 0; n < SPECIES; n++) AT(moles, n) = max(parts[n], (real)1e-6) * all;
}

kernel void energies(global const real *temperatures, global real *energy, const int points) {
  const int i = get_global_id(0);
  const real t = temperatures[i] / 1000, logarithm = log(t);
#pragma unroll
  for (int n = 0; n < SPECIES; n++) {
    const real hot = t > 1 ? (real)0.5 : (real)1;
    const real sum = SHARE(n, 17) * ((real)1 - logarithm) - t * (SHARE(n, 29) + t * (SHARE(n, 31) / 6 + t * (SHARE(n, 37) / 12 + t * hot / 20)));
    AT(energy, n) = exp(sum + SHARE(n, 41) / t);
  }
}

#define RATES(name, first, last)                                                                                                            \
  kernel void name(global const real *temperatures, global const real *energy, global real *forward, global real *backward, const int points) { \
    const int i = get_global_id(0);                                                                                                         \
    const real t = temperatures[i] / 1000, logarithm = log(t), inverse = 1 / t;                                                             \
    _Pragma("unroll") for (int r = first; r < last; r++) {                                                                                  \
      const real rate = exp(SHARE(r, 43) + SHARE(r, 47) * logarithm - SHARE(r, 53) * inverse);                                              \
      AT(forward, r) = rate;                                                                                                                \
      AT(backward, r) = rate * AT(energy, TO1(r)) * AT(energy, TO2(r)) / (AT(energy, FROM1(r)) * AT(energy, FROM2(r)));                     \
    }                                                                                                                                       \
  }
RATES(rates0, 0, 23)
RATES(rates1, 23, 46)
RATES(rates2, 46, 69)
RATES(rates3, 69, 92)
RATES(rates4, 92, 115)
RATES(rates5, 115, 138)
RATES(rates6, 138, 161)
RATES(rates7, 161, 184)
RATES(rates8, 184, REACTIONS)

// Of the first reactions, which slow down where the pressure is low.
kernel void falloff(global const real *temperatures, global const real *moles, global real *forward, global real *backward, const int points) {
  const int i = get_global_id(0);
  const real t = temperatures[i] / 1000, logarithm = log(t);
  real third = 0;
#pragma unroll
  for (int n = 0; n < SPECIES; n++) third += AT(moles, n);
#pragma unroll
  for (int r = 0; r < FALLOFFS; r++) {
    const real low = exp(SHARE(r, 59) - SHARE(r, 61) * logarithm), reduced = low * third / AT(forward, r), shape = log10(reduced + (real)1e-6);
    const real slower = reduced / (1 + reduced) * exp(-SHARE(r, 67) / (1 + shape * shape));
    AT(forward, r) *= slower;
    AT(backward, r) *= slower;
  }
}

kernel void forwards(global const real *moles, global real *forward, const int points) {
  const int i = get_global_id(0);
#pragma unroll
  for (int r = 0; r < REACTIONS; r++) AT(forward, r) *= AT(moles, FROM1(r)) * AT(moles, FROM2(r));
}

kernel void backwards(global const real *moles, global real *backward, const int points) {
  const int i = get_global_id(0);
#pragma unroll
  for (int r = 0; r < REACTIONS; r++) AT(backward, r) *= AT(moles, TO1(r)) * AT(moles, TO2(r));
}

// Species whose amount is taken to be in balance: linear equations, each of five of them, by elimination.
#define BAND(row, column) AT(matrix, (row) * 5 + (column) - (row) + 2)
kernel void coupling(global const real *forward, global const real *backward, global real *matrix, global real *right, const int points) {
  const int i = get_global_id(0);
#pragma unroll
  for (int row = 0; row < STEADY; row++) {
    const real whole = AT(forward, 18 * row) + AT(backward, 18 * row) + 1;
#pragma unroll
    for (int column = max(row - 2, 0); column <= min(row + 2, STEADY - 1); column++)
      BAND(row, column) = column == row ? (real)3 : AT(backward, 18 * row + column) / whole / 2;
    AT(right, row) = AT(forward, 18 * row) / whole;
  }
}

kernel void balance(global real *matrix, global real *right, const int points) {
  const int i = get_global_id(0);
#pragma unroll
  for (int row = 0; row < STEADY; row++)
#pragma unroll
    for (int below = row + 1; below <= min(row + 2, STEADY - 1); below++) {
      const real factor = BAND(below, row) / BAND(row, row);
#pragma unroll
      for (int column = row + 1; column <= min(row + 2, STEADY - 1); column++) BAND(below, column) -= factor * BAND(row, column);
      AT(right, below) -= factor * AT(right, row);
    }
#pragma unroll
  for (int row = STEADY - 1; row >= 0; row--) {
    real sum = AT(right, row);
#pragma unroll
    for (int column = row + 1; column <= min(row + 2, STEADY - 1); column++) sum -= BAND(row, column) * AT(right, column);
    AT(right, row) = sum / BAND(row, row);
  }
}

kernel void correct(global real *forward, global real *backward, global const real *right, const int points) {
  const int i = get_global_id(0);
#pragma unroll
  for (int r = 5; r < REACTIONS; r += 5) {
    AT(forward, r) *= 1 + AT(right, r % STEADY);
    AT(backward, r) *= 1 + AT(right, r % STEADY);
  }
}

#define PRODUCTION(name, first, last)                                                                                  \
  kernel void name(global const real *forward, global const real *backward, global real *made, const int points) {     \
    const int i = get_global_id(0);                                                                                    \
    _Pragma("unroll") for (int n = first; n < last; n++) {                                                             \
      real sum = 0;                                                                                                    \
      _Pragma("unroll") for (int r = 0; r < REACTIONS; r++) {                                                          \
        const int times = (TO1(r) == n) + (TO2(r) == n) - (FROM1(r) == n) - (FROM2(r) == n);                           \
        if (times != 0) sum += times * (AT(forward, r) - AT(backward, r));                                             \
      }                                                                                                                \
      AT(made, n) = sum;                                                                                               \
    }                                                                                                                  \
  }
PRODUCTION(production0, 0, 3)
PRODUCTION(production1, 3, 6)
PRODUCTION(production2, 6, 9)
PRODUCTION(production3, 9, 12)
PRODUCTION(production4, 12, 15)
PRODUCTION(production5, 15, 18)
PRODUCTION(production6, 18, 20)
PRODUCTION(production7, 20, SPECIES)

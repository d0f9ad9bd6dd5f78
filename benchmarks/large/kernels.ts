// Large kernels in OpenCL C, by kind and amount: code of some kilobytes to half a megabyte.
//
// Every kernel is `k(global uint* data, uint n)`: each work-item changes its own words, so that results depend on
// nothing else.

/** A number for each step that makes its instructions differ from its neighbours'. */
const salt = (step: number): string => `0x${(Math.imul(step + 1, 0x9e3779b1) >>> 0).toString(16)}u`;
const lines = (count: number, line: (step: number) => string): string =>
  Array.from({ length: count }, (_, step) => line(step)).join('\n');

const kernel = (body: string): string => `kernel void k(global uint* data, uint n) {
  uint id = get_global_id(0);
  uint a = data[id], b = a ^ 0x5bd1e995u, c = n + id, d = 0x85ebca6bu;
${body}
  data[id] = a ^ b ^ c ^ d;
}
`;

/** Rounds of a hash without a loop, as programs that search for passwords have them. */
const hash = (rounds: number): string =>
  kernel(
    lines(
      rounds,
      (step) =>
        `  a += ((b & c) | (~b & d)) + ${salt(step)}; a = rotate(a, ${(step % 29) + 1}u) + b; { uint t = d; d = c; c = b; b = a; a = t; }`,
    ),
  );

/** A switch in a loop: work-items take different ways. */
const choices = (cases: number): string =>
  kernel(`  for (uint i = 0; i < n; i++) switch ((a >> 3) % ${cases}u) {
${lines(cases, (step) => `  case ${step}: a = rotate(a * ${salt(step)} + i, ${(step % 31) + 1}u) ^ b; b += a >> ${(step % 13) + 1}; break;`)}
  }`);

/** Differences of blocks and their transform without loops, as encoders of video compare blocks. */
const blocks = (count: number): string =>
  kernel(
    lines(
      count,
      (step) => `  { int p = (int)(a & 0xffu) - (int)(b & 0xffu), q = (int)(c & 0xffu) - (int)((d >> 8) & 0xffu);
    int r = p + q, s = p - q; p = r + (int)(a >> 24); q = s - (int)(b >> 24);
    a = a * 5u + abs(p) + ${salt(step)}; b ^= abs(q) + (a >> 7); c += abs_diff(a, b); d = max(d ^ c, b); }`,
    ),
  );

/** Digits counted and moved in local memory, each step written out. */
const sort = (steps: number): string => `kernel void k(global uint* data, uint n) {
  local uint counts[16 * 64];
  uint id = get_global_id(0), lane = get_local_id(0);
  uint a = data[id] + n;
  for (uint i = 0; i < 16; i++) counts[i * 64 + lane] = i;
${lines(
  steps,
  (step) =>
    `  { uint digit = (a >> ${(step % 8) * 4}) & 15u; uint old = counts[digit * 64 + lane]; counts[digit * 64 + lane] = old + a; a = rotate(a ^ old, ${(step % 31) + 1}u) + ${salt(step)}; }`,
)}
  data[id] = a;
}
`;

/** Many small loops, one behind the other. */
const loops = (count: number): string =>
  kernel(
    lines(
      count,
      (step) =>
        `  for (uint i = 0; i < n + ${step % 3}u; i++) { a = rotate(a + i * ${salt(step)}, ${(step % 31) + 1}u); b ^= a; }`,
    ),
  );

export interface LargeKernel {
  readonly name: string;
  readonly source: string;
  /** Value of the argument `n`. */
  readonly n: number;
  /** Launches, and work-items of each. */
  readonly launches: number;
  readonly items: number;
}

interface Kind {
  readonly make: (amount: number) => string;
  readonly n: number;
  /** Amounts by size: about 5, 30, 120 and 500 KB of code, as far as clang compiles that in its time. */
  readonly amounts: readonly number[];
}

export const KINDS: Readonly<Record<string, Kind>> = {
  hash: { make: hash, n: 1, amounts: [150, 900, 3600, 15_000] },
  choices: { make: choices, n: 64, amounts: [40, 250, 1000, 4000] },
  blocks: { make: blocks, n: 1, amounts: [50, 300, 1200, 5000] },
  sort: { make: sort, n: 1, amounts: [80, 480, 900, 1400] },
  loops: { make: loops, n: 4, amounts: [80, 450, 1800, 7000] },
};

/**
 * A few wavefronts, once: nothing is hot; some, where it is a near thing whether a translation pays; and many:
 * everything is hot.
 */
export const USES: Readonly<Record<string, { readonly launches: number; readonly items: number }>> = {
  once: { launches: 1, items: 256 },
  some: { launches: 20, items: 16_384 },
  often: { launches: 20, items: 65_536 },
};

/** Sizes from the least to the largest: 0 (some kilobytes) to 3 (half a megabyte). */
interface Selection {
  readonly least: number;
  readonly largest: number;
  readonly kind: string | undefined;
  readonly use: string | undefined;
}

export function largeKernels({ least, largest, kind: onlyKind, use: onlyUse }: Selection): readonly LargeKernel[] {
  return Object.entries(KINDS)
    .filter(([kind]) => onlyKind === undefined || kind === onlyKind)
    .flatMap(([kind, { make, n, amounts }]) =>
      amounts.slice(least, largest + 1).flatMap((amount) =>
        Object.entries(USES)
          .filter(([use]) => onlyUse === undefined || use === onlyUse)
          .map(([use, much]) => ({ name: `${kind} ${amount} ${use}`, source: make(amount), n, ...much })),
      ),
    );
}

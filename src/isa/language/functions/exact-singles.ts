// Operations on f32 that are exact, or at most inexact, by arithmetic in f64: operands are zeros or numbers of middle
// size, whose sums and products lose nothing there, or a part that is known.

const [MIN_SIZE, MAX_SIZE] = [2 ** -60, 2 ** 60];

const view = new DataView(new ArrayBuffer(4));
function singleOf(bits: number): number {
  view.setUint32(0, bits);
  return view.getFloat32(0);
}

const isMiddle = (x: number): boolean => x === 0 || (Math.abs(x) >= MIN_SIZE && Math.abs(x) <= MAX_SIZE);

/** The part of a + b that the sum in f64 loses. */
function lostOf(a: number, b: number, sum: number): number {
  const part = sum - a;
  return a - (sum - part) + (b - part);
}

const OPERATIONS: Readonly<
  Record<string, (a: number, b: number, c: number) => readonly [value: number, lost: number]>
> = {
  add: (a, b) => [a + b, lostOf(a, b, a + b)],
  sub: (a, b) => [a - b, lostOf(a, -b, a - b)],
  mul: (a, b) => [a * b, 0],
  fma: (a, b, c) => [a * b + c, lostOf(a * b, c, a * b + c)],
};

/**
 * True if the result is inexact, false if it is exact; nothing else is raised then. Undefined: neither is seen here.
 * @param operands bit patterns
 */
export function isInexactSingle(name: string, operands: readonly number[]): boolean | undefined {
  const [a = 0, b = 0, c = 0] = operands.map(singleOf);
  const operation = OPERATIONS[name];
  if (!operation || !isMiddle(a) || !isMiddle(b) || !isMiddle(c)) return undefined;
  const [value, lost] = operation(a, b, c);
  // A number that is not the sum of all, but below its last bit, is no case of this.
  if (value !== 0 && Math.abs(value) < 2 ** -126) return undefined;
  return lost !== 0 || Math.fround(value) !== value;
}

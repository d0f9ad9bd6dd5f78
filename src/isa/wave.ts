// Properties of an instruction set's wavefronts: lanes, banks of registers, wait counters.

/** Lanes that execute together. */
export interface Wave {
  readonly lanes: number;
  /** 32-bit words of a mask of lanes: of EXEC, VCC and scalar operands that are masks. */
  readonly execWords: 1 | 2;
}

export const WAVE32: Wave = { lanes: 32, execWords: 1 };
export const WAVE64: Wave = { lanes: 64, execWords: 2 };

/**
 * A bank of registers. Vector banks share one space of register numbers, in which each has a range: the second bank of
 * a set whose first one has 256 begins at 256.
 */
export interface RegisterBank {
  /** The prefix of register names: `v` for v0. */
  readonly name: string;
  readonly kind: 'vector' | 'scalar';
  /** Number of its first register in the space of its kind. */
  readonly first: number;
  readonly count: number;
  /** Allocation granularity. */
  readonly granule: number;
}

/**
 * A counter of s_waitcnt: its name and where its bits lie in simm16, lowest first. At its maximum it is not waited for.
 */
export interface WaitCounter {
  readonly name: string;
  readonly places: readonly (readonly [low: number, bits: number])[];
}

/** Vector registers of all banks. */
export const vectorRegisters = (banks: readonly RegisterBank[]): number =>
  Math.max(0, ...banks.filter(({ kind }) => kind === 'vector').map(({ first, count }) => first + count));

/** The name of a vector register. */
export function vectorName(banks: readonly RegisterBank[], register: number): string {
  const bank = banks.find(
    ({ kind, first, count }) => kind === 'vector' && register >= first && register < first + count,
  );
  return bank ? `${bank.name}${register - bank.first}` : `v${register}`;
}

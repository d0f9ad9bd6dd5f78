// The chips there are, in their order, and how they are found by the names that users know them by.

import type { Chip, ChipLimits } from './chip.js';
import { RECORDS } from './records.js';

/** By LLVM's name, which orders families; within one name the larger chip comes first. */
const before = (a: Chip, b: Chip): number =>
  Number(a.llvm > b.llvm) - Number(a.llvm < b.llvm) || b.computeUnits - a.computeUnits || b.cacheSize - a.cacheSize;

const chips: Chip[] = [...RECORDS].sort(before);

/** All chips; the first one is the default. */
export const CHIPS: readonly Chip[] = chips;
export const DEFAULT_CHIP = RECORDS.reduce((first, each) => (before(each, first) < 0 ? each : first));

/** Adds a chip to those of this thread, before anything derives from the list: for records from elsewhere. */
export function addChip(chip: Chip): void {
  if (chips.some(({ id }) => id === chip.id)) throw new TypeError(`there are two chips '${chip.id}'`);
  chips.push(chip);
  chips.sort(before);
}

export const chipById = (id: string): Chip | undefined => CHIPS.find((chip) => chip.id === id);

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const namesOf = ({ id, name, llvm, board, aliases }: Chip): readonly string[] => [id, name, llvm, board, ...aliases];

/** All chips that go by a name: their own, LLVM's, or one that users know. Names differ in letters and digits only. */
export function chipsNamed(text: string): readonly Chip[] {
  const bareName = bare(text);
  const own = CHIPS.filter(({ id }) => id === bareName);
  return own.length > 0 ? own : CHIPS.filter((chip) => namesOf(chip).some((name) => bare(name) === bareName));
}

/** The chip that a name means; undefined where it is the name of none, or of several. */
export function chipNamed(text: string): Chip | undefined {
  const [first, ...others] = chipsNamed(text);
  return others.length === 0 ? first : undefined;
}

/**
 * Replacement for a name that is not that of one chip: one of those that it may mean; undefined where it means none.
 */
export function chipHint(text: string): string | undefined {
  const part = bare(text);
  const isPart = ({ board }: Chip): boolean => part.length > 3 && bare(board).includes(part);
  const named = chipsNamed(text);
  const matches = named.length > 0 ? named : CHIPS.filter(isPart);
  const [first] = matches;
  if (!first) return undefined;
  const choices = matches.map(({ id, board }) => `${id} (${board})`).join(' or ');
  return `${text} is ${choices} here: --device ${first.id}`;
}

/** LLVM's names of all chips. */
export const llvmNames = (): readonly string[] => [...new Set(CHIPS.map(({ llvm }) => llvm))];

/** LLVM's names of the chips whose code an instruction set executes. */
export const processorsOf = (isa: string): readonly string[] => [
  ...new Set(CHIPS.filter((chip) => chip.isa === isa).map(({ llvm }) => llvm)),
];

/** The chip that an instruction set is known by, where nothing names one. @param isa by its name */
export const usualChip = (isa: string): Chip =>
  CHIPS.find(({ llvm }) => llvm === isa) ?? CHIPS.find((chip) => chip.isa === isa) ?? DEFAULT_CHIP;

/** Limits of the chips of LLVM's name; of the default one where none has it. */
export const limitsOfProcessor = (llvm: string): ChipLimits =>
  (CHIPS.find((chip) => chip.llvm === llvm) ?? DEFAULT_CHIP).limits;

/** Version of a chip's graphics core, as LLVM's name of it ends: major, and a digit each for minor and stepping. */
export function graphicsVersion({ llvm }: Pick<Chip, 'llvm'>): {
  readonly major: number;
  readonly minor: number;
  readonly stepping: number;
} {
  const digit = (fromEnd: number): number => Number.parseInt(llvm.slice(fromEnd).charAt(0), 16);
  return { major: Number(llvm.slice('gfx'.length, -2)), minor: digit(-2), stepping: digit(-1) };
}

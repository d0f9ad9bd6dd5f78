// Registers of HSAIL for those of a kernel without limit: each gets the first one that is free wherever it is live, or
// that of a copy's other side.

import { AtollError } from '../../util/errors.js';
import { isCopy, isRegister, type PrintedBlock, type RegisterKind, type VirtualRegister } from './code.js';
import { interferences } from './liveness.js';

const MAX_TRUTHS = 128;
const MAX_WORDS = 2048;

function definedRegisters(blocks: readonly PrintedBlock[]): VirtualRegister[] {
  const registers = new Map<number, VirtualRegister>();
  for (const { instructions } of blocks)
    for (const { results } of instructions)
      for (const one of results) if (!registers.has(one.id)) registers.set(one.id, one);
  return [...registers.values()];
}

/** Registers that copies connect. */
function hintsOf(blocks: readonly PrintedBlock[]): ReadonlyMap<number, readonly number[]> {
  const hints = new Map<number, number[]>();
  const note = (a: number, b: number): void => void hints.set(a, [...(hints.get(a) ?? []), b]);
  for (const { instructions } of blocks)
    for (const instruction of instructions) {
      const source = instruction.operands[1];
      if (!isCopy(instruction) || source === undefined || !isRegister(source)) continue;
      note(instruction.results[0]!.id, source.id);
      note(source.id, instruction.results[0]!.id);
    }
  return hints;
}

function checkCounts(counts: Readonly<Record<RegisterKind, number>>, kernel: string): void {
  const words = counts.s + 2 * counts.d;
  if (counts.c <= MAX_TRUTHS && words <= MAX_WORDS) return;
  throw new AtollError(
    'LIMIT',
    `kernel ${kernel}: ${words} words of registers and ${counts.c} truths are live at once`,
    `HSAIL has ${MAX_WORDS} words and ${MAX_TRUTHS} truths: divide the kernel`,
  );
}

/** Names by number. @throws AtollError LIMIT naming the kernel */
export function allocateRegisters(blocks: readonly PrintedBlock[], kernel: string): ReadonlyMap<number, string> {
  const pairs = interferences(blocks);
  const hints = hintsOf(blocks);
  const places = new Map<number, number>();
  const counts = { c: 0, s: 0, d: 0 };
  const kinds = new Map<number, RegisterKind>();
  for (const { id, kind } of definedRegisters(blocks)) {
    kinds.set(id, kind);
    const taken = new Set<number>();
    for (const other of pairs.get(id) ?? []) if (kinds.get(other) === kind) taken.add(places.get(other)!);
    const wished = (hints.get(id) ?? [])
      .map((other) => places.get(other))
      .find((at) => at !== undefined && !taken.has(at));
    let place = wished ?? 0;
    while (taken.has(place)) place++;
    places.set(id, place);
    counts[kind] = Math.max(counts[kind], place + 1);
  }
  checkCounts(counts, kernel);
  return new Map([...places].map(([id, place]) => [id, `$${kinds.get(id)}${place}`]));
}

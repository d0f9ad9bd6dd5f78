// Cycles of slots, by line of the source.

import { required } from '../../util/required.js';
import type { RecordedSource } from '../records/format.js';
import { REASON_NAMES } from './reasons.js';
import type { InstructionTime } from './result.js';

export interface LineTime {
  /** `file:line`; empty for code of which the compiler does not say where it comes from. */
  readonly place: string;
  readonly text: string;
  readonly issues: number;
  readonly slotCycles: InstructionTime['slotCycles'];
}

/** The row that holds at an offset. */
function rowAt({ lines }: RecordedSource, offset: number): RecordedSource['lines'][number] | undefined {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (required(lines[middle], 'line')[0] <= offset) low = middle + 1;
    else high = middle;
  }
  const row = lines[low - 1];
  return row && row[2] > 0 ? row : undefined;
}

const sumOf = (own: InstructionTime['slotCycles']): number =>
  REASON_NAMES.reduce((sum, name) => sum + (own[name] ?? 0), 0);

/** Those of several launches together. */
export function sumOfLines(launches: readonly (readonly LineTime[])[]): readonly LineTime[] {
  const sums = new Map<string, Sum>();
  for (const each of launches.flat()) add(sums, each);
  return sorted(sums);
}

type Sum = Omit<LineTime, 'issues' | 'slotCycles'> & { issues: number; slotCycles: Record<string, number> };

function add(sums: Map<string, Sum>, { place, text, issues, slotCycles }: LineTime): void {
  const own = sums.get(place) ?? { place, text, issues: 0, slotCycles: {} };
  own.issues += issues;
  for (const [name, cycles] of Object.entries(slotCycles)) own.slotCycles[name] = (own.slotCycles[name] ?? 0) + cycles;
  sums.set(place, own);
}

const sorted = (sums: ReadonlyMap<string, Sum>): readonly LineTime[] =>
  [...sums.values()].sort((a, b) => sumOf(b.slotCycles) - sumOf(a.slotCycles));

/** The most expensive line first. */
export function timeOfLines(instructions: readonly InstructionTime[], source: RecordedSource): readonly LineTime[] {
  const sums = new Map<string, Sum>();
  const texts = source.files.map(({ text }) => text?.split(/\r?\n/) ?? []);
  for (const { offset, issues, slotCycles } of instructions) {
    const [, file = 0, line = 0] = rowAt(source, offset) ?? [];
    const place = line > 0 ? `${required(source.files[file], 'file').name}:${line}` : '';
    add(sums, { place, text: line > 0 ? (texts[file]?.[line - 1]?.trim() ?? '') : '', issues, slotCycles });
  }
  return sorted(sums);
}

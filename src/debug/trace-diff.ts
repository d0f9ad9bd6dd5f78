// The first difference of two traces: of two runs, machines or engines.

import { required } from '../util/required.js';
import type { TraceReader, TraceStep } from './trace-steps.js';

/** Wavefronts whose registers are remembered: those of launches that are over are not requested. */
const REMEMBERED = 4096;
const nameOf = (text: string): string => text.slice(0, text.indexOf('='));

/** `s[4:7]`, `v3`. */
const RANGE = /^([a-z]+)(?:\[(\d+):(\d+)\]|(\d+))$/;

/** True if two names are of registers that share words. */
function overlap(one: string, other: string): boolean {
  const [a, b] = [RANGE.exec(one), RANGE.exec(other)];
  if (!a || !b || a[1] !== b[1]) return false;
  const [first, last] = [Number(a[2] ?? a[4]), Number(a[3] ?? a[4])];
  return first <= Number(b[3] ?? b[4]) && Number(b[2] ?? b[4]) <= last;
}

/** Registers of each wavefront, as far as the text form has listed them. */
class KnownRegisters {
  private readonly waves = new Map<string, Map<string, string>>();

  note({ wave, before, after }: TraceStep): void {
    if (wave === undefined) return;
    let wavefront = this.waves.get(wave);
    if (!wavefront) this.waves.set(wave, (wavefront = new Map()));
    if (this.waves.size > REMEMBERED) this.waves.delete(required(this.waves.keys().next().value, 'wavefront'));
    for (const text of [...before, ...after]) {
      const name = nameOf(text);
      for (const other of wavefront.keys()) if (other !== name && overlap(other, name)) wavefront.delete(other);
      wavefront.set(name, text);
    }
  }

  of(wave: string | undefined): ReadonlyMap<string, string> {
    return this.waves.get(wave ?? '') ?? new Map();
  }
}

export interface TraceDifference {
  /** Wave-instructions that both have alike before it. */
  readonly instructions: number;
  /** For people. */
  readonly lines: readonly string[];
}

/** Commands that show the values at a step whose trace has digests only. */
const rerun = (instructions: number): string[] => [
  'values: run both again with the same filters and',
  `  --trace-format text ${instructions > 0 ? `--trace-skip ${instructions} ` : ''}--trace-count 1`,
];

function stateLines(before: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...before.keys(), ...other.keys()])].sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  return names.flatMap((name) => {
    const [one, two] = [before.get(name), other.get(name)];
    return one === two
      ? [`  both ${one}`]
      : [`  A    ${one ?? `${name} not named`}`, `  B    ${two ?? `${name} not named`}`];
  });
}

const side = (name: string, step: TraceStep | undefined): string[] =>
  step ? step.shown().map((line, n) => `${n === 0 ? `${name}: ` : '   '}${line}`) : [`${name}: the trace has ended`];

/** @returns undefined when both say the same */
export function firstDifference(a: TraceReader, b: TraceReader): TraceDifference | undefined {
  const [ofA, ofB] = [a.steps(), b.steps()];
  const [knownA, knownB] = [new KnownRegisters(), new KnownRegisters()];
  for (let instructions = 0; ; ) {
    const [one, two] = [ofA.next().value as TraceStep | undefined, ofB.next().value as TraceStep | undefined];
    if (!one && !two) return undefined;
    if (one && two && one.same === two.same) {
      if (one.wave !== undefined) instructions++;
      knownA.note(one);
      knownB.note(two);
      continue;
    }
    const states = stateLines(knownA.of(one?.wave), knownB.of(two?.wave ?? one?.wave));
    const values = a.form === 'binary' ? rerun(instructions) : [];
    const shown = states.length > 0 ? ['state before it, as far as the traces name it:', ...states] : values;
    const title = `first difference after ${instructions} wave-instructions`;
    const launches = a.launch === b.launch ? [`A and B: ${a.launch}`] : [`A: ${a.launch}`, `B: ${b.launch}`];
    return { instructions, lines: [title, ...launches, ...side('A', one), ...side('B', two), ...shown] };
  }
}

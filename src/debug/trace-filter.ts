// Filter of the wave-instructions of a trace.

import type { LaunchDescriptor } from '../emulator/launch.js';
import type { Wavefront } from '../emulator/wavefront.js';
import { CLASSES, classOf, type InstructionClass } from '../isa/classes.js';
import type { Instruction } from '../isa/instruction.js';
import { AtollError } from '../util/errors.js';

/** As the options of `atoll run` give them; absent means all. Ranges are `n` or `first-last`. */
export interface TraceFilterOptions {
  readonly kernel?: string | undefined;
  /** Numbers of launches, from 1. */
  readonly launch?: string | undefined;
  /** Numbers of work-groups (x fastest), or the id `x,y,z` of one. */
  readonly group?: string | undefined;
  /** Numbers of wavefronts in their work-groups. */
  readonly wave?: string | undefined;
  /** Byte offsets in the kernel's code. */
  readonly pc?: string | undefined;
  /** Names of classes (src/isa/classes.ts). */
  readonly classes?: readonly string[] | undefined;
  /** Number of matching ones that are skipped first. */
  readonly skip?: number | undefined;
  /** Most wave-instructions. */
  readonly count?: number | undefined;
  readonly format?: string | undefined;
}

/**
 * Without --trace-count. In text an instruction takes up to 2 KB: its operands have 64 lanes. In binary form it takes 8
 * bytes.
 */
export const DEFAULT_COUNT = { text: 20_000, binary: 10_000_000 } as const;

/** One instruction that is about to be executed. */
export interface Traceable {
  readonly launch: LaunchDescriptor;
  /** Of the launch, from 1. */
  readonly number: number;
  readonly wavefront: Wavefront;
  readonly pc: number;
  readonly instruction: Instruction;
}

export interface TraceFilter {
  readonly limit: number;
  readonly skip: number;
  accepts(one: Traceable): boolean;
}

interface Range {
  readonly first: number;
  readonly last: number;
}

const NUMBER = '(?:\\+?0x[0-9a-f]+|\\d+)';
const RANGE = new RegExp(`^\\s*(${NUMBER})(?:-(${NUMBER}))?\\s*$`, 'i');

function rangeOf(text: string | undefined, option: string): Range | undefined {
  if (text === undefined) return undefined;
  const [, first, last = first] = RANGE.exec(text) ?? [];
  const range = { first: Number(first?.replace('+', '')), last: Number(last?.replace('+', '')) };
  if (range.first <= range.last && Number.isSafeInteger(range.last)) return range;
  throw new AtollError('BAD_OPTION', `${option}: '${text}' is not a number or first-last`);
}

const ID = /^\s*\d+\s*,\s*\d+\s*,\s*\d+\s*$/;

/** The id of one work-group; undefined for a range of numbers. */
function idOf(text: string | undefined): readonly number[] | undefined {
  return text !== undefined && ID.test(text) ? text.split(',').map(Number) : undefined;
}

function groupRange(text: string | undefined): Range | undefined {
  if (idOf(text)) return undefined;
  if (text?.includes(',')) throw new AtollError('BAD_OPTION', `--trace-group: '${text}' is not a range or x,y,z`);
  return rangeOf(text, '--trace-group');
}

function classesOf(names: readonly string[] | undefined): ReadonlySet<InstructionClass> | undefined {
  const unknown = names?.find((name) => !Object.hasOwn(CLASSES, name));
  if (unknown === undefined) return names && new Set(names as readonly InstructionClass[]);
  const classNames = Object.keys(CLASSES).join(', ');
  throw new AtollError('BAD_OPTION', `--trace-class: there is no class '${unknown}'`, `classes: ${classNames}`);
}

const within = (range: Range | undefined, value: number): boolean =>
  !range || (value >= range.first && value <= range.last);

/** @throws AtollError BAD_OPTION naming the option */
export function traceFilter(options: TraceFilterOptions): TraceFilter {
  const { kernel, count, skip = 0 } = options;
  const launches = rangeOf(options.launch, '--trace-launch');
  const [groups, id] = [groupRange(options.group), idOf(options.group)];
  const waves = rangeOf(options.wave, '--trace-wave');
  const pcs = rangeOf(options.pc, '--trace-pc');
  const classes = classesOf(options.classes);
  return {
    limit: count ?? DEFAULT_COUNT[options.format === 'binary' ? 'binary' : 'text'],
    skip,
    accepts({ launch, number, wavefront: { index, workGroup }, pc, instruction }) {
      if (kernel !== undefined && launch.kernel !== kernel) return false;
      if (!within(launches, number) || !within(waves, index) || !within(groups, workGroup.number)) return false;
      if (id && !workGroup.id.every((coordinate, d) => coordinate === id[d])) return false;
      return within(pcs, pc - launch.codeAddress) && (!classes || classes.has(classOf(instruction.def)));
    },
  };
}

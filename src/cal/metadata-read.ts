// Reads the text lines of a kernel's metadata as genuine images have them; lines of unknown kinds are left alone.

import { badImage } from '../elf/bytes.js';
import type { ArgumentKind, ImageDimension, TypeQualifier } from '../launch/argument.js';
import { elementOf } from '../util/required.js';
import type { CalArgument, InlineSampler } from './argument.js';
import { calTypeSize, fromCalType } from './cal-types.js';
import { ARGUMENT_ALIGNMENT, IMAGE_ARGUMENT_SIZE } from './catalyst.js';
import { alignUp } from './convention.js';
import type { WorkGroupSize } from './image.js';

export interface CalKernelMetadata {
  readonly privateBytes: number;
  readonly ldsBytes: number;
  readonly reqdWorkGroupSize: WorkGroupSize | undefined;
  readonly args: readonly CalArgument[];
  readonly inlineSamplers: readonly InlineSampler[];
  readonly kernargSize: number;
}

const MAX_LINES = 100_000;
const MEMORY_KINDS: Readonly<Record<string, ArgumentKind>> = {
  uav: 'global',
  g: 'global',
  hl: 'local',
  l: 'local',
  hc: 'constant',
  c: 'constant',
};
const DIMENSIONS: Readonly<Record<string, ImageDimension>> = {
  '1D': '1d',
  '1DA': '1d_array',
  '1DB': '1d_buffer',
  '2D': '2d',
  '2DA': '2d_array',
  '3D': '3d',
};
const ACCESS = { RO: 'read_only', WO: 'write_only', RW: 'read_write' } as const;

/** Unfinished data. */
interface Draft {
  privateBytes: number;
  ldsBytes: number;
  reqdWorkGroupSize: WorkGroupSize | undefined;
  readonly args: CalArgument[];
  readonly constants: Set<number>;
  readonly typeNames: Map<number, string>;
  readonly inlineSamplers: InlineSampler[];
  readonly samplerIds: Map<string, number>;
}

/** One line, split at ':', with checked access to its fields. */
class Line {
  private readonly fields: readonly string[];
  private readonly part: string;
  private readonly number: number;

  constructor(text: string, part: string, number: number) {
    this.fields = text.slice(1).split(':');
    this.part = part;
    this.number = number;
  }

  get kind(): string {
    return elementOf(this.fields, 0, 'field');
  }

  text(index: number): string {
    const field = this.fields[index];
    if (field === undefined) throw this.error(`has no field ${index}`);
    return field;
  }

  /** The rest of the line from a field on. */
  rest(index: number): string {
    return this.fields.slice(index).join(':');
  }

  integer(index: number): number {
    const text = this.text(index);
    if (!/^\d{1,10}$/.test(text)) throw this.error(`has '${text}' in place of a number`);
    return Number(text);
  }

  error(problem: string): Error {
    return badImage(`${this.part}, line ${this.number}`, Number.NaN, `;${this.kind} ${problem}`);
  }
}

const NO_QUALIFIERS = { typeQualifiers: [] as readonly TypeQualifier[], imageDimension: undefined };

function readPointer(line: Line): CalArgument {
  const kind = MEMORY_KINDS[line.text(6)];
  if (!kind) throw line.error(`has the unknown memory kind '${line.text(6)}'`);
  const flags: TypeQualifier[] = [];
  if (line.rest(11) === '1') flags.push('restrict');
  if (line.text(10) === '1') flags.push('volatile');
  return {
    ...NO_QUALIFIERS,
    name: line.text(1),
    kind,
    typeName: `${fromCalType({ type: line.text(2), count: 1 })}*`,
    size: 4,
    offset: line.integer(5),
    alignment: ARGUMENT_ALIGNMENT,
    addressQualifier: kind as 'global' | 'local' | 'constant',
    accessQualifier: 'none',
    typeQualifiers: flags,
    resourceId: line.integer(7),
  };
}

function readImage(line: Line): CalArgument {
  const dimension = DIMENSIONS[line.text(2)];
  const access = ACCESS[line.text(3) as keyof typeof ACCESS];
  if (!dimension || !access) throw line.error(`has the unknown dimension or access '${line.text(2)}:${line.text(3)}'`);
  return {
    ...NO_QUALIFIERS,
    name: line.text(1),
    kind: 'image',
    typeName: `image${dimension}_t`,
    size: IMAGE_ARGUMENT_SIZE,
    offset: line.integer(6),
    alignment: ARGUMENT_ALIGNMENT,
    addressQualifier: 'global',
    accessQualifier: access,
    imageDimension: dimension,
    resourceId: line.integer(4),
  };
}

function readValue(line: Line): CalArgument {
  const type = { type: line.text(2), count: line.integer(3) };
  const size = calTypeSize(type);
  if (size === undefined) throw line.error(`has the unknown type '${type.type}'`);
  return {
    ...NO_QUALIFIERS,
    name: line.text(1),
    kind: 'value',
    typeName: fromCalType(type),
    size,
    offset: line.integer(5),
    alignment: ARGUMENT_ALIGNMENT,
    addressQualifier: 'private',
    accessQualifier: 'none',
    resourceId: undefined,
  };
}

function readSampler(line: Line, draft: Draft): void {
  if (line.integer(3) === 0) draft.samplerIds.set(line.text(1), line.integer(2));
  else draft.inlineSamplers.push({ id: line.integer(2), value: line.integer(4) });
}

function readMemory(line: Line, draft: Draft): void {
  if (line.text(1) === 'uavprivate') draft.privateBytes = line.integer(2);
  if (line.text(1) === 'hwlocal') draft.ldsBytes = line.integer(2);
}

const HANDLERS: Readonly<Record<string, (line: Line, draft: Draft) => void>> = {
  memory: readMemory,
  cws: (line, draft) => {
    draft.reqdWorkGroupSize = [line.integer(1), line.integer(2), line.integer(3)];
  },
  pointer: (line, draft) => draft.args.push(readPointer(line)),
  image: (line, draft) => draft.args.push(readImage(line)),
  value: (line, draft) => draft.args.push(readValue(line)),
  constarg: (line, draft) => draft.constants.add(line.integer(1)),
  sampler: readSampler,
  reflection: (line, draft) => draft.typeNames.set(line.integer(1), line.rest(2)),
};

/** Applies what later lines say about earlier ones: type names, const, samplers. */
function finishArgument(arg: CalArgument, index: number, draft: Draft): CalArgument {
  const typeName = draft.typeNames.get(index) ?? arg.typeName;
  const constant = draft.constants.has(index) && !arg.typeQualifiers.includes('const');
  const typeQualifiers = constant ? (['const', ...arg.typeQualifiers] as const) : arg.typeQualifiers;
  const samplerId = draft.samplerIds.get(arg.name);
  if (arg.kind === 'value' && samplerId !== undefined) {
    return { ...arg, typeName: 'sampler_t', kind: 'sampler', resourceId: samplerId };
  }
  return { ...arg, typeName, typeQualifiers };
}

/** The lines of a metadata text that belong to the format: they begin with ';'. */
export function splitLines(text: string, part: string): string[] {
  const lines = text.split('\n');
  if (lines.length > MAX_LINES) throw badImage(part, Number.NaN, `it has more than ${MAX_LINES} lines`);
  return lines;
}

/**
 * Reads a kernel's metadata text.
 *
 * @param part name of the text in errors
 * @throws AtollError BAD_IMAGE naming the line when one is malformed
 */
export function readMetadata(text: string, part: string): CalKernelMetadata {
  const draft: Draft = {
    privateBytes: 0,
    ldsBytes: 0,
    reqdWorkGroupSize: undefined,
    args: [],
    constants: new Set(),
    typeNames: new Map(),
    inlineSamplers: [],
    samplerIds: new Map(),
  };
  splitLines(text, part).forEach((raw, index) => {
    if (!raw.startsWith(';')) return;
    const line = new Line(raw, part, index + 1);
    if (Object.hasOwn(HANDLERS, line.kind)) HANDLERS[line.kind]?.(line, draft);
  });
  const args = draft.args.map((arg, index) => finishArgument(arg, index, draft));
  const end = args.reduce((max, arg) => Math.max(max, arg.offset + alignUp(arg.size, ARGUMENT_ALIGNMENT)), 0);
  return { ...draft, args, kernargSize: end };
}

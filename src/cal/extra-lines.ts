// Our own metadata lines: what LLVM-made kernels need and genuine notes cannot say. They begin with `;atoll:`, are
// ASCII, and readers of genuine images skip them.
//
//   ;atoll:kernel:{...}          convention, code layout, registers, kernarg segment (one line)
//   ;atoll:arg:{...}             one for each argument, in order
//   ;atoll:printf:{...}          one for each format
//   and where the code comes from: debug-lines.ts
import {
  ACCESS_QUALIFIERS,
  ADDRESS_QUALIFIERS,
  ARGUMENT_KINDS,
  IMAGE_DIMENSIONS,
  TYPE_QUALIFIERS,
} from '../launch/argument.js';
import type { PrintfFormat } from '../launch/image.js';
import type { CalArgument } from './argument.js';
import { HARDWARE_GROUP } from './convention.js';
import { DebugReader, debugLines } from './debug-lines.js';
import { asciiJson, ByteFields } from './fields.js';
import type { CalKernel } from './image.js';
import { splitLines } from './metadata-read.js';

const PREFIX = ';atoll:';
const U32 = 0xffff_ffff;
const MAX_RELOCATIONS = 1 << 20;

/** The part of a kernel that our own lines carry. */
export type ExtraKernel = Pick<
  CalKernel,
  | 'textSize'
  | 'entryOffset'
  | 'codeRelocations'
  | 'rsrc1'
  | 'ldsBytes'
  | 'scratchBytesPerLane'
  | 'reqdWorkGroupSize'
  | 'workGroupLimit'
  | 'workGroupSizeHint'
  | 'vecTypeHint'
  | 'groupsUnseen'
  | 'args'
  | 'kernargSize'
  | 'implicitArgOffset'
  | 'printfFormats'
  | 'debug'
>;

/**
 * The lines for a kernel of LLVM's convention.
 * @param sources names of source files whose texts the image has already
 */
export function extraLines(kernel: CalKernel, sources = new Set<string>()): string[] {
  const main = {
    textSize: kernel.textSize,
    entryOffset: kernel.entryOffset,
    codeRelocations: kernel.codeRelocations,
    rsrc1: kernel.rsrc1 ?? 0,
    ldsBytes: kernel.ldsBytes,
    scratchBytesPerLane: kernel.scratchBytesPerLane,
    reqdWorkGroupSize: kernel.reqdWorkGroupSize,
    workGroupLimit: kernel.workGroupLimit,
    workGroupSizeHint: kernel.workGroupSizeHint,
    vecTypeHint: kernel.vecTypeHint,
    groupsUnseen: kernel.groupsUnseen,
    kernargSize: kernel.kernargSize,
    implicitArgOffset: kernel.implicitArgOffset,
  };
  return [
    `${PREFIX}kernel:${asciiJson(main)}`,
    ...kernel.args.map((arg) => `${PREFIX}arg:${asciiJson(arg)}`),
    ...kernel.printfFormats.map((format) => `${PREFIX}printf:${asciiJson(format)}`),
    ...debugLines(kernel.debug, sources).map(([kind, body]) => `${PREFIX}${kind}:${body}`),
  ];
}

function readArgument(fields: ByteFields): CalArgument {
  const has = (name: string): boolean => fields.has(name);
  return {
    name: fields.text('name'),
    kind: fields.oneOf('kind', ARGUMENT_KINDS),
    typeName: fields.text('typeName'),
    size: fields.integer('size', U32),
    offset: fields.integer('offset', U32),
    alignment: fields.integer('alignment', U32),
    addressQualifier: fields.oneOf('addressQualifier', ADDRESS_QUALIFIERS),
    accessQualifier: fields.oneOf('accessQualifier', ACCESS_QUALIFIERS),
    typeQualifiers: fields.listOf('typeQualifiers', TYPE_QUALIFIERS),
    imageDimension: has('imageDimension') ? fields.oneOf('imageDimension', IMAGE_DIMENSIONS) : undefined,
    resourceId: has('resourceId') ? fields.integer('resourceId', U32) : undefined,
  };
}

function readFormat(fields: ByteFields): PrintfFormat {
  return { id: fields.integer('id', U32), sizes: fields.integers('sizes', 4096, U32), format: fields.text('format') };
}

function readMain(fields: ByteFields): Omit<ExtraKernel, 'args' | 'printfFormats' | 'debug'> {
  return {
    textSize: fields.integer('textSize', U32),
    entryOffset: fields.integer('entryOffset', U32),
    codeRelocations: fields.integers('codeRelocations', MAX_RELOCATIONS, U32),
    rsrc1: fields.integer('rsrc1', U32),
    ldsBytes: fields.integer('ldsBytes', U32),
    scratchBytesPerLane: fields.integer('scratchBytesPerLane', U32),
    reqdWorkGroupSize: fields.triple('reqdWorkGroupSize'),
    workGroupLimit: fields.has('workGroupLimit') ? fields.integer('workGroupLimit', HARDWARE_GROUP) : undefined,
    workGroupSizeHint: fields.triple('workGroupSizeHint'),
    vecTypeHint: fields.has('vecTypeHint') ? fields.text('vecTypeHint') : undefined,
    // Images of earlier versions do not say.
    groupsUnseen: fields.has('groupsUnseen') && fields.boolean('groupsUnseen'),
    kernargSize: fields.integer('kernargSize', U32),
    implicitArgOffset: fields.integer('implicitArgOffset', U32),
  };
}

/**
 * Reads our own lines of a metadata text.
 *
 * @returns undefined when there are none: the kernel is not of our making
 * @throws AtollError BAD_IMAGE naming the line when one is malformed
 */
export function readExtraLines(text: string, part: string): ExtraKernel | undefined {
  let main: ReturnType<typeof readMain> | undefined;
  const args: CalArgument[] = [];
  const printfFormats: PrintfFormat[] = [];
  const debug = new DebugReader();
  splitLines(text, part).forEach((raw, index) => {
    if (!raw.startsWith(PREFIX)) return;
    const where = `${part}, line ${index + 1}`;
    const colon = raw.indexOf(':', PREFIX.length);
    const kind = raw.slice(PREFIX.length, colon);
    const body = raw.slice(colon + 1);
    if (kind === 'kernel') main = readMain(new ByteFields(body, where));
    else if (kind === 'arg') args.push(readArgument(new ByteFields(body, where)));
    else if (kind === 'printf') printfFormats.push(readFormat(new ByteFields(body, where)));
    else debug.take(kind, body, where);
  });
  return main && { ...main, args, printfFormats, debug: debug.debug };
}

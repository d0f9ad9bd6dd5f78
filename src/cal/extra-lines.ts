// Our own metadata lines: what LLVM-made kernels need and genuine notes cannot say. They begin with `;atoll:`, are ASCII,
// and readers of genuine images skip them.
//
//   ;atoll:kernel:{...}          convention, code layout, registers, kernarg segment (one line)
//   ;atoll:arg:{...}             one for each argument, in order
//   ;atoll:printf:{...}          one for each format
//   ;atoll:file:{"name":"..."}   source files, numbered from 0 in order
//   ;atoll:line:PC:FILE:LINE:COLUMN   decimal, ascending pc

import { badImage } from '../elf/bytes.js';
import {
  ACCESS_QUALIFIERS,
  ADDRESS_QUALIFIERS,
  ARGUMENT_KINDS,
  IMAGE_DIMENSIONS,
  TYPE_QUALIFIERS,
} from '../launch/argument.js';
import type { PrintfFormat, SourceLine } from '../launch/image.js';
import type { CalArgument } from './argument.js';
import { asciiJson, Fields } from './fields.js';
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
  | 'workGroupSizeHint'
  | 'vecTypeHint'
  | 'groupsUnseen'
  | 'args'
  | 'kernargSize'
  | 'implicitArgOffset'
  | 'printfFormats'
  | 'lines'
>;

/** The lines for a kernel of LLVM's convention. */
export function extraLines(kernel: CalKernel): string[] {
  const files = [...new Set(kernel.lines.map((row) => row.file))];
  const main = {
    textSize: kernel.textSize,
    entryOffset: kernel.entryOffset,
    codeRelocations: kernel.codeRelocations,
    rsrc1: kernel.rsrc1 ?? 0,
    ldsBytes: kernel.ldsBytes,
    scratchBytesPerLane: kernel.scratchBytesPerLane,
    reqdWorkGroupSize: kernel.reqdWorkGroupSize,
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
    ...files.map((name) => `${PREFIX}file:${asciiJson({ name })}`),
    ...kernel.lines.map((row) => `${PREFIX}line:${row.pc}:${files.indexOf(row.file)}:${row.line}:${row.column}`),
  ];
}

function readArgument(fields: Fields): CalArgument {
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

function readFormat(fields: Fields): PrintfFormat {
  return { id: fields.integer('id', U32), sizes: fields.integers('sizes', 4096, U32), format: fields.text('format') };
}

function readLine(text: string, files: readonly string[], part: string): SourceLine {
  const match = /^(\d{1,10}):(\d{1,10}):(\d{1,10}):(\d{1,10})$/.exec(text);
  const file = match ? files[Number(match[2])] : undefined;
  if (!match || file === undefined) throw badImage(part, Number.NaN, 'is not a row of the line table');
  return { pc: Number(match[1]), file, line: Number(match[3]), column: Number(match[4]) };
}

function readMain(fields: Fields): Omit<ExtraKernel, 'args' | 'printfFormats' | 'lines'> {
  return {
    textSize: fields.integer('textSize', U32),
    entryOffset: fields.integer('entryOffset', U32),
    codeRelocations: fields.integers('codeRelocations', MAX_RELOCATIONS, U32),
    rsrc1: fields.integer('rsrc1', U32),
    ldsBytes: fields.integer('ldsBytes', U32),
    scratchBytesPerLane: fields.integer('scratchBytesPerLane', U32),
    reqdWorkGroupSize: fields.triple('reqdWorkGroupSize'),
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
  const files: string[] = [];
  const lines: SourceLine[] = [];
  splitLines(text, part).forEach((raw, index) => {
    if (!raw.startsWith(PREFIX)) return;
    const where = `${part}, line ${index + 1}`;
    const colon = raw.indexOf(':', PREFIX.length);
    const kind = raw.slice(PREFIX.length, colon);
    const body = raw.slice(colon + 1);
    if (kind === 'kernel') main = readMain(new Fields(body, where));
    else if (kind === 'arg') args.push(readArgument(new Fields(body, where)));
    else if (kind === 'printf') printfFormats.push(readFormat(new Fields(body, where)));
    else if (kind === 'file') files.push(new Fields(body, where).text('name'));
    else if (kind === 'line') lines.push(readLine(body, files, where));
  });
  return main && { ...main, args, printfFormats, lines };
}

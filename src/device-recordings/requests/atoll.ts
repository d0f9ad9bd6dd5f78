// Requests of our own device, by the protocol's structures (src/abi/schema.ts).

import { isInput } from '../../abi/describe.js';
import {
  ControlHeader,
  HeaderSource,
  IOCTLS,
  type IoctlName,
  ProgramBuild,
  ProgramLoad,
  ProgramRead,
  requestOf,
  SIGNAL_COUNT,
  SIGNAL_OFFSET,
  Signal,
  SignalState,
  SpecializationConstant,
} from '../../abi/schema.js';
import type { Pointer, RequestSchema } from './schema.js';

const WIDE = 8;

interface Addresses<Name extends string> {
  readonly offsetOf: (name: Name) => number;
}

/** An address, and the field that has its length. */
const pointer = <Name extends string>(
  { offsetOf }: Addresses<Name>,
  name: Name,
  length: Name,
  direction: 'in' | 'out' = 'in',
): Pointer => ({ name, at: offsetOf(name), length: { at: offsetOf(length), size: 8, unit: 1 }, direction });

const build = { offsetOf: ProgramBuild.offsetOf.bind(ProgramBuild) };
const header = { offsetOf: HeaderSource.offsetOf.bind(HeaderSource) };
const load = { offsetOf: ProgramLoad.offsetOf.bind(ProgramLoad) };
const read = { offsetOf: ProgramRead.offsetOf.bind(ProgramRead) };

/** Addresses of the program's memory; addresses of the GPU are numbers like others. */
const POINTERS: Partial<Record<IoctlName, readonly Pointer[]>> = {
  PROGRAM_BUILD: [
    pointer(build, 'source', 'source_length'),
    pointer(build, 'options', 'options_length'),
    {
      name: 'headers',
      at: ProgramBuild.offsetOf('headers'),
      length: { at: ProgramBuild.offsetOf('header_count'), size: 4, unit: HeaderSource.size },
      direction: 'in',
      pointers: [pointer(header, 'name', 'name_length'), pointer(header, 'source', 'source_length')],
    },
    {
      name: 'inputs',
      at: ProgramBuild.offsetOf('inputs'),
      length: { at: ProgramBuild.offsetOf('input_count'), size: 4, unit: 4 },
      direction: 'in',
    },
    {
      name: 'constants',
      at: ProgramBuild.offsetOf('constants'),
      length: { at: ProgramBuild.offsetOf('constant_count'), size: 4, unit: SpecializationConstant.size },
      direction: 'in',
    },
  ],
  PROGRAM_LOAD: [pointer(load, 'binary', 'length')],
  PROGRAM_READ: [pointer(read, 'address', 'length', 'out')],
};

function schemaOf(name: IoctlName): RequestSchema {
  const [, struct] = IOCTLS[name];
  const pointers = POINTERS[name] ?? [];
  const unwritten = struct.fields.filter((field) => !isInput(field));
  return {
    name,
    size: struct.size,
    reads: true,
    writes: true,
    masked: [...unwritten.flatMap(({ offset, size }) => [offset, size]), ...pointers.flatMap(({ at }) => [at, WIDE])],
    pointers,
  };
}

export const ATOLL: ReadonlyMap<number, RequestSchema> = new Map(
  (Object.keys(IOCTLS) as IoctlName[]).map((name) => [requestOf(name), schemaOf(name)]),
);

/** Of the control window, in the order in which programs write them: the tail is read after the doorbell. */
export const PROGRAM_WORDS: readonly number[] = (['trace_tail', 'ring_tail', 'doorbell'] as const).map((name) =>
  ControlHeader.offsetOf(name),
);

export const REQUEST_WORDS: readonly number[] = [ControlHeader.offsetOf('doorbell')];

/** Programs set signals back, devices fill them. */
export const isOfSignal = (offset: number): boolean =>
  offset >= SIGNAL_OFFSET && offset < SIGNAL_OFFSET + SIGNAL_COUNT * Signal.size;

/** Of a signal: it ends complete or failed, and may be pending again for another command when it is looked at. */
export function finalState(offset: number, value: number): number | undefined {
  if (!isOfSignal(offset) || (offset - SIGNAL_OFFSET) % Signal.size !== Signal.offsetOf('state')) return undefined;
  return value === SignalState.FAILED ? value : SignalState.COMPLETE;
}

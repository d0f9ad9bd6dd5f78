// The OpenCL library of this machine, by the system's loader: never Atoll's own, which is for guests.

import { DataType, define, load, open } from 'ffi-rs';
import { clErrorName } from '../../abi/cl-errors.js';
import { AtollError } from '../../util/errors.js';
import { thisProcess } from '../c-memory.js';

/**
 * `p` a handle, pointer or size; `b` bytes that are read or written; `i`, `u` 32-bit numbers. The first letter is what
 * comes back.
 */
const SIGNATURES = {
  clGetPlatformIDs: 'iubb',
  clGetPlatformInfo: 'ipupbb',
  clGetDeviceIDs: 'ippubb',
  clGetDeviceInfo: 'ipupbb',
  clCreateContext: 'ppubppb',
  clCreateCommandQueue: 'ppppb',
  clCreateBuffer: 'pppppb',
  clCreateSubBuffer: 'pppubb',
  clCreateImage: 'pppbbpb',
  clCreateSampler: 'ppuuub',
  clReleaseMemObject: 'ip',
  clReleaseSampler: 'ip',
  clReleaseEvent: 'ip',
  clReleaseProgram: 'ip',
  clReleaseKernel: 'ip',
  clCreateProgramWithSource: 'ppubbb',
  clBuildProgram: 'ipubbpp',
  clCompileProgram: 'ipubbubbpp',
  clLinkProgram: 'ppubbubppb',
  clGetProgramBuildInfo: 'ippupbb',
  clCreateKernel: 'ppbb',
  clSetKernelArg: 'ipupb',
  clEnqueueNDRangeKernel: 'ippubbbupb',
  clEnqueueReadBuffer: 'ippuppbupb',
  clEnqueueWriteBuffer: 'ippuppbupb',
  clEnqueueCopyBuffer: 'ippppppupb',
  clEnqueueFillBuffer: 'ippbpppupb',
  clEnqueueMapBuffer: 'pppupppuppb',
  clEnqueueUnmapMemObject: 'ipppupp',
  clEnqueueReadImage: 'ippubbppbupp',
  clEnqueueWriteImage: 'ippubbppbupp',
  clFlush: 'ip',
  clFinish: 'ip',
  clGetEventInfo: 'ipupbb',
  clGetEventProfilingInfo: 'ipupbb',
} as const;

type Name = keyof typeof SIGNATURES;
type Value = bigint | number | Uint8Array;
/** Every function; what comes back is a status, or a handle. */
export type OpenCl = Readonly<Record<Name, (...values: Value[]) => number>> & {
  /** Those that give handles. */
  readonly handle: Readonly<Record<Name, (...values: Value[]) => bigint>>;
};

const TYPES = { p: DataType.BigInt, b: DataType.U8Array, i: DataType.I32, u: DataType.U32 } as const;

/** For calls whose array or text is absent. */
export const NULL = 0n;

/** The loader's name, as programs are linked to it. */
const LOADER = 'libOpenCL.so.1';

/** A parameter of bytes takes NULL as well: the function is then bound with a pointer in that place. */
function bind(name: Name): (...values: Value[]) => unknown {
  const [result, ...letters] = SIGNATURES[name];
  const forms = new Map<string, (values: unknown[]) => unknown>();
  return (...values) => {
    const form = letters.map((letter, n) => (letter === 'b' && typeof values[n] === 'bigint' ? 'p' : letter)).join('');
    let call = forms.get(form);
    if (!call) {
      const paramsType = [...form].map((letter) => TYPES[letter as keyof typeof TYPES]);
      const retType = TYPES[result as 'p' | 'i'];
      call = define({ [name]: { library: LOADER, retType, paramsType } })[name] as (values: unknown[]) => unknown;
      forms.set(form, call);
    }
    return call(values);
  };
}

/** Lets the C library write what it keeps of standard output. */
export const flushOutput = (): void =>
  void load({
    library: thisProcess(),
    funcName: 'fflush',
    retType: DataType.I32,
    paramsType: [DataType.BigInt],
    paramsValue: [0n],
  });

/** @throws AtollError HOST when the system has no loader */
export function loadOpenCl(): OpenCl {
  try {
    open({ library: LOADER, path: LOADER });
  } catch (error) {
    throw new AtollError(
      'HOST',
      `${LOADER} cannot be loaded: ${(error as Error).message}`,
      'install the ICD loader (ocl-icd-libopencl1) and the OpenCL of a device (pocl-opencl-icd for the CPU)',
    );
  }
  const bound = Object.fromEntries((Object.keys(SIGNATURES) as Name[]).map((name) => [name, bind(name)]));
  return { ...bound, handle: bound } as unknown as OpenCl;
}

export const errorName = clErrorName;

/** @throws AtollError HOST for a status that is no success */
export function check(status: number, call: string): void {
  if (status !== 0) throw new AtollError('HOST', `${call}: ${errorName(status)}`);
}

/** Calls what gives a handle and, in its last parameter, a status. */
export function create(call: (status: Buffer) => bigint, name: string): bigint {
  const status = Buffer.alloc(4);
  const handle = call(status);
  check(status.readInt32LE(), name);
  return handle;
}

/** Handles as an array of C. */
export function handles(all: readonly bigint[]): Buffer {
  const bytes = Buffer.alloc(8 * all.length);
  all.forEach((handle, n) => void bytes.writeBigUInt64LE(BigInt.asUintN(64, handle), 8 * n));
  return bytes;
}

/** A text as C has it. */
export const cString = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf8');

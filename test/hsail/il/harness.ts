// Kernels in HSAIL text on an engine: buffers by value, results by buffer.

import { describeFault } from '../../../src/emulator/faults.js';
import { Dispatcher } from '../../../src/emulator/index.js';
import { createInterpreter } from '../../../src/emulator/interpreter/interpreter.js';
import type { EngineFactory } from '../../../src/emulator/lockstep.js';
import { PERMISSION } from '../../../src/emulator/memory.js';
import { createOracle } from '../../../src/emulator/oracle.js';
import { readBrig } from '../../../src/hsail/brig/reader.js';
import { hsailConvention } from '../../../src/hsail/load/convention.js';
import { hsailProgram } from '../../../src/hsail/load/program.js';
import { assemble } from '../../../src/hsail/text/assembler.js';
import { createJit } from '../../../src/jit/engine/jit.js';
import { describeLaunch } from '../../../src/launch/convention.js';
import { CODE, createMemory, DATA, DATA_BYTES } from '../../emulator/harness.js';

export const ENGINES: Readonly<Record<string, EngineFactory>> = {
  oracle: createOracle,
  interpreter: (memory) => createInterpreter(memory),
  jit: (memory) => createJit(memory),
};

export interface Run {
  /** Bytes of arguments: numbers are u32, arrays are buffers whose address is the argument. */
  readonly arguments: readonly (number | bigint | Uint32Array)[];
  readonly grid: readonly number[];
  readonly group: readonly number[];
  readonly dynamicGroup?: number;
}

const size3 = (sizes: readonly number[]): [number, number, number] => [sizes[0] ?? 1, sizes[1] ?? 1, sizes[2] ?? 1];
const BUFFERS = DATA + 4096;

/** The buffers after the kernel's end. */
export function runText(text: string, run: Run, make: EngineFactory, name?: string): Uint32Array[] {
  return runModule(assemble(text), run, make, name);
}

export function runModule(brig: Uint8Array, run: Run, make: EngineFactory, name?: string): Uint32Array[] {
  const program = hsailProgram(readBrig(brig));
  const memory = createMemory();
  memory.setPages(CODE, program.size, PERMISSION.readWrite);
  const codes = program.place(memory, CODE);
  const code = codes.find((each) => each.name === (name ?? each.name))!;
  const places: { at: number; words: number }[] = [];
  let [next, offset] = [BUFFERS, 0];
  for (const argument of run.arguments) {
    const isWide = typeof argument !== 'number';
    offset = isWide ? Math.ceil(offset / 8) * 8 : offset;
    if (typeof argument === 'number') memory.u32[(DATA + offset) / 4] = argument;
    else if (typeof argument === 'bigint') memory.view.setBigUint64(DATA + offset, argument, true);
    else {
      memory.u32.set(argument, next / 4);
      memory.view.setBigUint64(DATA + offset, memory.space.addressOf(next), true);
      places.push({ at: next, words: argument.length });
      next += Math.ceil((argument.length * 4) / 256) * 256 + 256;
    }
    offset += isWide ? 8 : 4;
  }
  if (next > DATA + DATA_BYTES) throw new RangeError('too many buffers for a test');
  const launch = {
    workDim: run.grid.length,
    globalSize: size3(run.grid),
    localSize: size3(run.group),
    globalOffset: size3([0, 0, 0]),
    dynamicLds: run.dynamicGroup ?? 0,
    segment: memory.space.addressOf(DATA),
    printfBuffer: 0n,
  };
  const scalars = new Uint32Array(code.registers.userSgprs);
  hsailConvention.fill(launch, code as never, memory, scalars);
  const dispatch = new Dispatcher(memory, make(memory)).start(describeLaunch(launch, code, scalars));
  if (dispatch.run() === 'fault') throw new Error(describeFault(dispatch.fault!));
  return places.map(({ at, words }) => memory.u32.slice(at / 4, at / 4 + words));
}

/** A kernel with buffers %p0, %p1 ... whose body is given. */
export const kernel = (buffers: number, body: string, before = ''): string => `module &m:1:0:$full:$large:$default;
${before}
kernel &k(${Array.from({ length: buffers }, (_, n) => `kernarg_u64 %p${n}`).join(', ')})
{
${body}
};
`;

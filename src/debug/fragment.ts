// A fragment of code on one wavefront, without a program around it: sets up state and memory, runs, and reports what
// changed.

import { Counts } from '../emulator/counts.js';
import type { Engine, RunOutcomeKind } from '../emulator/engine.js';
import type { GpuFault } from '../emulator/faults.js';
import { InitialState } from '../emulator/initial-state.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import { type GpuMemory, PERMISSION } from '../emulator/memory.js';
import type { Probe } from '../emulator/probes.js';
import { LDS_SIZE, VGPR_COUNT, VGPR_WORDS } from '../emulator/state.js';
import { layout } from '../emulator/state-layout.js';
import type { Wavefront } from '../emulator/wavefront.js';
import { ComputeUnit } from '../emulator/workgroup.js';
import { assemble } from '../isa/assemble.js';
import { SGPR_COUNT } from '../isa/instruction.js';
import type { Isa } from '../isa/isa.js';
import { readerOf } from '../isa/readers.js';
import { AtollError } from '../util/errors.js';
import { required } from '../util/required.js';
import { type ByteChange, changedBytes } from './byte-changes.js';
import { changesSince, type StateChanges, takeSnapshot } from './snapshot.js';

/** A range of GPU memory with which the fragment starts. */
export interface MemoryRange {
  readonly address: number;
  readonly bytes: Uint8Array;
}

export interface FragmentOptions {
  readonly memory: GpuMemory;
  /** Makes the engine; it shows what it does to the probe. */
  readonly createEngine: (probe: Probe | undefined) => Engine;
  readonly probe?: Probe | undefined;
  /** Instruction set of the code. */
  readonly isa: Isa;
  readonly code: Uint32Array;
  /** GPU address of the code; nothing else may lie there. */
  readonly codeAddress: number;
  readonly ranges: readonly MemoryRange[];
  readonly ldsBytes: number;
  /** Sets registers before the first instruction. */
  readonly prepare: (wavefront: Wavefront) => void;
  /** Wave-instructions after which a fragment that has not ended is stopped. */
  readonly limit: number;
}

export interface FragmentResult {
  readonly outcome: 'end' | 'fault' | 'limit';
  readonly fault: GpuFault | undefined;
  readonly instructions: number;
  readonly wavefront: Wavefront;
  readonly changes: StateChanges;
  readonly memory: readonly ByteChange[];
  readonly lds: readonly ByteChange[];
}

/** IEEE mode with denormals of doubles, as the front end compiles. */
const FLOAT_MODE = 0xc0;
const NAME = 'fragment';

function describe({ isa, codeAddress, ldsBytes }: FragmentOptions, codeBytes: number): LaunchDescriptor {
  const { lanes, vectorRegisters } = layout(isa);
  return {
    kernel: NAME,
    isa: isa.name,
    codeAddress,
    codeBytes,
    entry: codeAddress,
    userSgprs: new Uint32Array(0),
    vgprs: vectorRegisters,
    sgprs: SGPR_COUNT,
    ldsBytes,
    scratchBytesPerLane: 0,
    floatMode: FLOAT_MODE,
    ieee: true,
    dx10Clamp: true,
    groupIdX: false,
    groupIdY: false,
    groupIdZ: false,
    groupSize: false,
    scratchOffset: false,
    localIds: 0,
    globalSize: [lanes, 1, 1],
    localSize: [lanes, 1, 1],
  };
}

/** The code with an end behind it, for control that runs off the end. */
function placeCode({ memory, isa, code, codeAddress }: FragmentOptions): number {
  const end = assemble(isa, readerOf(isa).end).words;
  memory.u32.set(code, codeAddress / 4);
  memory.u32.set(end, codeAddress / 4 + code.length);
  const bytes = 4 * (code.length + end.length);
  memory.setPages(codeAddress, bytes, PERMISSION.read);
  return bytes;
}

function placeMemory(memory: GpuMemory, ranges: readonly MemoryRange[]): void {
  const sorted = [...ranges].sort((a, b) => a.address - b.address);
  sorted.forEach(({ address, bytes }, i) => {
    const next = sorted[i + 1];
    if (next && address + bytes.length > next.address)
      throw new AtollError('BAD_OPTION', `the memory ranges at 0x${next.address.toString(16)} overlap`);
    memory.u8.set(bytes, address);
    memory.setPages(address, bytes.length, PERMISSION.readWrite);
  });
}

function createWavefront(memory: GpuMemory, launch: LaunchDescriptor): Wavefront {
  const unit = new ComputeUnit(memory, 0);
  const { workGroup } = unit;
  const wavefront = required(unit.wavefronts[0], 'wavefront');
  workGroup.launch = launch;
  workGroup.wavefronts = [wavefront];
  wavefront.counts = new Counts();
  new InitialState(launch).apply(wavefront, workGroup, unit);
  // Lane numbers in v0 belong to a launch; a fragment starts from zeros.
  wavefront.u.fill(0, 0, VGPR_COUNT * VGPR_WORDS);
  return wavefront;
}

/** @throws AtollError BAD_OPTION when ranges overlap or LDS is larger than there is */
export function runFragment(options: FragmentOptions): FragmentResult {
  const { memory, ranges, probe } = options;
  if (options.ldsBytes > LDS_SIZE)
    throw new AtollError('BAD_OPTION', `${options.ldsBytes} bytes of LDS, the limit is ${LDS_SIZE}`);
  placeMemory(memory, ranges);
  const launch = describe(options, placeCode(options));
  const wavefront = createWavefront(memory, launch);
  options.prepare(wavefront);
  const before = takeSnapshot(wavefront);
  const engine = options.createEngine(probe);
  engine.prepare(launch);
  probe?.onWorkGroupStart?.(wavefront.workGroup);
  const outcome = runToEnd(engine, wavefront, options.limit);
  if (outcome === 'fault' && wavefront.fault) probe?.onFault?.(wavefront.fault);
  const { lds, ldsBase } = wavefront.workGroup;
  return {
    outcome: outcome === 'end' || outcome === 'fault' ? outcome : 'limit',
    fault: wavefront.fault,
    instructions: wavefront.executed,
    wavefront,
    changes: changesSince(before, wavefront),
    memory: ranges.flatMap(({ address, bytes }) => changedBytes(bytes, memory.u8, address, address)),
    lds: changedBytes(new Uint8Array(lds.length), memory.u8, ldsBase, 0),
  };
}

/** A barrier of a work-group of one wavefront does not hold it up. */
function runToEnd(engine: Engine, wavefront: Wavefront, limit: number): RunOutcomeKind {
  for (;;) {
    const left = limit - wavefront.executed;
    if (left <= 0) return 'budget';
    const outcome = engine.run(wavefront, left);
    if (outcome !== 'barrier' && outcome !== 'budget' && outcome !== 'yield') return outcome;
  }
}

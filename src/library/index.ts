// Exports of `import ... from 'atoll-gpu'`: docs/library.md explains them, with examples.

export type { MemoryAccess, Probe } from '../emulator/probes.js';
export type { TreeEntry, VirtualTree } from '../host/virtual-tree.js';
export type {
  FinishedRun,
  Instrument,
  InstrumentModule,
  InstrumentWorker,
  OpeningRun,
  StartedRun,
  WorkerHost,
} from '../instruments/instrument.js';
export { AtollError, type ErrorCode } from '../util/errors.js';
export { type Argument, type LocalMemory, local } from './arguments.js';
export {
  type AssembledKernels as Assembly,
  type AssemblyOptions,
  assemble,
  type DisassembledLine,
  disassemble,
} from './assembly.js';
export type { DeviceBuffer } from './buffers.js';
export { type CompiledImage as Compiled, type CompileOptions, compile } from './compile.js';
export { type Image, type LibraryKernel as Kernel, readImage } from './image.js';
export type { InstrumentSource } from './instrument-outputs.js';
export {
  type LaunchOptions,
  type LaunchResult,
  LibraryMachine as Machine,
  type LibraryOptions as MachineOptions,
  type WorkSize,
} from './machine.js';
export type { MachineEnd } from './machine-instruments.js';
export { type GuestLaunch, type RunOptions, type RunResult, run } from './run.js';
export type { Histograms, Statistics } from './statistics.js';
export type { ArgumentValue } from './values.js';

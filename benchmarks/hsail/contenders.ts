// Programs in one form on machines of their own, launched again and again: what is compared.

import type { EngineName } from '../../src/config/engine-names.js';
import type { ProgramImage } from '../../src/launch/image.js';
import type { LibraryKernel } from '../../src/library/image.js';
import { LibraryMachine } from '../../src/library/machine.js';
import { totalsOf } from '../../src/statistics/decoded-tallies.js';
import { valuesOf } from '../../src/statistics/statistics.js';
import type { CountedLaunch } from '../../src/statistics/tally.js';
import { FormMachine } from '../abstraction/machine.js';
import type { StudyProgram } from '../abstraction/study.js';
import type { HsailBenchmark } from './programs.js';

export interface Contender {
  /** Milliseconds and wave-instructions of all kernels of the program, once. */
  run(): Promise<{ readonly milliseconds: number; readonly instructions: number }>;
  /** Results of the last run. */
  results(): Uint8Array;
  close(): unknown;
}

/** Numbers whose bits are small floats. */
function contents(words: number): Uint32Array {
  let state = 12_345;
  return Uint32Array.from({ length: words }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (0x3f00_0000 | (state >>> 9)) >>> 0;
  });
}

/** A kernel whose buffers stay. */
export class KernelContender implements Contender {
  private readonly machine: LibraryMachine;
  private readonly buffers;

  constructor(
    private readonly kernel: LibraryKernel,
    private readonly program: HsailBenchmark,
    engine: EngineName,
  ) {
    this.machine = new LibraryMachine({ engine });
    this.buffers = program.buffers.map((words) => this.machine.buffer(contents(words)));
  }

  async run() {
    const { globalSize, localSize } = this.program;
    const values = this.buffers.map(({ address }) => new Uint8Array(BigUint64Array.of(BigInt(address)).buffer));
    const isPointer = this.kernel.arguments[0]!.kind === 'global';
    const { nanoseconds, statistics } = await this.machine.launch(this.kernel, {
      globalSize: [globalSize],
      localSize: [localSize],
      arguments: isPointer ? this.buffers : values,
    });
    return { milliseconds: nanoseconds / 1e6, instructions: statistics['instructions']! };
  }

  results(): Uint8Array {
    const parts = this.buffers.map((buffer, index) => {
      const words = new Uint32Array(this.program.buffers[index]!);
      buffer.read(words);
      return new Uint8Array(words.buffer);
    });
    return Buffer.concat(parts);
  }

  close(): Promise<unknown> {
    return this.machine.close();
  }
}

/** A program of the study, which makes its buffers anew in each run. */
export class StudyContender implements Contender {
  private output: Uint8Array = new Uint8Array();
  private machine: FormMachine | undefined;

  constructor(
    private readonly form: ProgramImage,
    private readonly program: StudyProgram,
    private readonly engine: EngineName,
  ) {}

  run() {
    this.machine ??= new FormMachine(this.form, this.engine);
    const { machine } = this;
    const launches: CountedLaunch[] = [];
    let milliseconds = 0;
    this.output = this.program.run({
      buffer: (values) => machine.buffer(values),
      launch: (work) => {
        const start = performance.now();
        launches.push(machine.launch(work));
        milliseconds += performance.now() - start;
      },
    });
    const { instructions } = valuesOf(totalsOf(launches).tally);
    return Promise.resolve({ milliseconds, instructions: instructions! });
  }

  results(): Uint8Array {
    return this.output;
  }

  close(): void {
    this.machine?.close();
  }
}

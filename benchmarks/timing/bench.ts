// The environment of an application: a device, arrays of its precision, and launches, whose results are kept.

import type { CompiledImage } from '../../src/library/compile.js';
import type { AnyDevice, Work } from './device.js';

export type Precision = 'single' | 'double';

export class TimingBench<Result> {
  readonly bytes: number;
  readonly results: Result[] = [];
  private state = 5;

  constructor(
    readonly device: AnyDevice<Result>,
    readonly precision: Precision,
  ) {
    this.bytes = precision === 'single' ? 4 : 8;
  }

  /** The same numbers in every run. */
  private below(limit: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * limit);
  }

  reals(count: number, realOf: (n: number) => number = () => this.below(4096) / 4096): Float32Array | Float64Array {
    const numbers = Float64Array.from({ length: count }, (_, n) => realOf(n));
    return this.precision === 'single' ? Float32Array.from(numbers) : numbers;
  }

  integers(count: number, below: number): Int32Array {
    return Int32Array.from({ length: count }, () => this.below(below));
  }

  program(file: string): Promise<CompiledImage> {
    const [type, trigonometry] = this.precision === 'single' ? ['float', 'native_'] : ['double', ''];
    const types = ['', '2', '4'].map((width) => `-Dreal${width}=${type}${width}`).join(' ');
    return this.device.program(file, `-cl-mad-enable ${types} -DCOS=${trigonometry}cos -DSIN=${trigonometry}sin`);
  }

  run(program: CompiledImage, work: Work): void {
    this.results.push(this.device.launch(program, work));
  }

  /** @throws Error unless two numbers are the same but for rounding */
  same(what: string, actual: number, expected: number, tolerance = 1e-3): void {
    if (Math.abs(actual - expected) > tolerance * Math.max(1, Math.abs(expected)))
      throw new Error(`${what}: ${actual} in place of ${expected}`);
  }
}

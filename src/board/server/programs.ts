// Programs on the board: built of the sources that the program's own build was given.

import { AtollError } from '../../util/errors.js';
import { addressOf } from '../c-memory.js';
import type { SourcePart } from '../protocol.js';
import type { BoardDevice } from './device.js';
import { create, cString, errorName, handles, NULL } from './library.js';

const BUILD_LOG = 0x1183;
const LOG_LIMIT = 64 << 10;
/** Lines of a log that an error shows. */
const LOG_LINES = 20;

/** A kernel, and what its arguments were set to: setting them again costs more than looking. */
export interface BoardKernel {
  readonly handle: bigint;
  readonly argumentsSet: (Buffer | undefined)[];
}

interface BuiltProgram {
  readonly program: bigint;
  readonly kernels: Map<string, BoardKernel>;
}

export class BoardPrograms {
  private readonly built = new Map<number, BuiltProgram>();

  constructor(private readonly device: BoardDevice) {}

  /** @throws AtollError BAD_INPUT with the compiler's words */
  build(program: number, parts: readonly SourcePart[], options: string): void {
    const [only, ...more] = parts;
    if (!only) throw new AtollError('BAD_INPUT', 'the program has no source');
    const plain = more.length === 0 && only.headers.length === 0 && options === '';
    this.built.set(program, {
      program: plain
        ? this.compileAndLink(only)
        : this.link(
            parts.map((part) => this.compile(part)),
            options,
          ),
      kernels: new Map(),
    });
  }

  forget(program: number): void {
    const built = this.built.get(program);
    if (!built) return;
    const { cl } = this.device;
    for (const { handle } of built.kernels.values()) cl.clReleaseKernel(handle);
    cl.clReleaseProgram(built.program);
    this.built.delete(program);
  }

  /** An object has gone: another one may get its handle. */
  forgetArguments(): void {
    for (const { kernels } of this.built.values())
      for (const { argumentsSet } of kernels.values()) argumentsSet.length = 0;
  }

  kernel(program: number, name: string): BoardKernel {
    const built = this.built.get(program);
    if (!built) throw new AtollError('BAD_INPUT', `there is no program ${program}`);
    const existing = built.kernels.get(name);
    if (existing !== undefined) return existing;
    const { cl } = this.device;
    const handle = create(
      (status) => cl.handle.clCreateKernel(built.program, cString(name), status),
      `clCreateKernel '${name}'`,
    );
    const kernel: BoardKernel = { handle, argumentsSet: [] };
    built.kernels.set(name, kernel);
    return kernel;
  }

  private source(text: string): bigint {
    const { cl, context } = this.device;
    const bytes = cString(text);
    const [strings, lengths] = [handles([addressOf(bytes)]), handles([BigInt(bytes.length - 1)])];
    return create(
      (status) => cl.handle.clCreateProgramWithSource(context, 1, strings, lengths, status),
      'clCreateProgramWithSource',
    );
  }

  private compileAndLink({ source, options }: SourcePart): bigint {
    const { cl, device } = this.device;
    const program = this.source(source);
    const status = cl.clBuildProgram(program, 1, handles([device]), cString(options), NULL, NULL);
    this.expect(status, program);
    return program;
  }

  private compile({ source, options, headers }: SourcePart): bigint {
    const { cl, device } = this.device;
    const program = this.source(source);
    const texts = headers.map((header) => this.source(header.source));
    const names = headers.map(({ name }) => cString(name));
    const [list, words] = headers.length === 0 ? [NULL, NULL] : [handles(texts), handles(names.map(addressOf))];
    const [devices, optionText] = [handles([device]), cString(options)];
    const status = cl.clCompileProgram(program, 1, devices, optionText, headers.length, list, words, NULL, NULL);
    this.expect(status, program);
    for (const text of texts) cl.clReleaseProgram(text);
    return program;
  }

  private link(programs: readonly bigint[], options: string): bigint {
    const { cl, device, context } = this.device;
    const status = Buffer.alloc(4);
    const [devices, text, list] = [handles([device]), cString(options), handles(programs)];
    const linked = cl.handle.clLinkProgram(context, 1, devices, text, programs.length, list, NULL, NULL, status);
    this.expect(status.readInt32LE(), linked);
    for (const program of programs) cl.clReleaseProgram(program);
    return linked;
  }

  private expect(status: number, program: bigint): void {
    if (status === 0) return;
    const { cl, device, facts } = this.device;
    const [log, length] = [Buffer.alloc(LOG_LIMIT), Buffer.alloc(8)];
    const existing =
      program !== 0n && cl.clGetProgramBuildInfo(program, device, BUILD_LOG, BigInt(log.length), log, length) === 0;
    const text = existing ? log.toString('utf8', 0, Number(length.readBigUInt64LE())).replace(/\0.*$/s, '').trim() : '';
    const lines = text.split('\n').slice(0, LOG_LINES).join('\n');
    const reason = `${facts.name} does not build the program: ${errorName(status)}`;
    throw new AtollError('BAD_INPUT', lines === '' ? reason : `${reason}\n${lines}`);
  }
}

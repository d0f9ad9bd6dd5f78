// PROGRAM_BUILD, PROGRAM_LOAD, PROGRAM_STATUS, PROGRAM_READ, PROGRAM_RELEASE.

import { BuildKind, HeaderSource, ProgramText, SIGNAL_COUNT, SpecializationConstant } from '../../../abi/schema.js';
import { detourIn } from '../../../compiler/clang/crash-report.js';
import { type BuildCredentials, callerOf } from '../../../compiler/request/build-credentials.js';
import type { BuildRequest, BuildResult } from '../../../compiler/request/build-request.js';
import type { IoctlCall } from '../../../host/device.js';
import { linkedOrigin, type ProgramOrigin } from '../../../launch/origin.js';
import { isSpirv } from '../../../spirv/file-kind.js';
import { detach } from '../../../util/detach.js';
import { AtollError, describeError } from '../../../util/errors.js';
import { timedPromise } from '../../../util/trace-spans.js';
import { RequestError, require } from '../../core/errno.js';
import type { DeviceModel } from '../../device-models.js';
import { ClStatus } from '../cl-status.js';
import { type GuestText, GuestTexts, readGuest, writeGuest } from '../guest-strings.js';
import type { Request, RequestHandler } from '../handler.js';
import { BINARY_TYPES, type SessionProgram } from '../program.js';
import { buildOthers } from '../reference-builds.js';
import type { Session } from '../session.js';

const LIST_LIMIT = 65536;
/** Bytes of all that is linked to one program. */
const LINK_LIMIT = 256 << 20;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

interface CountedHeader {
  readonly name: GuestText;
  readonly source: GuestText;
}

function countHeaders(texts: GuestTexts, call: IoctlCall, address: bigint, count: number): CountedHeader[] {
  require(count <= LIST_LIMIT, `${count} headers`);
  const view = viewOf(readGuest(call, address, BigInt(count * HeaderSource.size), 'header list'));
  return Array.from({ length: count }, (_, i) => {
    const header = HeaderSource.read(view, i * HeaderSource.size);
    const name = texts.count(header.name, header.name_length, `the name of header ${i + 1}`);
    return { name, source: texts.count(header.source, header.source_length, `header ${i + 1}`) };
  });
}

function readInputs(session: Session, call: IoctlCall, address: bigint, count: number): SessionProgram[] {
  require(count <= LIST_LIMIT, `${count} programs to link`);
  const view = viewOf(readGuest(call, address, BigInt(count * 4), 'program list'));
  const inputs = Array.from({ length: count }, (_, i) => programOf(session, view.getUint32(i * 4, true)));
  const bytes = inputs.reduce((sum, { binary }) => sum + binary.length, 0);
  if (bytes > LINK_LIMIT)
    throw new RequestError('E2BIG', `the programs to link have ${bytes} bytes, the limit is ${LINK_LIMIT}`);
  return inputs;
}

type Specializations = NonNullable<BuildRequest['specializations']>;

function readConstants(call: IoctlCall, address: bigint, count: number): Specializations {
  require(count <= LIST_LIMIT, `${count} specialization constants`);
  const view = viewOf(readGuest(call, address, BigInt(count * SpecializationConstant.size), 'constant list'));
  return Array.from({ length: count }, (_, i) => {
    const { id, size, value } = SpecializationConstant.read(view, i * SpecializationConstant.size);
    require([1, 2, 4, 8].includes(size), `the specialization constant ${id} has ${size} bytes`);
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, value, true);
    return { id, value: bytes.subarray(0, size) };
  });
}

function programOf(session: Session, handle: number): SessionProgram {
  const program = session.programs.get(handle);
  require(program !== undefined, `there is no program ${handle}`);
  return program;
}

const KINDS = { [BuildKind.BUILD]: 'build', [BuildKind.COMPILE]: 'compile', [BuildKind.LINK]: 'link' } as const;
const FAILURE = {
  build: [ClStatus.BUILD_PROGRAM_FAILURE, ClStatus.INVALID_BUILD_OPTIONS],
  compile: [ClStatus.COMPILE_PROGRAM_FAILURE, ClStatus.INVALID_COMPILER_OPTIONS],
  link: [ClStatus.LINK_PROGRAM_FAILURE, ClStatus.INVALID_LINKER_OPTIONS],
} as const;

function settle(session: Session, program: SessionProgram, { kind, device }: BuildRequest, result: BuildResult): void {
  program.log = result.log;
  if (result.trouble !== undefined) session.context.services.warn(`a build failed: ${result.trouble}`);
  const detour = detourIn(result.log);
  if (detour !== undefined) session.context.services.log(detour);
  if (result.status === 'success') {
    program.binaryType = BINARY_TYPES[result.binaryType];
    program.binary = result.binary ?? new Uint8Array(0);
    if (result.binaryType === 'executable') program.load(program.binary, device);
    return;
  }
  const [failure, invalidOptions] = FAILURE[kind];
  if (result.status === 'invalid-options') program.status = invalidOptions;
  else program.status = result.status === 'compiler-not-available' ? ClStatus.COMPILER_NOT_AVAILABLE : failure;
}

async function buildInto(
  session: Session,
  program: SessionProgram,
  request: BuildRequest,
  inputs: readonly SessionProgram[],
): Promise<void> {
  const { frontEnd } = session.services;
  const result = await frontEnd.build(request, program.signal);
  if (session.services.compilations !== undefined && !program.signal.aborted)
    program.others = await buildOthers(session.services, { request, inputs, result }, program.signal);
  // The guest, and with it the memory that the code would go to, may have gone while the result was on its way.
  if (program.signal.aborted) return;
  try {
    settle(session, program, request, result);
  } catch (error) {
    if (!result.cached || !(error instanceof AtollError && error.code === 'BAD_IMAGE')) throw error;
    const anew = await frontEnd.build({ ...request, fresh: true }, program.signal);
    if (!program.signal.aborted) settle(session, program, request, anew);
  }
}

async function runJob(
  session: Session,
  program: SessionProgram,
  { job: request, inputs }: { readonly job: BuildRequest; readonly inputs: readonly SessionProgram[] },
  signal: number,
): Promise<void> {
  try {
    const build = timedPromise('build', buildInto(session, program, request, inputs), () => ({
      name: `${request.kind} program ${program.handle}`,
      details: { guest: session.id, options: request.options },
    }));
    session.services.onBuild?.(build);
    await build;
    if (program.signal.aborted) return session.complete(signal, FAILURE[request.kind][0]);
  } catch (error) {
    // A defect of ours, or no room for the code: the guest gets a failed build with the reason, and continues.
    program.status = FAILURE[request.kind][0];
    program.log += `\natoll: ${describeError(error)}\n`;
    session.context.services.log(`build failed: ${describeError(error)}`);
  }
  session.complete(signal, program.status);
}

function lookAt({ tid }: IoctlCall): BuildCredentials {
  try {
    return callerOf(tid);
  } catch (error) {
    throw new RequestError(
      'EIO',
      `/proc does not identify the process that requests a build: ${(error as Error).message}`,
    );
  }
}

/** Inputs of a build, and their size in the guest's memory in bytes. */
function buildRequest(
  session: Session,
  request: Request<'PROGRAM_BUILD'>,
  call: IoctlCall,
  chip: DeviceModel,
): { readonly job: BuildRequest; readonly bytes: number; readonly inputs: readonly SessionProgram[] } {
  const kind = KINDS[request.kind as keyof typeof KINDS];
  require(kind !== undefined, `there is no build kind ${request.kind}`);
  const texts = new GuestTexts(call);
  const text = (part: GuestText): string => new TextDecoder().decode(texts.read(part));
  const options = texts.count(request.options, request.options_length, 'options');
  const common = { kind, device: chip.id, maxWorkGroupSize: chip.maxWorkGroupSize, client: session.id };
  if (kind === 'link') {
    const inputs = readInputs(session, call, request.inputs, request.input_count);
    const binaries = inputs.map(({ binary }) => binary);
    return { job: { ...common, options: text(options), inputs: binaries }, bytes: texts.total, inputs };
  }
  const source = texts.count(request.source, request.source_length, 'source');
  const headers = countHeaders(texts, call, request.headers, request.header_count);
  const constants = readConstants(call, request.constants, request.constant_count);
  const job = {
    ...common,
    options: text(options),
    ...(constants.length > 0 && { specializations: constants }),
    source: texts.read(source),
    headers: headers.map((header) => ({ name: text(header.name), source: texts.read(header.source) })),
  };
  return { job, bytes: texts.total, inputs: [] };
}

/** Inputs of a program in a form that another compiler understands. */
function originOf(job: BuildRequest, inputs: readonly SessionProgram[], folder: string): ProgramOrigin {
  if (job.kind === 'link')
    return linkedOrigin(
      inputs.map(({ origin }) => origin),
      job.options,
      folder,
    );
  if (isSpirv(job.source ?? new Uint8Array(0))) return { type: 'binary' };
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const headers = (job.headers ?? []).map(({ name, source }) => ({ name, source: decode(source) }));
  return {
    type: 'source',
    parts: [{ source: decode(job.source ?? new Uint8Array(0)), options: job.options, headers }],
    options: '',
    folder,
  };
}

export const buildProgram: RequestHandler<'PROGRAM_BUILD'> = (session, request, call) => {
  const chip = session.devices[request.device];
  require(chip !== undefined, `there is no device ${request.device}`);
  require(request.signal < SIGNAL_COUNT, `there is no signal ${request.signal}`);
  const { job: task, bytes, inputs } = buildRequest(session, request, call, chip);
  // Findings and recordings name lines of the source.
  const job =
    session.context.services.notes && task.kind !== 'link' ? { ...task, options: `${task.options} -g` } : task;
  const caller = lookAt(call);
  const program = session.addProgram();
  program.origin = originOf(task, inputs, caller.folder);
  // Relative include folders are relative to the guest's working directory.
  session.builds.enter(session.id, bytes);
  const onCompile = (): void => session.context.launchesWithoutNativeWorkers();
  const whole = { ...job, caller, folder: caller.folder, onCompile };
  const build = runJob(session, program, { job: whole, inputs }, request.signal).finally(() => {
    caller.close();
    session.builds.leave(session.id, bytes);
  });
  detach(build, `the build of program ${program.handle}`);
  return { program: program.handle };
};

export const loadProgram: RequestHandler<'PROGRAM_LOAD'> = (session, request, call) => {
  const chip = session.devices[request.device];
  require(chip !== undefined, `there is no device ${request.device}`);
  const binary = readGuest(call, request.binary, request.length, 'binary');
  const program = session.addProgram();
  try {
    program.load(binary, chip.id);
    return { program: program.handle, status: ClStatus.SUCCESS };
  } catch (error) {
    if (!(error instanceof AtollError)) throw error;
    session.removeProgram(program);
    session.context.services.log(`process ${call.pid}: program binary refused: ${describeError(error)}`);
    return { program: 0, status: ClStatus.INVALID_BINARY };
  }
};

export const programStatus: RequestHandler<'PROGRAM_STATUS'> = (session, request) => {
  const program = programOf(session, request.program);
  return {
    status: program.status,
    binary_type: program.binaryType,
    kernel_count: program.kernels.length,
    log_length: BigInt(Buffer.byteLength(program.log)),
    binary_length: BigInt(program.binary.length),
    printf_length: BigInt(program.printfTable.length),
  };
};

export const readProgram: RequestHandler<'PROGRAM_READ'> = (session, request, call) => {
  const program = programOf(session, request.program);
  const texts = {
    [ProgramText.LOG]: () => Buffer.from(program.log),
    [ProgramText.BINARY]: () => program.binary,
    [ProgramText.PRINTF]: () => program.printfTable,
  };
  const text = texts[request.what as keyof typeof texts];
  require(text !== undefined, `there is no program text ${request.what}`);
  const bytes = text();
  return { length: BigInt(writeGuest(call, request.address, request.length, bytes)) };
};

export const releaseProgram: RequestHandler<'PROGRAM_RELEASE'> = (session, request) => {
  session.removeProgram(programOf(session, request.program));
  return {};
};

// `atoll kernel`: one kernel over arrays, without a host program.

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { checkEngines, ENGINE_NAMES, type EngineName, OBSERVABLE_ENGINES } from '../../../config/engine-names.js';
import { isBrig, isHsailText } from '../../../hsail/file-kind.js';
import type { Instrument } from '../../../instruments/instrument.js';
import { compile } from '../../../library/compile.js';
import { type Image, type LibraryKernel, readImage } from '../../../library/image.js';
import { type LaunchResult, LibraryMachine, type WorkSize } from '../../../library/machine.js';
import { AtollError } from '../../../util/errors.js';
import { ExitStatus } from '../../command-line/exit.js';
import { writeError } from '../../command-line/output.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { isElf, readInput } from '../../inputs/code-input.js';
import { namedClang } from '../../inputs/named-clang.js';
import { inputsOf, type KernelInput } from './inputs.js';
import { compareOutput, outputsOf, outputText, writeOutput } from './outputs.js';

export interface KernelFlags {
  readonly kernel?: string;
  readonly global: string;
  readonly local?: string;
  readonly offset?: string;
  readonly arg?: readonly string[];
  readonly options?: string;
  readonly device: string;
  readonly engine?: string;
  readonly output?: readonly string[];
  readonly expect?: readonly string[];
  readonly tolerance?: string;
  readonly cache: boolean;
  readonly cacheDir?: string;
  readonly clang?: string;
  readonly json?: boolean;
  /** A chip; true: that of the device. */
  readonly timing?: string | true;
}

async function imageOf(file: string, { options, device, cache, cacheDir, ...flags }: KernelFlags): Promise<Image> {
  const bytes = file === '-' ? new Uint8Array(readFileSync(0)) : readInput(file);
  if (isElf(bytes) || isBrig(bytes) || isHsailText(bytes)) return readImage(bytes, file);
  const clang = namedClang(flags.clang);
  const compiled = await compile(bytes, {
    device,
    cache,
    cacheDir: cacheFolder(cacheDir),
    onUntested: (text) => writeError(`atoll: ${text}\n`),
    ...(file !== '-' && { name: file }),
    folder: file === '-' ? process.cwd() : dirname(resolve(file)),
    ...(options !== undefined && { options }),
    ...(clang !== undefined && { clang }),
  });
  process.stderr.write(compiled.log);
  return compiled;
}

/** The named kernel, or the only one. */
function kernelOf(image: Image, file: string, name: string | undefined): LibraryKernel {
  const names = image.kernels.map((kernel) => kernel.name).join(', ') || 'none';
  if (name !== undefined) {
    const match = image.kernels.find((kernel) => kernel.name === name);
    if (match) return match;
    throw new AtollError('BAD_OPTION', `${file}: there is no kernel '${name}'`, `kernels: ${names}`);
  }
  const [first, ...others] = image.kernels;
  if (first && others.length === 0) return first;
  throw new AtollError('BAD_OPTION', `${file} has ${image.kernels.length} kernels`, `select one with -k: ${names}`);
}

function workSize(option: string, text: string): WorkSize {
  const sizes = text.split(/[,x]/).map((word) => (/^\d+$/.test(word) ? Number(word) : Number.NaN));
  if (sizes.length <= 3 && sizes.every(Number.isSafeInteger)) return sizes as unknown as WorkSize;
  throw new AtollError('BAD_OPTION', `${option} ${text}: write one to three numbers, as 1024 or 64,64`);
}

function toleranceOf(text = '0'): number {
  const tolerance = Number(text);
  if (text.trim() !== '' && tolerance >= 0) return tolerance;
  throw new AtollError('BAD_OPTION', `--tolerance ${text}: write a number of at least 0`);
}

interface KernelRun {
  readonly kernel: LibraryKernel;
  readonly inputs: readonly KernelInput[];
  readonly result: LaunchResult;
}

/** Simulated time. @throws AtollError BAD_OPTION for an unknown chip */
async function instrumentsOf({ timing, device }: KernelFlags): Promise<readonly Instrument[]> {
  if (timing === undefined) return [];
  const [{ timingInstrument }, { readConfiguration }] = await Promise.all([
    import('../../../instruments/timing/collect.js'),
    import('../../../timing/config/configuration.js'),
  ]);
  const chip = timing === true ? device : timing;
  readConfiguration(chip);
  return [timingInstrument({ chips: [chip], byLine: false, threads: undefined, sample: undefined })];
}

async function launch(file: string, flags: KernelFlags): Promise<KernelRun> {
  const isTimed = flags.timing !== undefined;
  const engine = flags.engine ?? (isTimed ? OBSERVABLE_ENGINES : ENGINE_NAMES)[0];
  checkEngines(engine, undefined, isTimed);
  const globalSize = workSize('--global', flags.global);
  const localSize = flags.local === undefined ? undefined : workSize('--local', flags.local);
  const globalOffset = flags.offset === undefined ? undefined : workSize('--offset', flags.offset);
  const kernel = kernelOf(await imageOf(file, flags), file, flags.kernel);
  const items = globalSize.reduce<number>((product, size) => product * (size ?? 1), 1);
  const inputs = inputsOf(kernel, flags.arg ?? [], items);
  const onMessage = (text: string): void => void process.stderr.write(`atoll: ${text}\n`);
  const machine = new LibraryMachine({ engine: engine as EngineName, onMessage }, await instrumentsOf(flags));
  try {
    const values = inputs.map(({ value }) => value);
    const result = await machine.launch(kernel, { globalSize, localSize, globalOffset, arguments: values });
    return { kernel, inputs, result };
  } finally {
    await machine.close();
  }
}

const milliseconds = (nanoseconds: number): string => `${(nanoseconds / 1e6).toFixed(1)} ms`;

function report({ kernel, inputs, result }: KernelRun, problems: readonly string[], json: boolean): void {
  const outputs = outputsOf(inputs);
  if (json) {
    const arrays = outputs.map(({ name, type, array }) => ({
      name,
      type,
      elements: Array.from(array as ArrayLike<unknown>, String),
    }));
    process.stdout.write(
      `${JSON.stringify({ schema: 1, kernel: kernel.name, ...result, arrays, problems }, null, 2)}\n`,
    );
    return;
  }
  for (const output of outputs) process.stdout.write(outputText(output));
  const { localSize, nanoseconds, statistics } = result;
  const { workGroups, wavefronts, instructions } = statistics;
  const sizes = `${workGroups} work-groups of ${localSize.join('x')}, ${wavefronts} wavefronts`;
  process.stderr.write(
    `atoll: ${kernel.name}: ${sizes}, ${instructions} wave-instructions, ${milliseconds(nanoseconds)}\n`,
  );
  const { printedBytes } = result;
  if (printedBytes > 0)
    process.stderr.write(
      `atoll: ${printedBytes} bytes of printf output are not shown: only a host program formats them\n`,
    );
  for (const problem of problems) process.stderr.write(`atoll: ${problem}\n`);
}

/**
 * @throws AtollError as `compile`, `readImage` and `Machine.launch` do; status 1 if an array differs from the expected
 * one
 */
export async function kernel(file: string, flags: KernelFlags): Promise<void> {
  const tolerance = toleranceOf(flags.tolerance);
  const launched = await launch(file, flags);
  const outputs = outputsOf(launched.inputs);
  for (const text of flags.output ?? []) writeOutput(outputs, text);
  const problems = (flags.expect ?? []).flatMap((text) => compareOutput(outputs, text, tolerance) ?? []);
  report(launched, problems, flags.json ?? false);
  if (problems.length > 0) process.exitCode = ExitStatus.CHECK_FAILED;
}

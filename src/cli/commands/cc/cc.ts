// `atoll cc`: compiles OpenCL C to a CAL image, BRIG and HSAIL text to a code object, without any host program.

import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { processorOf } from '../../../cal/devices.js';
import { calProgram } from '../../../cal/load/program.js';
import { readCalImage } from '../../../cal/reader.js';
import { FrontEnd } from '../../../compiler/front-end.js';
import { deviceModel } from '../../../driver/device-models.js';
import { readCodeObject } from '../../../hsa/code-object.js';
import { codeObjectProgram } from '../../../hsa/load/program.js';
import { isBrig, isHsailText } from '../../../hsail/file-kind.js';
import { isaNamed } from '../../../isa/isas.js';
import { loadIsa } from '../../../isa/load-isa.js';
import { disassemblyText } from '../../../isa/report.js';
import type { KernelImage, ProgramImage } from '../../../launch/image.js';
import { AtollError } from '../../../util/errors.js';
import { ExitStatus } from '../../command-line/exit.js';
import { writeError } from '../../command-line/output.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { readInput } from '../../inputs/code-input.js';
import { namedClang } from '../../inputs/named-clang.js';
import { kernelStatistics, statisticsText } from './kernel-statistics.js';

export interface CcFlags {
  readonly output?: string;
  readonly S?: boolean;
  readonly ir?: boolean;
  readonly stats?: boolean;
  readonly json?: boolean;
  readonly device: string;
  readonly options?: string;
  readonly cache: boolean;
  readonly cacheDir?: string;
  readonly clang?: string;
}

/** @throws AtollError TOOLCHAIN without a compiler; errors of the source go to standard error, status 1 */
export async function cc(file: string, flags: CcFlags): Promise<void> {
  const chip = deviceModel(flags.device);
  const { cache, cacheDir } = flags;
  const clang = namedClang(flags.clang);
  const onUntested = (text: string): void => writeError(`atoll: ${text}\n`);
  const frontEnd = new FrontEnd({ cache, cacheDir: cacheFolder(cacheDir), onUntested, ...(clang && { clang }) });
  const source = readInput(file);
  const isHsa = isBrig(source) || isHsailText(source);
  const result = await frontEnd.build({
    kind: 'build',
    ...(isHsa && { output: 'hsa' }),
    source,
    sourceName: file,
    options: flags.options ?? '',
    device: chip.id,
    maxWorkGroupSize: chip.maxWorkGroupSize,
    folder: dirname(resolve(file)),
    keepIr: flags.ir === true,
  });
  await frontEnd.dispose();
  if (result.log) process.stderr.write(result.log);
  if (result.status === 'compiler-not-available')
    throw new AtollError('TOOLCHAIN', 'no OpenCL compiler was found', 'atoll doctor');
  if (result.status !== 'success' || !result.binary) {
    process.exitCode = ExitStatus.CHECK_FAILED;
    return;
  }
  if (flags.output !== undefined) writeFileSync(flags.output, result.binary);
  report(await (isHsa ? codeObjectOf : imageOf)(result.binary), result.ir, flags);
}

async function imageOf(binary: Uint8Array): Promise<ProgramImage> {
  const image = readCalImage(binary);
  await loadIsa(processorOf(image));
  return calProgram(image);
}

async function codeObjectOf(binary: Uint8Array): Promise<ProgramImage> {
  const object = readCodeObject(binary);
  const { name } = await loadIsa(object.target.processor);
  return codeObjectProgram(object, name);
}

function report({ kernels }: ProgramImage, ir: string | undefined, { S, stats, json, device }: CcFlags): void {
  const statistics = kernels.map((kernel) => kernelStatistics(kernel, deviceModel(device)));
  const assembly = S ? kernels.map(listing).join('') : undefined;
  if (json) {
    const all = { schema: 1, kernels: statistics, ...(ir && { ir }), ...(assembly && { assembly }) };
    process.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
    return;
  }
  if (stats) process.stdout.write(statisticsText(statistics));
  if (ir) process.stdout.write(ir);
  if (assembly) process.stdout.write(assembly);
}

const listing = ({ name, isa, code, textSize }: KernelImage): string =>
  `; ${name}\n${disassemblyText(isaNamed(isa), new Uint32Array(Uint8Array.from(code.subarray(0, textSize)).buffer))}`;

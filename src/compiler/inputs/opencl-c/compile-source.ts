// OpenCL C to LLVM IR: optimised and linked, unoptimised, or as bitcode.

import { normalize } from 'node:path';
import { AtollError } from '../../../util/errors.js';
import { WHOLE_PROGRAM_ARGS } from '../../clang/clang-args.js';
import { BITCODE_NAME, IR_NAME, type IrOutput, latin1Text } from '../../clang/files.js';
import { irToBitcode } from '../../clang/ir-to-bitcode.js';
import { type BuildJob, outputName } from '../../clang/job.js';
import { allLibraries, linkArgs, ownLibraries, type Tools } from '../../clang/tools.js';
import type { IrTextModule } from '../../ir/module.js';
import { readModule } from '../../ir/read.js';
import { writeModule } from '../../ir/write.js';
import { lacksFunctions, looksLikeLibclc } from '../../library/libclc-use.js';
import { fltMinComparisons, mayCompareSmallest } from '../../passes/flt-min-comparisons.js';
import type { ParsedOptions } from '../../request/options.js';
import type { SourceInput } from '../../request/source-input.js';
import { overlayText } from './chroot-view.js';
import { cleanSource } from './clean-source.js';
import { withInlineBodies } from './inline-bodies.js';
import { DEPENDENCIES_NAME, HEADER_FOLDER, OVERLAY_NAME, SOURCE_NAME, sourceArgs } from './source-args.js';
import { cleanWarnings } from './source-warnings.js';

/** Writes source and embedded headers into the job's folder. */
export async function writeSources(job: BuildJob, input: SourceInput): Promise<void> {
  const { root } = input;
  const write = async (name: string, source: Uint8Array, shown?: string): Promise<void> =>
    job.writeLarge(name, withRoot(await cleanSource(source), root), shown);
  await write(SOURCE_NAME, input.source);
  for (const { name, source } of input.headers) {
    if (isNoFile(name)) throw new AtollError('BAD_INPUT', `the header name '${name}' is not that of a file`);
    await write(`${HEADER_FOLDER}/${name}`, source, name);
  }
}

/** Reserved names: folders, and Atoll's own source. */
const isNoFile = (name: string): boolean => /(^|\/)\.{0,2}$/.test(name) || normalize(`x/${name}`) === SOURCE_NAME;

/** A source with absolute includes in another root folder. */
function withRoot(source: Uint8Array, root: string): Uint8Array {
  if (root === '') return source;
  return Buffer.from(latin1Text(source).replace(/^(\s*#\s*include\s*["<])(?=\/)/gm, `$1${root}`), 'latin1');
}

/** Header search in the guest's root folder. */
export const searchFolders = ({ options, folder }: SourceInput): string[] => [
  folder,
  ...options.clangArgs.filter((word) => word.startsWith('-I')).map((word) => word.slice(2)),
];

/** Writes the overlay with names of files for clang. */
export const writeOverlay = (job: BuildJob, overlay: ReadonlyMap<string, string>): void =>
  job.write(OVERLAY_NAME, Buffer.from(overlayText(overlay)));

/** Size of sources above which names are not searched: the search takes longer than it saves. */
const MAX_GUESSED = 1 << 20;
const sizeOf = ({ source, headers }: Pick<SourceInput, 'source' | 'headers'>): number =>
  headers.reduce((sum, header) => sum + header.source.length, source.length);

/** All texts of a build that may contain names, besides files of the guest; undefined if too long to search. */
export function inputTexts(input: Pick<SourceInput, 'source' | 'headers' | 'options'>): string[] | undefined {
  if (sizeOf(input) > MAX_GUESSED) return undefined;
  const sources = [input.source, ...input.headers.map((header) => header.source)];
  return [...sources.map(latin1Text), input.options.clangArgs.join(' ')];
}

async function sourceToLinkedIr(
  job: BuildJob,
  tools: Tools,
  { input, libraries }: { input: SourceInput; libraries: readonly string[] },
): Promise<IrOutput> {
  const args = [...sourceArgs(tools, input), ...WHOLE_PROGRAM_ARGS, ...linkArgs(libraries), '-S', '-emit-llvm'];
  const log = await compile(job, input.options, [...args, SOURCE_NAME, '-o', outputName(IR_NAME)]);
  return { text: latin1Text(job.read(IR_NAME)), log };
}

/** Source to IR with libraries linked in; libclc only if needed. */
export async function sourceToIr(job: BuildJob, tools: Tools, input: SourceInput): Promise<IrOutput> {
  const texts = inputTexts(input);
  if (texts && !looksLikeLibclc(texts, tools.library.libclcNames)) {
    const ir = await sourceToLinkedIr(job, tools, { input, libraries: ownLibraries(tools) });
    if (!lacksFunctions(ir.text)) return ir;
  }
  return sourceToLinkedIr(job, tools, { input, libraries: allLibraries(tools) });
}

/**
 * In C99 an `inline` definition is no external one, and clang emits no body for one that must not be inlined; the older
 * rules emit one.
 */
const inlineArgs = ({ clangArgs }: ParsedOptions): string[] => (isCpp(clangArgs) ? [] : ['-fgnu89-inline']);

/** True if a source is C++ for OpenCL: some options apply only to C. */
export const isCpp = (clangArgs: readonly string[]): boolean => clangArgs.includes('-cl-std=CLC++');

/** Source to plain IR text: no library, no optimisation. */
export async function sourceToPlainIr(job: BuildJob, tools: Tools, input: SourceInput): Promise<IrOutput> {
  return plainIr(job, tools, input, inlineArgs(input.options));
}

async function plainIr(job: BuildJob, tools: Tools, input: SourceInput, words: readonly string[]): Promise<IrOutput> {
  const plain = ['-Xclang', '-disable-llvm-passes', '-emit-llvm', '-S'];
  const args = [...sourceArgs(tools, input), ...words, ...plain];
  const log = await compile(job, input.options, [...args, SOURCE_NAME, '-o', outputName(IR_NAME)]);
  return { text: latin1Text(job.read(IR_NAME)), log };
}

/** Source to bitcode for clCompileProgram: not linked, not optimised. */
export async function sourceToBitcode(
  job: BuildJob,
  tools: Tools,
  input: SourceInput,
): Promise<{ bitcode: Uint8Array; log: string }> {
  const args = [...sourceArgs(tools, input), '-Xclang', '-disable-llvm-passes', '-emit-llvm', '-c'];
  const log = await compile(job, input.options, [...args, SOURCE_NAME, '-o', outputName(BITCODE_NAME)]);
  const bitcode = job.read(BITCODE_NAME);
  const module = await changedIr(job, tools, input);
  return { bitcode: module === undefined ? bitcode : await irToBitcode(job, tools, writeModule(module)), log };
}

/** The corrected IR of a source with `inline` functions without body; undefined for other sources. */
async function changedIr(job: BuildJob, tools: Tools, input: SourceInput): Promise<IrTextModule | undefined> {
  const bodies = mayLackBodies(job, input) ? await inlineBodies(job, tools, input) : undefined;
  if (!mayCompareSmallest(inputTexts(input) ?? [])) return bodies;
  return fltMinComparisons.run(bodies ?? readModule((await plainIr(job, tools, input, [])).text));
}

/** True if a source may have an `inline` function that must not be inlined. */
function mayLackBodies(job: BuildJob, input: SourceInput): boolean {
  if (isCpp(input.options.clangArgs)) return false;
  const texts = inputTexts(input);
  const has = (word: RegExp): boolean => texts === undefined || texts.some((text) => word.test(text));
  return dependencies(job).length > 0 || (has(/inline/) && has(/noinline/));
}

/** IR with the bodies of such functions; undefined if none is missing. */
async function inlineBodies(job: BuildJob, tools: Tools, input: SourceInput): Promise<IrTextModule | undefined> {
  const { text } = await plainIr(job, tools, input, []);
  const { text: older } = await plainIr(job, tools, input, inlineArgs(input.options));
  return withInlineBodies(readModule(text), readModule(older));
}

/** Runs clang on the source. @returns its messages for the author */
async function compile(job: BuildJob, options: ParsedOptions, args: readonly string[]): Promise<string> {
  return cleanWarnings(await job.clang(args), options.warningsAreErrors);
}

/** Files that the source included, besides the embedded headers: absolute paths. */
export function dependencies(job: BuildJob): string[] {
  const rule = Buffer.from(job.read(DEPENDENCIES_NAME)).toString('utf8');
  const paths = rule
    .replace(/\\\n/g, ' ')
    .split(/(?<!\\)\s+/)
    .slice(1);
  return [...new Set(paths.map((path) => path.replace(/\\([ #])/g, '$1').replace(/\$\$/g, '$')))].filter((path) =>
    path.startsWith('/'),
  );
}

// The two clang processes: OpenCL C to optimised, linked LLVM IR text, and IR text to an object file.

import { normalize } from 'node:path';
import { AtollError } from '../../util/errors.js';
import { overlayText } from '../inputs/opencl-c/chroot-view.js';
import { cleanSource } from '../inputs/opencl-c/clean-source.js';
import { withInlineBodies } from '../inputs/opencl-c/inline-bodies.js';
import { lacksFunctions, looksLikeLibclc } from '../inputs/opencl-c/libclc-use.js';
import {
  DEPENDENCIES_NAME,
  HEADER_FOLDER,
  OVERLAY_NAME,
  SOURCE_NAME,
  type SourceInput,
  sourceArgs,
  type Tools,
} from '../inputs/opencl-c/source-args.js';
import { cleanWarnings } from '../inputs/opencl-c/source-warnings.js';
import type { CompiledCode } from '../machine-code/machine-code-check.js';
import { hideSmallest, mayCompareSmallest } from '../passes/flt-min-comparisons.js';
import { patchIr } from '../passes/optimised-ir.js';
import { compilationArgs, compiledIr } from '../request/compilation.js';
import type { ParsedOptions } from '../request/options.js';
import { COMMON_ARGS, FLOAT_ARGS, SECTION_ARGS, targetArgs, WHOLE_PROGRAM_ARGS } from './clang-args.js';
import { needsRepair, versionArgs } from './clang-versions.js';
import { makeObject } from './code-halves.js';
import { type GeneratedCode, generateCode } from './compile-fallback.js';
import { type BuildJob, outputName, StepFailure } from './job.js';
import { libclcOf } from './toolchain.js';

const IR_NAME = 'program.ll';
const OBJECT_NAME = 'program.o';
const BITCODE_NAME = 'program.bc';

export interface IrOutput {
  readonly text: string;
  readonly log: string;
}

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

/** Names of folders, and of our own source. */
const isNoFile = (name: string): boolean => /(^|\/)\.{0,2}$/.test(name) || normalize(`x/${name}`) === SOURCE_NAME;

/** A source whose absolute includes are those of another root folder. */
function withRoot(source: Uint8Array, root: string): Uint8Array {
  if (root === '') return source;
  return Buffer.from(latin1Text(source).replace(/^(\s*#\s*include\s*["<])(?=\/)/gm, `$1${root}`), 'latin1');
}

/** Where clang looks for headers in the guest's root folder. */
export const searchFolders = ({ options, folder }: SourceInput): string[] => [
  folder,
  ...options.clangArgs.filter((word) => word.startsWith('-I')).map((word) => word.slice(2)),
];

/** Tells clang of files that have other names for it. */
export const writeOverlay = (job: BuildJob, overlay: ReadonlyMap<string, string>): void =>
  job.write(OVERLAY_NAME, Buffer.from(overlayText(overlay)));

const linkArgs = (files: readonly string[]): string[] =>
  files.flatMap((path) => ['-Xclang', '-mlink-builtin-bitcode', '-Xclang', path]);

const ownLibraries = ({ library }: Tools): string[] => [library.builtins, library.printf];
const allLibraries = (tools: Tools): string[] => [...ownLibraries(tools), libclcOf(tools.toolchain, tools.processor)];

/** Bytes of sources from which nothing is guessed of them: to look for names takes longer than it saves. */
const MAX_GUESSED = 1 << 20;
const sizeOf = ({ source, headers }: Pick<SourceInput, 'source' | 'headers'>): number =>
  headers.reduce((sum, header) => sum + header.source.length, source.length);

/**
 * Everything of a build that names may stand in, besides files of the guest; undefined when that is too long to look
 * at.
 */
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

/** Source to IR with everything linked in; libclc only where it is needed. */
export async function sourceToIr(job: BuildJob, tools: Tools, input: SourceInput): Promise<IrOutput> {
  const texts = inputTexts(input);
  if (texts && !looksLikeLibclc(texts, tools.library.libclcNames)) {
    const ir = await sourceToLinkedIr(job, tools, { input, libraries: ownLibraries(tools) });
    if (!lacksFunctions(ir.text)) return ir;
  }
  return sourceToLinkedIr(job, tools, { input, libraries: allLibraries(tools) });
}

/**
 * By C99 `inline` gives no function that can be called, and clang none at all that shall not be inlined; before, it
 * gave one.
 */
const inlineArgs = ({ clangArgs }: ParsedOptions): string[] => (isCpp(clangArgs) ? [] : ['-fgnu89-inline']);

/** Whether a source is C++ for OpenCL, to which some of C's options do not apply. */
export const isCpp = (clangArgs: readonly string[]): boolean => clangArgs.includes('-cl-std=CLC++');

/** Source to IR text that nothing has been done to: no library, no optimisation. */
export async function sourceToPlainIr(job: BuildJob, tools: Tools, input: SourceInput): Promise<IrOutput> {
  return plainIr(job, tools, input, inlineArgs(input.options));
}

async function plainIr(job: BuildJob, tools: Tools, input: SourceInput, words: readonly string[]): Promise<IrOutput> {
  const plain = ['-Xclang', '-disable-llvm-passes', '-emit-llvm', '-S'];
  const args = [...sourceArgs(tools, input), ...words, ...plain];
  const log = await compile(job, input.options, [...args, SOURCE_NAME, '-o', outputName(IR_NAME)]);
  return { text: latin1Text(job.read(IR_NAME)), log };
}

/** IR text to bitcode, as it is. */
export async function irToBitcode(
  job: BuildJob,
  { processor }: Pick<Tools, 'processor'>,
  irText: string,
): Promise<Uint8Array> {
  job.write(IR_NAME, Buffer.from(irText, 'latin1'));
  const args = [
    '-x',
    'ir',
    ...targetArgs(processor),
    ...COMMON_ARGS,
    '-O2',
    '-Xclang',
    '-disable-llvm-passes',
    '-emit-llvm',
    '-c',
  ];
  await job.clang([...args, IR_NAME, '-o', outputName(BITCODE_NAME)]);
  return job.read(BITCODE_NAME);
}

/** Source to bitcode of its own, for clCompileProgram: nothing is linked, nothing optimised yet. */
export async function sourceToBitcode(
  job: BuildJob,
  tools: Tools,
  input: SourceInput,
): Promise<{ bitcode: Uint8Array; log: string }> {
  const args = [...sourceArgs(tools, input), '-Xclang', '-disable-llvm-passes', '-emit-llvm', '-c'];
  const log = await compile(job, input.options, [...args, SOURCE_NAME, '-o', outputName(BITCODE_NAME)]);
  const bitcode = job.read(BITCODE_NAME);
  const text = await changedIr(job, tools, input);
  return { bitcode: text === undefined ? bitcode : await irToBitcode(job, tools, text), log };
}

/** The IR of what must not stay as clang makes it; undefined for all others. */
async function changedIr(job: BuildJob, tools: Tools, input: SourceInput): Promise<string | undefined> {
  const bodies = mayLackBodies(job, input) ? await inlineBodies(job, tools, input) : undefined;
  if (!mayCompareSmallest(inputTexts(input) ?? [])) return bodies;
  return hideSmallest(bodies ?? (await plainIr(job, tools, input, [])).text);
}

/** Whether a function may be `inline` that is not to be inlined. */
function mayLackBodies(job: BuildJob, input: SourceInput): boolean {
  if (isCpp(input.options.clangArgs)) return false;
  const texts = inputTexts(input);
  const has = (word: RegExp): boolean => texts === undefined || texts.some((text) => word.test(text));
  return dependencies(job).length > 0 || (has(/inline/) && has(/noinline/));
}

/** IR with the bodies of such functions; undefined when none is missing. */
async function inlineBodies(job: BuildJob, tools: Tools, input: SourceInput): Promise<string | undefined> {
  const { text } = await plainIr(job, tools, input, []);
  const { text: older } = await plainIr(job, tools, input, inlineArgs(input.options));
  return withInlineBodies(text, older);
}

/** Runs clang on the source. @returns what it has to say to the author */
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

export interface LinkInput {
  readonly modules: readonly Uint8Array[];
  readonly options: ParsedOptions;
  /** IR with everything linked in, IR of the modules alone as it is, or bitcode of them. */
  readonly target: 'executable' | 'plain' | 'library';
}

/**
 * Several bitcode modules to one: IR text, or bitcode of a library. clang links modules only into what it
 * compiles from source, so the source is an empty one.
 */
export async function linkBitcode(
  job: BuildJob,
  tools: Tools,
  input: LinkInput,
): Promise<{ output: Uint8Array; log: string }> {
  const { options } = input;
  const modules = input.modules.flatMap((module, i) => {
    const name = `input${i}.bc`;
    job.write(name, module);
    return ['-Xclang', '-mlink-bitcode-file', '-Xclang', name];
  });
  job.write(SOURCE_NAME, new Uint8Array(0));
  const version = versionArgs('source', tools.toolchain.version);
  const language = [
    '-x',
    'cl',
    '-cl-std=CL1.2',
    ...targetArgs(tools.processor),
    ...compilationArgs('source', options.optimisation, tools.compilation),
    ...version,
  ];
  const shared = [...language, ...COMMON_ARGS, ...FLOAT_ARGS, ...SECTION_ARGS, ...options.clangArgs, ...modules];
  if (input.target === 'library') {
    const args = [...shared, '-Xclang', '-disable-llvm-passes', '-emit-llvm', '-c'];
    const log = await job.clang([...args, SOURCE_NAME, '-o', outputName(BITCODE_NAME)]);
    return { output: job.read(BITCODE_NAME), log };
  }
  const whole = (): string[] => [...WHOLE_PROGRAM_ARGS, ...linkArgs(allLibraries(tools))];
  const link = input.target === 'plain' ? ['-Xclang', '-disable-llvm-passes'] : whole();
  const log = await job.clang([...shared, ...link, '-S', '-emit-llvm', SOURCE_NAME, '-o', outputName(IR_NAME)]);
  return { output: job.read(IR_NAME), log };
}

const HAS_FUNCTIONS = /^define (?!.*\bamdgpu_kernel\b)/m;

/** What is wrong with machine code. Loaded where it is needed: most programs have no functions that are not inlined. */
async function brokenRule(compiled: CompiledCode): Promise<string | undefined> {
  if (!HAS_FUNCTIONS.test(compiled.ir)) return undefined;
  return (await import('../machine-code/machine-code-check.js')).findOverwritten(compiled);
}

/** IR text to an object file; `ir` is the text that the back end got. */
export async function irToObject(
  job: BuildJob,
  tools: Tools,
  irText: string,
  options: ParsedOptions,
): Promise<GeneratedCode & { object: Uint8Array }> {
  const args = [
    '-x',
    'ir',
    ...targetArgs(tools.processor),
    ...compilationArgs('code', options.optimisation, tools.compilation),
    '-fintegrated-as',
    ...COMMON_ARGS,
    ...SECTION_ARGS,
    ...versionArgs('code', tools.toolchain.version),
  ];
  const { version } = tools.toolchain;
  const step = { irName: IR_NAME, objectName: OBJECT_NAME, isAffected: needsRepair('joins', version) };
  const ready = compiledIr(patchIr(irText, version), tools.compilation);
  const { processor } = tools;
  const generated = await generateCode(ready, async (text, words) => {
    const log = await makeObject(job, text, { ...step, args: [...args, ...words, '-Xclang', '-disable-llvm-passes'] });
    const wrong = await brokenRule({ object: job.read(OBJECT_NAME), ir: text, processor, version });
    if (wrong !== undefined) throw new StepFailure('wrong', wrong);
    return log;
  });
  return { ...generated, object: job.read(OBJECT_NAME) };
}

export function latin1Text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

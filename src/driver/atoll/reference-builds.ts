// The same program by other compilations, where these are compared.

import { leavesOut } from '../../compiler/clang/compilation-args.js';
import type { BuildRequest, BuildResult } from '../../compiler/request/build-request.js';
import type { Compilation } from '../../compiler/request/compilation.js';
import type { OtherBuild, SessionProgram } from './program.js';
import type { AtollServices } from './services.js';

/** The first line of a log that says what is wrong. */
const firstError = (log: string): string =>
  log.split('\n').find((line) => /\berror\b/.test(line)) ?? (log.split('\n')[0] || 'without a word');

function outcomeOf({ name: compilation, leftOut }: Compilation, result: BuildResult): OtherBuild {
  if (result.status !== 'success' || !result.binary)
    return { compilation, problem: `its build fails: ${firstError(result.log)}` };
  if (leftOut !== undefined && result.binaryType === 'executable' && !result.cached && !leavesOut(result.log))
    return { compilation, problem: `no pass '${leftOut}' was left out: LLVM has none of that name here` };
  return { compilation, binary: result.binary };
}

/** The inputs of a link as another compilation has made them; a problem where one is missing. */
function inputsOf(inputs: readonly SessionProgram[], index: number): readonly Uint8Array[] | string {
  const binaries: Uint8Array[] = [];
  for (const { others } of inputs) {
    const other = others[index];
    if (!other?.binary) return other?.problem ?? 'an input of the link was not compiled from source';
    binaries.push(other.binary);
  }
  return binaries;
}

/** A build, what it links, and what has come of it by the compilation of the run. */
export interface ReferenceBuild {
  readonly request: BuildRequest;
  readonly inputs: readonly SessionProgram[];
  readonly result: BuildResult;
}

/** Title of a program in messages: the first line of its source with content. */
function titleOf({ kind, source = new Uint8Array(0) }: BuildRequest): string {
  const text = new TextDecoder().decode(source.subarray(0, 1 << 16));
  const kernel = /\b(?:__)?kernel\b[^(]*?(\w+)\s*\(/.exec(text)?.[1];
  return kernel === undefined ? `a ${kind}` : `the ${kind} of kernel ${kernel}`;
}

async function buildOther(
  { frontEnd }: AtollServices,
  { request, inputs }: ReferenceBuild,
  compilation: Compilation,
  index: number,
  signal: AbortSignal,
): Promise<OtherBuild> {
  const linked = request.kind === 'link' ? inputsOf(inputs, index) : undefined;
  if (typeof linked === 'string') return { compilation: compilation.name, problem: linked };
  const task = { ...request, compilation, ...(linked && { inputs: linked }) };
  // A compilation that leaves a pass out reports it, which a cached build does not.
  const fresh = compilation.leftOut !== undefined;
  return outcomeOf(compilation, await frontEnd.build(fresh ? { ...task, fresh } : task, signal));
}

/** Builds a program once more for each other compilation, one after the other, and says where builds alone differ. */
export async function buildOthers(
  services: AtollServices,
  reference: ReferenceBuild,
  signal: AbortSignal,
): Promise<readonly OtherBuild[]> {
  const { request, result } = reference;
  const failed = result.status !== 'success';
  const built: OtherBuild[] = [];
  for (const [index, compilation] of (services.compilations ?? []).entries()) {
    const other = await buildOther(services, reference, compilation, index, signal);
    built.push(other);
    const title = titleOf(request);
    if (failed && other.binary)
      services.onUnequalBuild?.(`${title} succeeds with ${compilation.name} only: ${firstError(result.log)}`);
    if (!failed && other.problem !== undefined)
      services.onUnequalBuild?.(`${title}, ${compilation.name}: ${other.problem}`);
  }
  return built;
}

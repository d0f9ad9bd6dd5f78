// The interface of an input language: a folder of inputs/ defines one in its language.ts. Builds use only this
// interface of it.

import { AtollError } from '../util/errors.js';
import { COMPILER_INPUTS, type Compiler, type CompilerInput, type ModuleForms } from './compiler.js';
import type { BuildRequest, OutputKind } from './request/build-request.js';
import type { ParsedOptions } from './request/options.js';

/** Inputs of a language for a build. */
export interface InputRequest {
  readonly request: BuildRequest;
  readonly options: ParsedOptions;
}

/** The program of a request. */
export interface ProgramInput {
  /** The program in a form, by a compiler. @throws CompilerFailure if it is rejected */
  module<F extends keyof ModuleForms>(compiler: Compiler, form: F): Promise<ModuleForms[F]>;
  /** Files on disk that the last form was made of, besides the request: absolute paths. */
  includedFiles(compiler: Compiler): readonly string[];
  /** Set if the program is known to need the repairs of unoptimised IR. */
  readonly isSpecial: boolean;
  /** Set if the kernels are certainly independent of the division into work-groups. */
  readonly ignoresGroups: boolean;
}

export interface InputLanguage {
  /** Unique; for requests. */
  readonly id: string;
  /** The name in messages. */
  readonly title: string;
  /** Input for the compiler: languages that Atoll translates to IR need `llvm-ir`. */
  readonly compiles: CompilerInput;
  /** `cal` by default. */
  readonly output?: OutputKind;
  /** True if the first bytes of a source without a named language show that it is in this one. */
  recognises?(source: Uint8Array): boolean;
  /**
   * The program of a request. Modules that few builds need are loaded here.
   * @throws CompilerFailure if it is rejected
   */
  read(input: InputRequest): ProgramInput | Promise<ProgramInput>;
}

/** Language of links. */
const LINKED_LANGUAGE = 'llvm-bitcode';
/** Language of sources that no other language recognises, by output. */
const DEFAULT_LANGUAGE = { cal: 'opencl-c', hsa: 'brig' } as const;

/** The language of a request. @throws AtollError BAD_OPTION for a name that is none */
export function languageOf(request: BuildRequest, all: readonly InputLanguage[]): InputLanguage {
  const { kind, source, output = 'cal' } = request;
  const languages = all.filter((one) => (one.output ?? 'cal') === output);
  const recognised =
    kind === 'link' ? LINKED_LANGUAGE : source && languages.find((one) => one.recognises?.(source))?.id;
  const id = request.language ?? recognised ?? DEFAULT_LANGUAGE[output];
  const language = languages.find((one) => one.id === id);
  if (language) return language;
  const ids = languages.map((one) => one.id).join(', ');
  throw new AtollError('BAD_OPTION', `there is no input language '${id}' for this output`, `the languages are ${ids}`);
}

/** One line for the log of a build in an unsupported language; undefined for supported ones. */
export function languageRefusal({ id, capabilities }: Compiler, language: InputLanguage): string | undefined {
  const { inputs } = capabilities;
  if (inputs.includes(language.compiles)) return undefined;
  const others = inputs.map((name) => COMPILER_INPUTS[name]).join(', ');
  return `error: the compiler ${id} does not compile ${language.title}, only ${others}\n`;
}

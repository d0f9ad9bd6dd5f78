// Tools of a build: compiler, chip, libraries.

import type { Compilation } from '../request/compilation.js';
import { libclcOf, type Toolchain } from './toolchain.js';

/** The files of the builtin library for a compiler and a chip. */
export interface BuiltinLibrary {
  /** Bitcode of which only the used functions are linked. */
  readonly builtins: string;
  /** Bitcode that is linked completely, for programs that print. */
  readonly printf: string;
  readonly prelude: string;
  /** Names of functions defined only in libclc. */
  readonly libclcNames: ReadonlySet<string>;
  /** A folder of this process alone, to be removed after the last use of the library. */
  readonly temporary?: string;
}

/** Of builds that link no library: code objects for HSA. */
export const NO_LIBRARY: BuiltinLibrary = { builtins: '', printf: '', prelude: '', libclcNames: new Set() };

export interface Tools {
  readonly toolchain: Toolchain;
  /** The target chip, by LLVM's name. */
  readonly processor: string;
  readonly library: BuiltinLibrary;
  /** Absent: by the program's options. */
  readonly compilation?: Compilation | undefined;
}

/** Arguments that link the used functions of libraries. */
export const linkArgs = (files: readonly string[]): string[] =>
  files.flatMap((path) => ['-Xclang', '-mlink-builtin-bitcode', '-Xclang', path]);

/** Without libclc. */
export const ownLibraries = ({ library }: Tools): string[] => [library.builtins, library.printf];
export const allLibraries = (tools: Tools): string[] => [
  ...ownLibraries(tools),
  libclcOf(tools.toolchain, tools.processor),
];

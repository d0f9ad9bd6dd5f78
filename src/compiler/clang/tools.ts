// What a build compiles with: compiler, chip, libraries.

import type { Compilation } from '../request/compilation.js';
import { libclcOf, type Toolchain } from './toolchain.js';

/** The files of the builtin library for a compiler and a chip. */
export interface BuiltinLibrary {
  /** Bitcode of which only what a program uses is linked. */
  readonly builtins: string;
  /** Bitcode that is linked whole, for programs that print. */
  readonly printf: string;
  readonly prelude: string;
  /** Names of functions that only libclc has. */
  readonly libclcNames: ReadonlySet<string>;
  /** A folder that is this process's alone, to be removed when the library is no longer used. */
  readonly temporary?: string;
}

export interface Tools {
  readonly toolchain: Toolchain;
  /** What is compiled for, by LLVM's name. */
  readonly processor: string;
  readonly library: BuiltinLibrary;
  /** Absent: as the program's options say. */
  readonly compilation?: Compilation | undefined;
}

/** Words that link libraries in, as far as a program uses them. */
export const linkArgs = (files: readonly string[]): string[] =>
  files.flatMap((path) => ['-Xclang', '-mlink-builtin-bitcode', '-Xclang', path]);

/** Without libclc. */
export const ownLibraries = ({ library }: Tools): string[] => [library.builtins, library.printf];
export const allLibraries = (tools: Tools): string[] => [
  ...ownLibraries(tools),
  libclcOf(tools.toolchain, tools.processor),
];

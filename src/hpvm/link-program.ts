// Makes a program of HPVM-C: the host's code as clang makes it, the table of its nodes, and the runtime.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headLine, readHead } from '../compiler/ir/function-head.js';
import { mapFunctions } from '../compiler/ir/module.js';
import { writeModule } from '../compiler/ir/write.js';
import { AtollError } from '../util/errors.js';
import { hpvmLibrary } from '../util/paths.js';
import { HEADER_FOLDER, runClang } from './compile.js';
import { withInstanceLoops } from './instance-loops.js';
import type { HpvmModule } from './module.js';
import { programTable, type TableFunction } from './program-table.js';

const LOCAL = /^define (?:internal|private) /;

/** The module whose table can refer to its functions: local ones become visible within the program. */
function withVisibleNodes(module: HpvmModule, functions: readonly TableFunction[]): string {
  const nodes = new Set(functions.map(({ code }) => code.symbol));
  const visible = mapFunctions(module.ir, (one) => {
    const head = readHead(one.define);
    if (!head || !nodes.has(head.name) || !LOCAL.test(head.head)) return one;
    return { ...one, define: headLine({ ...head, head: head.head.replace(LOCAL, 'define hidden ') }) };
  });
  const leaves = functions.flatMap((one) => (one.hasLoop ? [one.code] : []));
  return writeModule(withInstanceLoops(visible, leaves));
}

export interface ProgramPart {
  /** The source, for messages. */
  readonly name: string;
  readonly module: HpvmModule;
  readonly functions: readonly TableFunction[];
}

export interface LinkRequest {
  readonly clang: string;
  readonly parts: readonly ProgramPart[];
  /** Of clang, for the link. */
  readonly options: readonly string[];
  readonly output: string;
  /** For intermediate files. */
  readonly folder: string;
}

/** Object files of a part. */
async function objectsOf(part: ProgramPart, index: number, { clang, folder }: LinkRequest): Promise<string[]> {
  const file = (name: string): string => join(folder, `${index}-${name}`);
  writeFileSync(file('host.ll'), withVisibleNodes(part.module, part.functions));
  await runClang(clang, ['-O2', '-Wno-override-module', '-c', file('host.ll'), '-o', file('host.o')], part.name);
  if (part.functions.length === 0) return [file('host.o')];
  writeFileSync(file('table.c'), programTable(part.functions));
  const own = ['-w', '-O1', '-fPIC', '-I', HEADER_FOLDER, '-c', file('table.c'), '-o', file('table.o')];
  await runClang(clang, own, `the table of ${part.name}`);
  return [file('host.o'), file('table.o')];
}

/** @returns messages of the linker @throws AtollError */
export async function linkProgram(request: LinkRequest): Promise<string> {
  const { clang, parts, options, output } = request;
  const library = hpvmLibrary();
  if (library === undefined)
    throw new AtollError(
      'NATIVE_MISSING',
      'the runtime of HPVM programs (libatoll-hpvm.a) is not built',
      'npm run build',
    );
  const objects: string[] = [];
  for (const [index, part] of parts.entries()) objects.push(...(await objectsOf(part, index, request)));
  const libraries = ['-lstdc++', '-lpthread', '-ldl', '-lm'];
  return runClang(clang, [...objects, ...options, library, ...libraries, '-o', output], output);
}

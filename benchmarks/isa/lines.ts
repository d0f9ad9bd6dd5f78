// Lines and rows of the instruction sets after Southern Islands, by component.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadIsa } from '../../src/isa/load-isa.js';
import { root } from '../../src/util/paths.js';

/** A file of an instruction set belongs to the first component that lists it; folders end with a slash. */
const COMPONENTS: readonly (readonly [component: string, files: readonly string[]])[] = [
  ['semantics: families', ['src/isa/gcn3/families/']],
  [
    'semantics: shared by families',
    [
      ...['generic', 'halves', 'modifiers', 'other-lanes', 'parts-of-registers', 'rewrite', 'scalar-addresses'].map(
        inGcn3,
      ),
      inGcn3('select-bytes'),
      'src/isa/indexed-registers.ts',
      'src/isa/language/functions/half.ts',
      'src/isa/language/functions/lanes.ts',
    ],
  ],
  ['assembler and printer', ['syntax', 'operand-syntax', 'reader', 'print', 'names'].map(inGcn3)],
  ['rules and rates', ['rules', 'rates'].map(inGcn3)],
  ['decode tables and formats', ['src/isa/gcn3/']],
  ['engines', ['src/jit/vector/dpp.ts', 'src/jit/floats/half-functions.ts']],
  ['loader of code objects', ['src/hsa/']],
];

function inGcn3(name: string): string {
  return `src/isa/gcn3/${name}.ts`;
}

const filesIn = (path: string): string[] =>
  path.endsWith('/')
    ? readdirSync(join(root, path), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
        .map((entry) => join(entry.parentPath, entry.name))
    : [join(root, path)];

const linesOf = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1;

export interface ComponentLines {
  readonly component: string;
  readonly files: number;
  readonly lines: number;
}

/** Every file once. */
export function linesByComponent(): readonly ComponentLines[] {
  const sampledNames = new Set<string>();
  return COMPONENTS.map(([component, paths]) => {
    const files = paths.flatMap(filesIn).filter((file) => !sampledNames.has(file));
    for (const file of files) sampledNames.add(file);
    return { component, files: files.length, lines: files.reduce((sum, file) => sum + linesOf(file), 0) };
  });
}

/** Southern Islands, with the files that all sets share. */
export const linesBefore = (): number =>
  ['src/isa/common/', 'src/isa/southern-islands/'].flatMap(filesIn).reduce((sum, file) => sum + linesOf(file), 0);

export interface ChipRows {
  readonly chip: string;
  readonly names: number;
  /** Names that the previous chip lacks, and names of the previous chip that this one lacks. */
  readonly added: number;
  readonly dropped: number;
  /** Names with an encoding (format and opcode) of the previous chip. */
  readonly unchanged: number;
}

const CHIPS = ['gfx600', 'gfx803', 'gfx900', 'gfx906'] as const;

/** Names of instructions by chip, each compared with the previous one. */
export async function rowsByChip(): Promise<readonly ChipRows[]> {
  const encodings = await Promise.all(
    CHIPS.map(async (chip) => {
      const byName = new Map<string, Set<string>>();
      for (const { name, format, opcode } of (await loadIsa(chip)).table.all)
        byName.set(name, (byName.get(name) ?? new Set()).add(`${format} ${opcode}`));
      return byName;
    }),
  );
  return CHIPS.map((chip, n) => {
    const [own, before] = [encodings[n]!, encodings[n - 1] ?? new Map<string, Set<string>>()];
    const names = [...own.keys()];
    const isUnchanged = (name: string): boolean =>
      before.has(name) && [...own.get(name)!].some((encoding) => before.get(name)!.has(encoding));
    return {
      chip,
      names: own.size,
      added: names.filter((name) => !before.has(name)).length,
      dropped: [...before.keys()].filter((name) => !own.has(name)).length,
      unchanged: names.filter(isUnchanged).length,
    };
  });
}

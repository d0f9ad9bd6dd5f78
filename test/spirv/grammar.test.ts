// The tables beside the published grammar (Debian's spirv-headers).

import { readFileSync } from 'node:fs';
import test from 'ava';
import { spirvGrammar } from '../../src/spirv/grammar/tables.js';

const FOLDER = '/usr/include/spirv/unified1';

interface PublishedOperand {
  readonly kind: string;
  readonly quantifier?: string;
}
interface PublishedRow {
  readonly opname: string;
  readonly opcode: number;
  readonly operands?: readonly PublishedOperand[];
}
interface PublishedKind {
  readonly category: string;
  readonly kind: string;
  readonly enumerants?: readonly {
    readonly enumerant: string;
    readonly value: number | string;
    readonly parameters?: readonly PublishedOperand[];
  }[];
}
interface PublishedGrammar {
  readonly instructions: readonly PublishedRow[];
  readonly operand_kinds?: readonly PublishedKind[];
}

const published = (name: string): PublishedGrammar =>
  JSON.parse(readFileSync(`${FOLDER}/${name}.grammar.json`, 'utf8')) as PublishedGrammar;

const SHORT: Readonly<Record<string, string>> = { IdRef: 'I', LiteralInteger: 'L', LiteralString: 'S' };
const COUNTS: Readonly<Record<string, string>> = { '?': 'optional', '*': 'any' };

const expectedRules = (operands: readonly PublishedOperand[] = []): object[] =>
  operands
    .filter(({ kind }) => kind !== 'IdResult' && kind !== 'IdResultType')
    .map(({ kind, quantifier = '' }) => ({ kind: SHORT[kind] ?? kind, count: COUNTS[quantifier] ?? 'one' }));

/** Of several names of a number, the first. */
const firstByNumber = (rows: readonly PublishedRow[]): Map<number, PublishedRow> =>
  new Map([...rows].reverse().map((row) => [row.opcode, row]));

test('every instruction of the core grammar is in the tables, with its operands', (t) => {
  const { instructions } = spirvGrammar();
  const expected = firstByNumber(published('spirv.core').instructions);
  t.is(instructions.size, expected.size);
  for (const [opcode, { opname, operands = [] }] of expected) {
    const row = instructions.get(opcode);
    t.is(`Op${row?.name}`, opname);
    t.is(
      row?.hasType,
      operands.some(({ kind }) => kind === 'IdResultType'),
    );
    t.is(
      row?.hasResult,
      operands.some(({ kind }) => kind === 'IdResult'),
    );
    t.deepEqual(row?.operands, expectedRules(operands), opname);
  }
});

test('every enumeration is in the tables', (t) => {
  const kinds = published('spirv.core').operand_kinds ?? [];
  for (const { category, kind, enumerants = [] } of kinds.filter((one) => one.category.endsWith('Enum'))) {
    const own = spirvGrammar().enumerations.get(kind);
    t.is(own?.isMask, category === 'BitEnum', kind);
    for (const { enumerant, value, parameters } of [...enumerants].reverse()) {
      const names = enumerants.filter((one) => Number(one.value) === Number(value));
      t.is(own?.names.get(Number(value))?.name, names[0]?.enumerant, `${kind} ${enumerant}`);
      t.deepEqual(own?.names.get(Number(value))?.operands.length, parameters?.length ?? 0);
    }
  }
});

for (const [set, file] of [
  ['OpenCL.std', 'extinst.opencl.std.100'],
  ['OpenCL.DebugInfo.100', 'extinst.opencl.debuginfo.100'],
  ['NonSemantic.Shader.DebugInfo.100', 'extinst.nonsemantic.shader.debuginfo.100'],
  ['GLSL.std.450', 'extinst.glsl.std.450'],
] as const)
  test(`every instruction of ${set} is in the tables`, (t) => {
    const rows = spirvGrammar().sets.get(set);
    for (const { opcode, opname, operands } of published(file).instructions) {
      t.is(rows?.get(opcode)?.name, opname);
      t.deepEqual(rows?.get(opcode)?.operands, expectedRules(operands), opname);
    }
  });

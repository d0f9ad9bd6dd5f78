// Coverage of instruction sets, for bringing one up: which encodings, forms of operands and modes were executed, and
// the holes.

import type { Instruction, Operand } from '../../isa/instruction.js';
import { isaNamed } from '../../isa/isas.js';
import { mnemonic } from '../../isa/syntax.js';
import { type Coverage, decodedAt, wordsOf } from './coverage.js';

export interface OpcodeCoverage {
  readonly format: string;
  readonly name: string;
  readonly support: string;
  times: number;
  /** Forms of operands with how often each was executed: `D=vgpr S0=-scalar S1=literal clamp`. */
  readonly forms: Record<string, number>;
}

export interface IsaCoverage {
  readonly isa: string;
  /** Values of MODE with which launches began. */
  readonly modes: readonly number[];
  /** Every encoding that there is, executed or not. */
  readonly opcodes: readonly OpcodeCoverage[];
}

/** Fields of encodings that change what an instruction does, where they are not 0. */
const MODIFIERS = [
  'clamp',
  'omod',
  'glc',
  'slc',
  'tfe',
  'offen',
  'idxen',
  'addr64',
  'lds',
  'gds',
  'da',
  'unrm',
  'r128',
  'lwe',
];

function operandForm(operand: Operand): string {
  if (operand.kind === 'none') return 'none';
  const kind = operand.kind === 'const' ? (operand.literal ? 'literal' : 'inline') : operand.kind;
  const wide = 'count' in operand && operand.count > 1 ? `x${operand.count}` : '';
  return `${operand.neg ? '-' : ''}${operand.abs ? `|${kind}|` : kind}${wide}`;
}

/** Form of an instruction's operands and modifiers, without their numbers. */
export function formOf({ operands, fields }: Instruction): string {
  const slots = Object.entries(operands).map(([slot, operand]) => `${slot}=${operandForm(operand)}`);
  return [...slots, ...MODIFIERS.filter((name) => fields[name])].join(' ');
}

function opcodesOf(isa: string, { kernels }: Coverage): OpcodeCoverage[] {
  const rows = new Map(
    isaNamed(isa).table.all.map((def) => [
      def,
      { format: def.format, name: mnemonic(def), support: def.support.level, times: 0, forms: {} } as OpcodeCoverage,
    ]),
  );
  for (const kernel of kernels.filter((each) => each.isa === isa)) {
    const words = wordsOf(kernel);
    for (const { offset, times } of kernel.instructions) {
      const decoded = times > 0 ? decodedAt(isa, words, offset) : undefined;
      const row = decoded && rows.get(decoded.def);
      if (!row) continue;
      const form = formOf(decoded);
      row.times += times;
      row.forms[form] = (row.forms[form] ?? 0) + times;
    }
  }
  return [...rows.values()];
}

/** By instruction set. */
export function opcodeCoverage(coverage: Coverage): IsaCoverage[] {
  return [...new Set(coverage.kernels.map(({ isa }) => isa))].map((isa) => {
    const own = coverage.kernels.filter((kernel) => kernel.isa === isa);
    const modes = [...new Set(own.flatMap((kernel) => kernel.modes))].sort((a, b) => a - b);
    return { isa, modes, opcodes: opcodesOf(isa, coverage) };
  });
}

export function opcodeText({ isa, modes, opcodes }: IsaCoverage): string {
  const formats = [...new Set(opcodes.map(({ format }) => format))];
  const supported = opcodes.filter(({ support }) => support !== 'none');
  const ran = supported.filter(({ times }) => times > 0);
  const lines = formats.flatMap((format) => {
    const own = supported.filter((each) => each.format === format);
    const executed = own.filter(({ times }) => times > 0);
    const holes = own.filter(({ times }) => times === 0).map(({ name }) => name);
    return [
      `${format}: ${executed.length} of ${own.length} executed`,
      ...executed.map(({ name, times, forms }) => `  ${name} ${times}: ${Object.keys(forms).sort().join('; ')}`),
      ...(holes.length > 0 ? [`  never: ${holes.join(' ')}`] : []),
    ];
  });
  const mode = modes.map((value) => `0x${value.toString(16)}`).join(', ') || 'none';
  return [`${isa}: ${ran.length} of ${supported.length} encodings that are supported, modes ${mode}`, ...lines].join(
    '\n',
  );
}

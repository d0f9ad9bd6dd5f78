// Instructions that differ in registers only mean the same trees: those are made once for a kernel.

import type { InstructionDef } from '../../isa/define.js';
import type { Instruction } from '../../isa/instruction.js';
import type { Stmt } from '../../isa/language/expr.js';
import { visitExpressions } from '../../isa/language/trees.js';

/** Parameters of an instruction's trees. */
interface Parameters {
  readonly fields: readonly string[];
  /** Of operands that may be constants. */
  readonly slots: readonly string[];
}

const parameters = new WeakMap<InstructionDef, Parameters | undefined>();

/** Undefined: helpers stand in for trees that depend on more. */
function parametersOf(def: InstructionDef): Parameters | undefined {
  if (parameters.has(def)) return parameters.get(def);
  const [fields, slots] = [new Set<string>(), new Set<string>()];
  visitExpressions(def.semantics, (ex) => {
    if (ex.kind === 'field') fields.add(ex.field);
    if (ex.kind === 'src') slots.add(ex.slot);
  });
  const helps = def.semantics.some((stmt) => stmt.kind === 'helper');
  const list = helps ? undefined : { fields: [...fields], slots: [...slots] };
  parameters.set(def, list);
  return list;
}

function keyOf(
  { fields, operands }: Instruction,
  { fields: names, slots }: Parameters,
  mode: number | undefined,
): string {
  let key = `${mode}`;
  for (const name of names) key += `,${fields[name]}`;
  for (const slot of slots) {
    const operand = operands[slot];
    key += operand?.kind === 'const' ? `;${operand.bits}` : ';';
  }
  return key;
}

export class SharedStatements {
  private readonly cache = new Map<InstructionDef, Map<string, readonly Stmt[]>>();

  /** The trees of an instruction in a mode, or of one that holds in all of them. @param make makes them */
  of(instruction: Instruction, mode: number | undefined, make: () => readonly Stmt[]): readonly Stmt[] {
    const { def } = instruction;
    const parameters = parametersOf(def);
    if (!parameters) return make();
    let ofDef = this.cache.get(def);
    if (!ofDef) this.cache.set(def, (ofDef = new Map()));
    const key = keyOf(instruction, parameters, mode);
    let statements = ofDef.get(key);
    if (!statements) ofDef.set(key, (statements = make()));
    return statements;
  }
}

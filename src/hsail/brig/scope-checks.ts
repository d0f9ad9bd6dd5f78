// Names and labels in their scopes, declarations against definitions, registers, control directives and extensions.

import { callProblem } from './call-checks.js';
import { CONTROL_RULES } from './controls.js';
import { agree } from './declarations.js';
import { CONTROLS, REGISTER_KINDS, spellingOf } from './enums.js';
import { EXECUTABLE_KINDS } from './layout.js';
import type { ModuleModel } from './modifier-checks.js';
import { type BrigEntry, type BrigModule, listAt, stringAt } from './module.js';
import { type PlacedEntry, placedEntries } from './placed-entries.js';
import { damaged } from './sections.js';
import { variableProblem } from './variable-checks.js';

const NAMED = [...EXECUTABLE_KINDS, 'directive_variable', 'directive_label', 'directive_fbarrier'];
const MAX_CONTROL_REGISTERS = 128;
const MAX_REGISTER_WORDS = 2048;
/** Entries that may precede a control directive. */
const BEFORE_CONTROLS = ['none', 'directive_control', 'directive_comment', 'directive_loc', 'directive_pragma'];

class ScopeChecker {
  private readonly names = new Map<string, BrigEntry>();
  private readonly labelScopes = new Map<number, string>();
  private readonly registers = [0, 0, 0, 0];
  private controlsEnded = false;

  constructor(
    private readonly module: BrigModule,
    private readonly model: ModuleModel,
    private readonly placed: readonly PlacedEntry[],
  ) {}

  check(): void {
    for (const { entry, scope } of this.placed)
      if (entry.kind === 'directive_label') this.labelScopes.set(entry.offset, scope);
    let owner: BrigEntry | undefined;
    for (const one of this.placed) {
      if (one.owner !== owner) {
        this.registers.fill(0);
        this.controlsEnded = false;
      }
      owner = one.owner;
      this.checkEntry(one);
    }
  }

  private fail(entry: BrigEntry, problem: string): never {
    throw damaged('hsa_code', entry.offset, problem);
  }

  private checkEntry(placed: PlacedEntry): void {
    const { entry } = placed;
    if (NAMED.includes(entry.kind)) this.checkName(placed);
    if (entry.kind === 'directive_variable') {
      const problem = variableProblem(this.module, this.model, placed);
      if (problem !== undefined) this.fail(entry, `${this.nameOf(entry)}: ${problem}`);
    }
    if (entry.kind === 'directive_control') this.checkControl(placed);
    else if (placed.place !== 'formal' && !BEFORE_CONTROLS.includes(entry.kind)) this.controlsEnded = true;
    if (entry.kind.startsWith('inst_')) this.checkInstruction(placed);
    if (entry.kind === 'directive_pragma') this.checkPragma(placed);
  }

  private nameOf(entry: BrigEntry): string {
    return stringAt(this.module, entry.values['name']!);
  }

  private checkName(placed: PlacedEntry): void {
    const { entry, place, scope, owner } = placed;
    const name = this.nameOf(entry);
    const isNameless = owner?.kind === 'directive_signature' && name === '';
    if (isNameless) return;
    const sign = place === 'module' ? '&' : entry.kind === 'directive_label' ? '@' : '%';
    if (!name.startsWith(sign)) this.fail(entry, `the name ${name} must begin with ${sign} there`);
    const isBlockName = place === 'block' && entry.kind === 'directive_variable';
    const key = place === 'module' ? name : `${isBlockName ? scope : owner!.offset} ${name}`;
    const other = this.names.get(key);
    if (other !== undefined) this.checkPair(entry, other, name, place === 'module');
    if (other === undefined || isDefinition(entry)) this.names.set(key, entry);
  }

  private checkPair(entry: BrigEntry, other: BrigEntry, name: string, mayDeclare: boolean): void {
    if (!mayDeclare || entry.kind !== other.kind || (isDefinition(entry) && isDefinition(other)))
      this.fail(entry, `the name ${name} is there already`);
    const { module } = this;
    if (!agree({ module, entry }, { module, entry: other }))
      this.fail(entry, `${name} differs from its other declaration`);
  }

  private checkControl({ entry, place }: PlacedEntry): void {
    const name = spellingOf(CONTROLS, entry.values['control']!)!;
    const rule = CONTROL_RULES[name];
    if (rule === undefined) this.fail(entry, `there is no control directive ${name}`);
    if (place !== 'body' || this.controlsEnded) this.fail(entry, `${name} does not stand at the begin of a body`);
    const operands = listAt(this.module, entry.values['operands']!);
    if (operands.length !== rule.operands)
      this.fail(entry, `${name} has ${operands.length} arguments instead of ${rule.operands}`);
    for (const offset of operands) {
      const operand = this.module.operands.get(offset)!;
      if (operand.kind === 'operand_wavesize' && rule.max > 3n) continue;
      const bytes =
        operand.kind === 'operand_constant_bytes' ? this.module.data.get(operand.values['bytes']!)! : undefined;
      if (bytes === undefined || operand.values['type'] !== rule.type)
        this.fail(entry, `an argument of ${name} is no integer of its type`);
      const value = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
      if (value < rule.min || value > rule.max)
        this.fail(entry, `an argument of ${name} is ${value}, and must be between ${rule.min} and ${rule.max}`);
    }
  }

  private checkInstruction({ entry, scope }: PlacedEntry): void {
    const problem = callProblem(this.module, entry);
    if (problem !== undefined) this.fail(entry, problem);
    for (const offset of listAt(this.module, entry.values['operands']!)) {
      const operand = this.module.operands.get(offset)!;
      const { ref, reg, elements } = operand.values;
      if (operand.kind === 'operand_code_ref') this.checkLabel(entry, ref!, scope);
      if (operand.kind === 'operand_code_list')
        for (const target of listAt(this.module, elements!)) this.checkLabel(entry, target, scope);
      const registers = operand.kind === 'operand_operand_list' ? listAt(this.module, elements!) : [reg ? reg : offset];
      for (const register of registers) this.countRegister(entry, this.module.operands.get(register)!);
    }
  }

  private checkPragma({ entry, owner }: PlacedEntry): void {
    for (const offset of listAt(this.module, entry.values['operands']!)) {
      const operand = this.module.operands.get(offset)!;
      if (operand.kind === 'operand_register' && owner === undefined)
        this.fail(entry, 'a register stands outside of a body');
      this.countRegister(entry, operand);
    }
  }

  private checkLabel(entry: BrigEntry, target: number, scope: string): void {
    const defined = this.labelScopes.get(target);
    if (defined !== undefined && defined !== scope)
      this.fail(entry, `the label ${this.nameOf(this.module.code.get(target)!)} is in another scope`);
  }

  /** Limits of a body: 128 control registers, and 2,048 words of the others together. */
  private countRegister(entry: BrigEntry, { kind, values }: BrigEntry): void {
    if (kind !== 'operand_register') return;
    const of = values['regKind']!;
    this.registers[of] = Math.max(this.registers[of]!, values['regNum']! + 1);
    const [control, single, double, quad] = this.registers as [number, number, number, number];
    if (of === REGISTER_KINDS.control && control > MAX_CONTROL_REGISTERS)
      this.fail(entry, `there are more than ${MAX_CONTROL_REGISTERS} control registers`);
    if (single + 2 * double + 4 * quad > MAX_REGISTER_WORDS)
      this.fail(entry, `the registers have more than ${MAX_REGISTER_WORDS} words together`);
  }
}

const isDefinition = ({ kind, values }: BrigEntry): boolean =>
  kind === 'directive_label' || (values['modifier']! & 1) !== 0;

/** Extensions stand behind the module directive, which is the first. */
function checkExtensions(placed: readonly PlacedEntry[]): void {
  let position = 0;
  for (const { entry } of placed) {
    if (BEFORE_CONTROLS.includes(entry.kind) && entry.kind !== 'directive_control') continue;
    if (position === 0 && entry.kind !== 'directive_module')
      throw damaged('hsa_code', entry.offset, 'the module directive does not come first');
    if (position > 1 && entry.kind === 'directive_extension')
      throw damaged('hsa_code', entry.offset, 'an extension stands behind other directives');
    position = position === 0 || entry.kind === 'directive_extension' ? 1 : 2;
  }
}

/** Checks names, labels, variables, registers and directives. @throws AtollError with section and offset */
export function checkScopes(module: BrigModule, model: ModuleModel): void {
  const placed = placedEntries(module);
  checkExtensions(placed);
  new ScopeChecker(module, model, placed).check();
}

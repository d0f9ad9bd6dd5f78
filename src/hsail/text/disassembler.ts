// HSAIL text of a BRIG module.

import {
  ALLOCATIONS,
  CONTROLS,
  LINKAGES,
  MACHINE_MODELS,
  PROFILES,
  ROUNDINGS,
  SEGMENTS,
  spellingOf,
} from '../brig/enums.js';
import { EXECUTABLE_KINDS } from '../brig/layout.js';
import { type BrigEntry, type BrigModule, listAt, stringAt } from '../brig/module.js';
import { elementOf, isArray, typeName } from '../brig/types.js';
import { instructionText } from './instructions.js';
import { operandText, pragmaOperandText } from './operands.js';
import { alignmentText, naturalAlignment, stringText } from './values.js';

const KEYWORDS: Readonly<Record<string, string>> = {
  directive_kernel: 'kernel',
  directive_function: 'function',
  directive_indirect_function: 'indirect function',
  directive_signature: 'signature',
};
/** Bits of modifiers of executables and variables. */
const [DEFINITION, CONST] = [1, 2] as const;

/** Comments keep to printable characters. */
const commentText = (text: string): string => text.replaceAll(/[^ -~]/g, '.');

class Listing {
  /** One element a line: their number is that of the last one. */
  private readonly lines: string[] = [];
  /** Number of the first line of each statement, by the offset of its entry. */
  readonly places = new Map<number, number>();
  private readonly module: BrigModule;
  private readonly isLarge: boolean;
  private indent = 0;

  constructor(module: BrigModule) {
    this.module = module;
    const header = [...module.code.values()].find(({ kind }) => kind === 'directive_module')!;
    this.isLarge = header.values['machineModel'] === MACHINE_MODELS.large;
  }

  text(): string {
    const { code, codeEnd } = this.module;
    for (let at = [...code.keys()][0] ?? codeEnd; at < codeEnd; ) {
      const entry = code.get(at)!;
      this.entry(entry);
      at = EXECUTABLE_KINDS.includes(entry.kind) ? entry.values['nextModuleEntry']! : at + entry.bytes;
    }
    return `${this.lines.join('\n')}\n`;
  }

  private line(text: string): void {
    this.lines.push(text === '' ? '' : `${'\t'.repeat(this.indent)}${text}`);
  }

  private entry(entry: BrigEntry): void {
    if (entry.kind === 'none') return;
    if (EXECUTABLE_KINDS.includes(entry.kind)) return this.executable(entry);
    if (entry.kind === 'directive_label') {
      this.lines.push('', `${this.name(entry)}:`);
      return;
    }
    if (entry.kind === 'directive_arg_block_end' && this.indent > 0) this.indent--;
    this.line(this.statement(entry));
    this.places.set(entry.offset, this.lines.length);
    if (entry.kind === 'directive_arg_block_start') this.indent++;
  }

  private name({ values }: BrigEntry): string {
    return stringAt(this.module, values['name']!);
  }

  private statement(entry: BrigEntry): string {
    const { kind, values } = entry;
    if (kind.startsWith('inst_')) return instructionText(this.module, entry, this.isLarge);
    const texts: Readonly<Record<string, () => string>> = {
      directive_module: () => this.header(entry),
      directive_comment: () => commentText(this.name(entry)),
      directive_control: () => this.control(entry),
      directive_extension: () => `extension ${stringText(this.name(entry))};`,
      directive_loc: () => this.loc(entry),
      directive_pragma: () => `pragma ${this.operands(values['operands']!, pragmaOperandText)};`,
      directive_variable: () => this.variable(entry),
      directive_fbarrier: () => `${this.prefix(entry)}fbarrier ${this.name(entry)};`,
      directive_arg_block_start: () => '{',
      directive_arg_block_end: () => '}',
    };
    return texts[kind]!();
  }

  private operands(list: number, text: typeof operandText): string {
    const operands = listAt(this.module, list).map((offset) => this.module.operands.get(offset)!);
    return operands.map((operand) => text(this.module, operand, this.isLarge)).join(', ');
  }

  private header(entry: BrigEntry): string {
    const { values } = entry;
    const names = [
      spellingOf(PROFILES, values['profile']!),
      spellingOf(MACHINE_MODELS, values['machineModel']!),
      spellingOf(ROUNDINGS, values['defaultFloatRound']!),
    ];
    const version = `${values['hsailMajor']}:${values['hsailMinor']}`;
    return `module ${this.name(entry)}:${version}:${names.map((name) => `$${name}`).join(':')};`;
  }

  private control({ values }: BrigEntry): string {
    const operands = this.operands(values['operands']!, operandText);
    return `${spellingOf(CONTROLS, values['control']!)}${operands === '' ? '' : ` ${operands}`};`;
  }

  private loc({ values }: BrigEntry): string {
    const column = values['column'] === 1 ? '' : ` ${values['column']}`;
    return `loc ${values['line']}${column} ${stringText(stringAt(this.module, values['filename']!))};`;
  }

  private prefix({ kind, values }: BrigEntry): string {
    const isDeclared = (values['modifier']! & DEFINITION) === 0 && kind !== 'directive_signature';
    return `${isDeclared ? 'decl ' : ''}${values['linkage'] === LINKAGES.program ? 'prog ' : ''}`;
  }

  private symbol(entry: BrigEntry): string {
    const { values, wide } = entry;
    const [type, segment, align] = [values['type']!, values['segment']!, values['align']!];
    const isAgent = values['allocation'] === ALLOCATIONS.agent && segment !== SEGMENTS.readonly;
    const attributes = [
      isAgent ? 'alloc(agent) ' : '',
      align > 0 && align !== naturalAlignment(type) ? `align(${alignmentText(align)}) ` : '',
      values['modifier']! & CONST ? 'const ' : '',
    ];
    const name = this.name(entry);
    const dim = isArray(type) ? `[${wide['dim'] === 0n ? '' : wide['dim']}]` : '';
    const shown = `${spellingOf(SEGMENTS, segment)}_${typeName(elementOf(type))}`;
    return `${this.prefix(entry)}${attributes.join('')}${shown}${name === '' ? '' : ` ${name}`}${dim}`;
  }

  private variable(entry: BrigEntry): string {
    const init = this.module.operands.get(entry.values['init']!);
    const value = init === undefined ? '' : ` = ${operandText(this.module, init, this.isLarge)}`;
    return `${this.symbol(entry)}${value};`;
  }

  /** Formal arguments, and the offset behind them. */
  private formals(first: number, count: number): readonly [string, number] {
    let at = first;
    const texts: string[] = [];
    for (let left = count; left > 0; left--) {
      const entry = this.module.code.get(at)!;
      texts.push(this.symbol(entry));
      at += entry.bytes;
    }
    return [count > 1 ? `(\n\t${texts.join(',\n\t')})` : `(${texts.join('')})`, at];
  }

  private executable(entry: BrigEntry): void {
    const { kind, values, offset, bytes } = entry;
    const [results, behind] = this.formals(offset + bytes, values['outArgCount']!);
    const [inputs] = this.formals(behind, values['inArgCount']!);
    const formals = kind === 'directive_kernel' ? inputs : `${results}${inputs}`;
    const head = `${this.prefix(entry)}${KEYWORDS[kind]} ${this.name(entry)}${formals}`.split('\n');
    const hasBody = kind !== 'directive_signature' && (values['modifier']! & DEFINITION) !== 0;
    this.places.set(offset, this.lines.length + 2);
    if (!hasBody) return void this.lines.push('', ...head.slice(0, -1), `${head.at(-1)};`);
    this.lines.push('', ...head, '{');
    this.indent++;
    for (let at = values['firstCodeBlockEntry']!; at < values['nextModuleEntry']!; ) {
      const inner = this.module.code.get(at)!;
      this.entry(inner);
      at += inner.bytes;
    }
    this.indent--;
    this.lines.push('};');
  }
}

/** The text of a module that has been read and checked, and the line of each statement by the offset of its entry. */
export function listing(module: BrigModule): {
  readonly text: string;
  readonly lines: ReadonlyMap<number, number>;
} {
  const result = new Listing(module);
  return { text: result.text(), lines: result.places };
}

/** The text of a module that has been read and checked. */
export const disassemble = (module: BrigModule): string => new Listing(module).text();

// Variables: those of constant and global memory belong to the module, those of group and private memory to the kernel.

import { addressSpaceOf, type IrGlobal, isDefinedVariable, readGlobal } from '../../compiler/ir/global.js';
import { plainName } from '../../compiler/ir/lexical.js';
import { type IrTextModule, outerLines } from '../../compiler/ir/module.js';
import { typeLength } from '../../compiler/ir/type-text.js';
import { layoutOf, readType } from '../../compiler/ir/types.js';
import { AtollError } from '../../util/errors.js';
import { type ConstantScope, initialBytes, typedText } from './constants.js';
import type { KernelVariables } from './kernel-scope.js';
import type { NamedTypes, ValuePart } from './parts.js';

const SPACES: Readonly<Record<number, string>> = { 0: 'global', 1: 'global', 3: 'group', 4: 'readonly' };
const GROUP = 3;

interface ModuleVariable {
  readonly symbol: string;
  readonly space: number;
  readonly bytes: number;
  readonly alignment: number;
  readonly global: IrGlobal;
}

const ALIGNMENT = /, align (\d+)/;

function readVariable(line: string, named: NamedTypes, n: number): readonly [string, ModuleVariable] | undefined {
  const global = readGlobal(line);
  if (!global || (global.kind !== 'global' && global.kind !== 'constant')) return undefined;
  const type = readType(global.rest.slice(0, typeLength(global.rest)));
  if (!type) return undefined;
  const space = addressSpaceOf(global);
  const { size, alignment } = layoutOf(type, named);
  const name = `${plainName(global.name).replace(/[^\w]/g, '_')}_${n}`;
  const symbol = `${space === GROUP ? '%' : '&'}${/^[A-Za-z_]/.test(name) ? '' : 'v'}${name}`;
  const written = Number(ALIGNMENT.exec(global.rest)?.[1] ?? 1);
  return [global.name, { symbol, space, bytes: size, alignment: Math.max(alignment, written), global }];
}

/** The variables of a module, and declarations of those that kernels use. */
export class ModuleVariables {
  private readonly all: ReadonlyMap<string, ModuleVariable>;
  private readonly used = new Map<string, string>();

  constructor(module: IrTextModule, named: NamedTypes) {
    this.all = new Map(
      [...outerLines(module)].flatMap((line, n) => {
        const variable = line.startsWith('@') ? readVariable(line, named, n) : undefined;
        return variable ? [variable] : [];
      }),
    );
  }

  /** Declarations of constant and global variables that have been used. */
  declarations(): string[] {
    return [...this.used.values()];
  }

  /** A variable by its name in IR. @throws AtollError UNSUPPORTED naming it */
  find(name: string): ModuleVariable {
    const variable = this.all.get(name);
    if (variable && SPACES[variable.space] !== undefined) return variable;
    throw new AtollError(
      'UNSUPPORTED',
      `the variable ${plainName(name)}`,
      'docs/hsail.md lists what the printer of HSAIL has',
    );
  }

  /** Declares a variable of the module, and those that it refers to. */
  use({ symbol, space, bytes, alignment, global }: ModuleVariable, scope: ConstantScope): void {
    if (space === GROUP || this.used.has(symbol)) return;
    const length = typeLength(global.rest);
    const value = global.rest.slice(length).replace(/(?:, (?:section "[^"]*"|align \d+|![^,]*|comdat))*$/, '');
    const initial = isDefinedVariable(global)
      ? initialBytes(typedText(`${global.rest.slice(0, length)} ${value.trim()}`), scope)
      : undefined;
    if (!initial) throw new AtollError('UNSUPPORTED', `the variable ${plainName(global.name)} is defined elsewhere`);
    const isZero = initial.every((byte) => byte === 0) && space !== 4;
    const text = isZero ? '' : ` = u8[](${[...initial].join(', ')})`;
    this.used.set(
      symbol,
      `${space === 4 ? 'prog alloc(agent) ' : 'prog '}align(${alignment}) ${SPACES[space]}_u8 ${symbol}[${bytes}]${text};`,
    );
  }
}

/** The variables of one kernel. */
export class KernelSymbols implements KernelVariables, ConstantScope {
  private readonly lines = new Map<string, string>();
  private count = 0;

  constructor(
    private readonly variables: ModuleVariables,
    readonly named: NamedTypes,
  ) {}

  addPrivate(bytes: number, alignment: number): string {
    const symbol = `%private${this.count++}`;
    this.lines.set(symbol, `  align(${alignment}) private_u8 ${symbol}[${Math.max(1, bytes)}];`);
    return symbol;
  }

  variable(name: string, space: number): ValuePart {
    const variable = this.variables.find(name);
    const { symbol, bytes, alignment } = variable;
    if (variable.space === GROUP)
      this.lines.set(symbol, `  align(${alignment}) group_u8 ${symbol}[${Math.max(1, bytes)}];`);
    else this.variables.use(variable, this);
    const bits = variable.space === GROUP ? 32 : 64;
    return { type: { kind: 'pointer', bits, space }, value: { symbol, offset: 0n } };
  }

  declarations(): string[] {
    return [...this.lines.values()];
  }
}

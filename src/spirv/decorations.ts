// Decorations of ids and members, those of groups included.

import { enumerantName } from './grammar/tables.js';
import type { SpirvInstruction, SpirvModule, SpirvOperand } from './module.js';

export interface SpirvDecoration {
  readonly name: string;
  readonly offset: number;
  readonly operands: readonly SpirvOperand[];
}

const decorationOf = ({ operands, offset }: SpirvInstruction, at: number): SpirvDecoration => ({
  name: enumerantName('Decoration', operands[at]?.value ?? 0),
  offset,
  operands: operands.slice(at + 1),
});

const SIMPLE: readonly string[] = ['Decorate', 'DecorateId', 'DecorateString'];

export class Decorations {
  private readonly all = new Map<number, SpirvDecoration[]>();
  /** Structures with a decoration of a member, by its name. */
  private readonly members = new Map<number, Set<string>>();

  constructor({ instructions }: SpirvModule) {
    for (const instruction of instructions) {
      const { name, operands } = instruction;
      const [target] = operands;
      if (target === undefined) continue;
      if (SIMPLE.includes(name)) this.add(target.value, decorationOf(instruction, 1));
      else if (name === 'MemberDecorate') this.addMember(target.value, decorationOf(instruction, 2).name);
      else if (name === 'GroupDecorate')
        for (const { value } of operands.slice(1)) for (const each of this.of(target.value)) this.add(value, each);
    }
  }

  private add(id: number, decoration: SpirvDecoration): void {
    const list = this.all.get(id);
    if (list) list.push(decoration);
    else this.all.set(id, [decoration]);
  }

  private addMember(id: number, name: string): void {
    this.members.set(id, (this.members.get(id) ?? new Set()).add(name));
  }

  of(id: number): readonly SpirvDecoration[] {
    return this.all.get(id) ?? [];
  }

  find(id: number, name: string): SpirvDecoration | undefined {
    return this.of(id).find((one) => one.name === name);
  }

  has(id: number, name: string): boolean {
    return this.find(id, name) !== undefined;
  }

  /** Names of the values of an enumeration in decorations of one name, as `FuncParamAttr`. */
  values(id: number, name: string, kind: string): string[] {
    return this.of(id)
      .filter((one) => one.name === name)
      .map(({ operands }) => enumerantName(kind, operands[0]?.value ?? 0));
  }
}

// Decorations of ids and members, those of groups included.

import { enumerantName } from './grammar/tables.js';
import { type SpirvInstruction, type SpirvModule, type SpirvOperand, spirvRefusal } from './module.js';

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

/** Groups multiply: each of their decorations counts for each of their targets. */
export const MAX_DECORATIONS = 1 << 22;

export class Decorations {
  /** By id and name. */
  private readonly all = new Map<number, Map<string, SpirvDecoration[]>>();
  private count = 0;
  /** Structures with a decoration of a member, by its name. */
  private readonly members = new Map<number, Set<string>>();

  constructor(module: SpirvModule) {
    for (const instruction of module.instructions) {
      const { name, operands } = instruction;
      const [target] = operands;
      if (target === undefined) continue;
      if (SIMPLE.includes(name)) this.add(target.value, decorationOf(instruction, 1));
      else if (name === 'MemberDecorate') this.addMember(target.value, decorationOf(instruction, 2).name);
      else if (name === 'GroupDecorate') this.addGroup(instruction, target.value);
      if (this.count > MAX_DECORATIONS)
        throw spirvRefusal(
          module.name,
          instruction.offset,
          `more than ${MAX_DECORATIONS} decorations are not supported`,
          'Split the module.',
        );
    }
  }

  private addGroup({ operands }: SpirvInstruction, group: number): void {
    const own = [...(this.all.get(group)?.values() ?? [])].flat();
    for (const { value } of operands.slice(1)) {
      if (this.count > MAX_DECORATIONS) return;
      for (const each of own) this.add(value, each);
    }
  }

  private add(id: number, decoration: SpirvDecoration): void {
    this.count++;
    const { name } = decoration;
    const names = this.all.get(id) ?? new Map<string, SpirvDecoration[]>();
    const list = names.get(name);
    if (list) list.push(decoration);
    else this.all.set(id, names.set(name, [decoration]));
  }

  private addMember(id: number, name: string): void {
    this.members.set(id, (this.members.get(id) ?? new Set()).add(name));
  }

  find(id: number, name: string): SpirvDecoration | undefined {
    return this.all.get(id)?.get(name)?.[0];
  }

  has(id: number, name: string): boolean {
    return this.find(id, name) !== undefined;
  }

  /** Names of the values of an enumeration in decorations of one name, as `FuncParamAttr`. */
  values(id: number, name: string, kind: string): string[] {
    return (this.all.get(id)?.get(name) ?? []).map(({ operands }) => enumerantName(kind, operands[0]?.value ?? 0));
  }
}

// Control flow of functions: targets, phis, and that definitions dominate their uses.

import { type SpirvBlock, type SpirvFunction, targetsOf } from '../functions.js';
import { isIdKind, type SpirvInstruction, type SpirvModule, spirvError } from '../module.js';
import { DominatorTree } from './dominators.js';

interface FlowGraph {
  readonly numbers: ReadonlyMap<number, number>;
  readonly successors: readonly (readonly number[])[];
  readonly predecessors: readonly (readonly number[])[];
}

class FlowCheck {
  private readonly blocks: readonly SpirvBlock[];
  private readonly graph: FlowGraph;
  /** Blocks by the ids that they define. */
  private readonly homes = new Map<number, number>();

  constructor(
    private readonly module: SpirvModule,
    { blocks }: SpirvFunction,
  ) {
    this.blocks = blocks;
    this.graph = this.makeGraph();
    blocks.forEach(({ body }, n) => {
      for (const { result } of body) if (result !== 0) this.homes.set(result, n);
    });
  }

  private fail(offset: number, what: string): Error {
    return spirvError(this.module.name, offset, what);
  }

  private makeGraph(): FlowGraph {
    const numbers = new Map(this.blocks.map(({ label }, n): [number, number] => [label.result, n]));
    const predecessors: number[][] = this.blocks.map(() => []);
    const successors = this.blocks.map(({ terminator }, from) => {
      const targets = targetsOf(terminator).map((id) => {
        const to = numbers.get(id);
        if (to === undefined)
          throw this.fail(terminator.offset, `Op${terminator.name} branches to %${id}, no block of its function`);
        if (to === 0) throw this.fail(terminator.offset, `Op${terminator.name} branches to the first block`);
        return to;
      });
      const unique = [...new Set(targets)];
      for (const to of unique) predecessors[to]?.push(from);
      return unique;
    });
    return { numbers, successors, predecessors };
  }

  run(): void {
    this.blocks.forEach((block, n) => {
      this.placesOfPhis(block);
      for (const instruction of block.body) if (instruction.name === 'Phi') this.parents(instruction, n);
    });
    this.dominance();
  }

  private placesOfPhis({ body }: SpirvBlock): void {
    let isStart = true;
    for (const { name, offset } of body)
      if (name === 'Phi') {
        if (!isStart) throw this.fail(offset, 'OpPhi stands behind other instructions of its block');
      } else if (name !== 'Line' && name !== 'NoLine' && name !== 'ExtInst') isStart = false;
  }

  private parents({ operands, offset }: SpirvInstruction, block: number): void {
    const labels = operands.filter((_, n) => n % 2 === 1).map(({ value }) => this.graph.numbers.get(value));
    const expected = new Set(this.graph.predecessors[block]);
    if (operands.length % 2 !== 0 || labels.length !== expected.size || new Set(labels).size !== labels.length)
      throw this.fail(offset, `OpPhi has ${labels.length} parents, its block ${expected.size}`);
    for (const label of labels)
      if (label === undefined || !expected.has(label))
        throw this.fail(offset, 'OpPhi has a parent that does not branch to its block');
  }

  private dominance(): void {
    const tree = new DominatorTree(this.graph.successors, this.graph.predecessors);
    const check = (id: number, at: number, block: number, name: string): void => {
      const home = this.homes.get(id);
      if (home !== undefined && !tree.dominates(home, block))
        throw this.fail(at, `Op${name} uses %${id}, whose block does not dominate its own`);
    };
    this.blocks.forEach(({ body, terminator }, n) => {
      for (const { name, operands } of [...body, terminator])
        if (name === 'Phi')
          for (let at = 0; at + 1 < operands.length; at += 2) {
            const [{ value = 0, offset = 0 } = {}, parent] = [operands[at], operands[at + 1]];
            check(value, offset, this.graph.numbers.get(parent?.value ?? 0) ?? n, name);
          }
        else for (const { kind, value, offset } of operands) if (isIdKind(kind)) check(value, offset, n, name);
    });
  }
}

/** @throws AtollError BAD_INPUT with the word of the instruction */
export const checkFlow = (module: SpirvModule, one: SpirvFunction): void => new FlowCheck(module, one).run();

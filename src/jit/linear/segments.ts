// Pieces of a block that may be worth a version of their own for wavefronts with all lanes active whose addresses are
// linear (linear/forms.ts): one loop, with loads and stores side by side in it.

import type { Stmt } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';
import type { Block, FlowGraph, Placed } from '../analysis/flow.js';
import { nodesOf } from '../analysis/nodes.js';
import { SCALAR } from '../analysis/registers.js';
import { RunContents } from '../analysis/run-contents.js';
import { vectorFacts } from '../analysis/vector-facts.js';
import { kindOf } from '../kernel/compilable.js';
import { wantsRegistersInMemory } from '../vector/movrel.js';
import type { BlockAssumptions } from './block-assumptions.js';
import { Forms } from './forms.js';

export interface AddressSegment {
  /** Positions in the block: of the first instruction, and behind the last one. */
  readonly begin: number;
  readonly end: number;
  /** At its beginning. */
  readonly guesses: BlockAssumptions;
}

/** Use of a vector instruction in a linear run: `number` computes only values that are linear in the lanes. */
type Fit = 'number' | 'access' | 'data' | 'no';

class Planner {
  readonly segments: AddressSegment[] = [];
  private contents: RunContents | undefined;
  private begin = 0;
  private start: BlockAssumptions | undefined;
  private accesses = 0;
  private onlyNumbers = true;
  /** The run that an instruction which does not fit is part of: no segment is to cut it short. */
  private other: RunContents | undefined;

  constructor(
    private readonly block: Block,
    private readonly guesses: BlockAssumptions,
  ) {}

  plan(): readonly AddressSegment[] {
    const { block, guesses } = this;
    block.body.forEach((placed, position) => {
      const kind = kindOf(placed, block.mode);
      if (kind === 'vector') this.vector(placed, position);
      else if (kind === 'outside' || kind === 'cross') this.close(position, true);
      else if (kind === 'scalar' && !(this.other ?? this.contents)?.canMoveUp(placed)) this.close(position, true);
      guesses.pass(placed);
    });
    this.close(block.body.length, true);
    return this.segments;
  }

  private vector(placed: Placed, position: number): void {
    const facts = vectorFacts(placed);
    if (!(this.other ?? this.contents)?.joins(facts)) this.close(position, true);
    const fit = this.other ? 'no' : fitOf(placed, this.guesses);
    if (fit === 'no') {
      this.close(position, false);
      this.other ??= new RunContents();
      this.other.add(facts);
      return;
    }
    if (!this.contents) {
      this.contents = new RunContents(true);
      this.begin = position;
      this.start = this.guesses.copy();
    }
    this.contents.add(facts);
    if (fit === 'access') this.accesses++;
    if (fit !== 'number') this.onlyNumbers = false;
  }

  /** @param natural every other version's run ends here too */
  private close(end: number, natural: boolean): void {
    const { contents, begin, start } = this;
    const worth = this.accesses > 0 || (natural && this.onlyNumbers);
    if (contents && start && worth) this.segments.push({ begin, end, guesses: start });
    this.contents = undefined;
    if (natural) this.other = undefined;
    this.accesses = 0;
    this.onlyNumbers = true;
  }
}

function fitOf(placed: Placed, guesses: BlockAssumptions): Fit {
  const { instruction, statements } = placed;
  const { special } = instruction.def.isa.operands;
  if (wantsRegistersInMemory(placed) || vectorFacts(placed).writes.has(SCALAR + special.exec)) return 'no';
  const forms = new Forms(instruction, guesses);
  const loads = nodesOf(statements).filter((ex) => ex.kind === 'load');
  const stores = statements.filter((stmt) => stmt.kind === 'store');
  const accesses = [...loads, ...stores];
  if (statements.some((stmt) => stmt.kind === 'atomic') || accesses.some(({ space }) => space !== 'global'))
    return 'no';
  if (accesses.length > 0) {
    const bytes = accesses.reduce((sum, { bits }) => sum + bits / 8, 0);
    const fits = ({ address, valid }: (typeof accesses)[number], steps: readonly number[]): boolean =>
      steps.includes(forms.of(address)?.step ?? Number.NaN) && (!valid || forms.of(valid)?.step === 0);
    // Elements that lie side by side may also be those of the lanes behind.
    const good =
      loads.every((load) => fits(load, [0, bytes, load.bits / 8])) && stores.every((store) => fits(store, [bytes]));
    return good ? 'access' : 'no';
  }
  return statements.every((stmt) => isNumber(stmt, forms)) ? 'number' : 'data';
}

function isNumber(stmt: Stmt, forms: Forms): boolean {
  if (stmt.kind === 'write') return stmt.when === undefined && forms.of(stmt.value) !== undefined;
  return stmt.kind !== 'mask' || forms.of(stmt.value)?.step === 0;
}

/** Those of each block. @param starts guesses at the beginning of blocks: they pass through them */
export const linearSegments = (
  graph: FlowGraph,
  starts: readonly BlockAssumptions[],
): readonly (readonly AddressSegment[])[] =>
  graph.blocks.map((block, index) => new Planner(block, required(starts[index], 'guesses of the block')).plan());

/** Registers of which something is guessed where a segment begins. */
export const guessedRegisters = (segments: readonly (readonly AddressSegment[])[]): ReadonlySet<number> =>
  new Set(segments.flatMap((ofBlock) => ofBlock.flatMap(({ guesses }) => [...guesses.guessed()])));

// One compiled kernel: all its blocks in one WebAssembly function, with a table of jumps at its head. Large kernels are
// cut into several such functions, parts, and a function that calls them: compilers take memory and time out of
// proportion for large ones.
//
// run(slot, entry, budget, counts) executes the wavefront whose state begins at byte `slot`, from block `entry` on. It
// returns a STATUS, and above its three bits the number of a block: the one to continue at for `budget` and `barrier`,
// the one that was left for `fault`.

import { required } from '../../util/required.js';
import { countSlots } from '../analysis/count-slots.js';
import { type BlockKey, type FlowGraph, keyOf, type Placed } from '../analysis/flow.js';
import { Liveness } from '../analysis/liveness.js';
import { guessSteps } from '../linear/block-assumptions.js';
import { guessedRegisters, linearSegments } from '../linear/segments.js';
import { defineAccess } from '../memory/access-functions.js';
import { ScalarRecords } from '../records/scalar-records.js';
import { ModuleBuilder } from '../wasm/module-builder.js';
import type { ModuleCode } from '../wasm/module-code.js';
import { emitGroups } from './groups.js';
import { importsOf } from './imports.js';
import { type BlockRange, emitPart, type KernelFacts } from './kernel-part.js';
import { partsOf } from './kernel-parts.js';
import {
  type Calls,
  DRAIN,
  type EmitOptions,
  ENTRY_MASK,
  GIVES_WAY,
  type HostWork,
  MachineLocals,
  moreWork,
  PARAM,
  REMAINING,
  STATUS,
  STATUS_BITS,
} from './machine.js';

/** Instructions of a kernel whose loops are not functions of their own. */
const INLINE_LIMIT = 80;

/** VGPR with which wavefronts start. */
const SECOND_LOCAL_ID = 1;

const instructionsOf = (graph: FlowGraph): number => graph.blocks.reduce((sum, { body }) => sum + body.length, 0);

/** A module and what its numbers mean. */
export interface EmittedKernel {
  readonly module: ModuleCode;
  /** Instructions by their number in faults. */
  readonly instructions: readonly Placed[];
  /** Work of the host for these. */
  readonly hostWork: HostWork;
}

class KernelEmitter {
  private readonly module: ModuleBuilder;
  private readonly calls: Calls;
  private readonly facts: KernelFacts;
  private readonly instructions: Placed[] = [];
  private readonly linear: ReadonlySet<number>;
  private readonly isLarge: boolean;
  private readonly machines: MachineLocals[] = [];
  private recordedGroups = 0;

  constructor(
    private readonly graph: FlowGraph,
    private readonly options: EmitOptions,
  ) {
    this.module = new ModuleBuilder(importsOf(options.records !== undefined));
    this.calls = defineAccess(this.module, options.space);
    const segments = linearSegments(graph, guessSteps(graph));
    this.facts = {
      graph,
      liveness: new Liveness(graph, options.exact),
      slots: countSlots(graph.blocks),
      segments,
      number: (placed) => this.instructions.push(placed) - 1,
    };
    this.linear = guessedRegisters(segments);
    this.isLarge = instructionsOf(graph) > INLINE_LIMIT;
  }

  emit(): EmittedKernel {
    const { module } = this;
    const parts = partsOf(this.graph);
    const functions = parts.map((range) => this.emitPart(range));
    const run = functions.length === 1 ? required(functions[0], 'function') : this.emitCalls(parts, functions);
    module.export('run', run);
    this.emitGroups(run);
    const hostWork = this.machines.map((machine) => machine.hostWork).reduce(moreWork);
    return { module: module.finish(), instructions: this.instructions, hostWork };
  }

  /** @returns the function's index */
  private emitPart(range: BlockRange): number {
    const { module, calls, options, graph } = this;
    const { index, builder } = module.define({ params: ['i32', 'i32', 'i32', 'i32'], results: ['i32'] });
    const machine = new MachineLocals(module, builder, calls, options, this.isLarge);
    const { records } = options;
    if (records)
      machine.records = new ScalarRecords(machine, records, module.importIndex(DRAIN), () => this.recordedGroups++);
    machine.vgprs = graph.vgprs;
    if (this.facts.liveness.atStart(graph.start).any(SECOND_LOCAL_ID)) machine.rows = options.rows;
    machine.trackLinear(this.linear);
    emitPart(this.facts, machine, range);
    this.machines.push(machine);
    return index;
  }

  /** Calls the part that has the block to go to, as long as one comes back for another one. */
  private emitCalls(parts: readonly BlockRange[], functions: readonly number[]): number {
    const { index, builder: b } = this.module.define({ params: ['i32', 'i32', 'i32', 'i32'], results: ['i32'] });
    const result = b.local('i32');
    const places = parts.flatMap(({ first, end }, part) => Array.from({ length: end - first }, () => part));
    b.loop().block();
    for (const _ of parts) b.block();
    b.get(PARAM.entry)
      .i32(ENTRY_MASK)
      .op('i32.and')
      .brTable(places, parts.length - 1);
    functions.forEach((part, position) => {
      b.end();
      for (const param of [PARAM.slot, PARAM.entry, PARAM.budget, PARAM.counts]) b.get(param);
      b.call(part).set(result);
      b.br(parts.length - 1 - position);
    });
    b.end();
    b.get(result)
      .i32((1 << STATUS_BITS) - 1)
      .op('i32.and')
      .i32(STATUS.part)
      .op('i32.eq')
      .if();
    b.get(result).i32(STATUS_BITS).op('i32.shr_u');
    b.get(PARAM.entry).i32(GIVES_WAY).op('i32.and').op('i32.or').set(PARAM.entry);
    b.get(PARAM.counts).memory('i32.load', REMAINING).set(PARAM.budget);
    b.br(1).end().end();
    b.get(result);
    return index;
  }

  /** Work-groups as a whole, unless single wavefronts are observed, or what follows a barrier is not here. */
  private emitGroups(run: number): void {
    const { graph, module, options, machines } = this;
    const isInGraph = (key: BlockKey | undefined): boolean => key !== undefined && graph.index.has(keyOf(key));
    if (
      options.exact ||
      options.records === 'path' ||
      !graph.blocks.every(({ ending, next }) => ending !== 'barrier' || isInGraph(next))
    )
      return;
    const start = graph.index.get(keyOf(graph.start));
    if (start === undefined) return;
    module.export(
      'groups',
      emitGroups(module, {
        run,
        start,
        live: this.facts.liveness.atStart(graph.start),
        hinted: new Set(
          [...this.linear].filter((register) => this.facts.liveness.atStart(graph.start).active(register)),
        ),
        rows: Math.max(...machines.map((machine) => machine.rows)),
        stored: new Set(machines.flatMap((machine) => [...machine.stored])),
        vgprs: graph.vgprs,
        layout: graph.layout,
      }),
    );
  }
}

/** The module of a kernel. */
export const emitKernel = (graph: FlowGraph, options: EmitOptions): EmittedKernel =>
  new KernelEmitter(graph, options).emit();

// Builds the dataflow graphs of a program's launches from its LLVM IR, with the problems of their code.

import { plainName } from '../compiler/ir/lexical.js';
import { sourceName } from '../compiler/ir/symbol-names.js';
import { graphProblems } from '../dataflow/checks/checks.js';
import type { DataflowGraph, GraphNode, Port } from '../dataflow/graph.js';
import { nodesOf } from '../dataflow/graph.js';
import { distinctProblems, type GraphProblem } from '../dataflow/problem.js';
import { checkAllocation } from './allocation-checks.js';
import { type NodeDeclarations, type ProblemReport, readDeclarations } from './declarations.js';
import type { HpvmCall } from './intrinsics.js';
import { checkLaunch } from './launch-checks.js';
import { checkAccesses, checkGpuCode, checkQueries, type LeafContext } from './leaf-checks.js';
import { EffectReader } from './memory-effects.js';
import type { HpvmFunction, HpvmModule } from './module.js';
import { type ChildCreation, type FusionCall, type InternalCode, readInternalCode } from './node-calls.js';
import { FUSED_SYMBOL, type FusionPlan, withGroups } from './transform/groups.js';

/** A graph with the functions of its nodes. */
export interface HpvmGraph {
  readonly graph: DataflowGraph;
  readonly functions: ReadonlyMap<GraphNode, HpvmFunction>;
}

export interface HpvmProgram {
  readonly module: HpvmModule;
  readonly graphs: readonly HpvmGraph[];
  readonly problems: readonly GraphProblem[];
  /** Calls of `__hpvm__fuse`, by the symbol of the node that contains them. */
  readonly fusions: ReadonlyMap<string, readonly FusionCall[]>;
  readonly plan: FusionPlan;
  /** Nodes that merges have replaced. */
  readonly members: readonly MergedNode[];
}

export interface MergedNode {
  /** Of its function. */
  readonly symbol: string;
  readonly node: GraphNode;
}

interface NodeFacts extends NodeDeclarations {
  readonly kind: GraphNode['kind'];
  readonly internal: InternalCode;
}

const NO_CHILDREN: InternalCode = { isWhole: true, children: [], edges: [], bindings: [], fusions: [] };
const MAX_LEVELS = 64;

class GraphBuilder {
  readonly problems: GraphProblem[] = [];
  private readonly facts = new Map<string, NodeFacts>();
  private readonly context: LeafContext;

  constructor(
    private readonly module: HpvmModule,
    private readonly maxWorkGroupSize: number | undefined,
    private readonly plan: FusionPlan,
  ) {
    this.context = { module, effects: new EffectReader(module) };
  }

  private reportFor(name: string): ProblemReport {
    return (message, place, severity = 'error') => {
      this.problems.push({ severity, node: name, message, place });
    };
  }

  private factsOf(code: HpvmFunction): NodeFacts {
    const kept = this.facts.get(code.symbol);
    if (kept) return kept;
    const report = this.reportFor(code.name);
    const has = (kind: HpvmCall['kind']): boolean => code.calls.some((call) => call.kind === kind);
    const kind = has('create-node') ? 'internal' : has('malloc') ? 'allocation' : 'leaf';
    const declarations = readDeclarations(this.module, code, report, kind !== 'allocation');
    const written = kind === 'internal' ? readInternalCode(this.module, code, report) : NO_CHILDREN;
    const internal = withGroups(written, this.plan.get(code.symbol) ?? []);
    const facts = { ...declarations, kind, internal } as const;
    this.facts.set(code.symbol, facts);
    this.checkFunction(code, facts, report);
    return facts;
  }

  private checkFunction(code: HpvmFunction, { kind, inputs, target }: NodeFacts, report: ProblemReport): void {
    // Sizes of fused nodes may be values of their members.
    const isFused = code.symbol.startsWith(FUSED_SYMBOL);
    inputs.forEach(({ type, name }, index) => {
      if (!isFused && type.startsWith('ptr') && inputs[index + 1]?.type !== 'i64')
        report(`no size of type size_t follows the pointer ${name ?? `#${index}`}`, code.place, 'warning');
    });
    if (kind === 'allocation') checkAllocation(this.module, code, target, report);
    if (kind !== 'leaf') return;
    checkAccesses(this.context, code, inputs, report);
    if (target === 'gpu' || target === 'cpu-or-gpu') checkGpuCode(this.context, code, report);
  }

  private childNode(
    creation: ChildCreation,
    parents: readonly HpvmFunction[],
    functions: Map<GraphNode, HpvmFunction>,
  ): GraphNode | undefined {
    const { symbol, place } = creation;
    const report = this.reportFor(parents[0]?.name ?? '');
    const code = this.module.functions.get(symbol);
    const name = code?.name ?? sourceName(plainName(symbol));
    if (!code) report(`${name}, the function of a node, is not defined in this program`, place);
    else if (parents.includes(code)) report(`${name} contains itself`, place);
    else if (parents.length >= MAX_LEVELS) report(`nodes are nested more than ${MAX_LEVELS} levels deep`, place);
    else return this.node(code, parents, creation, functions);
    return undefined;
  }

  private node(
    code: HpvmFunction,
    parents: readonly HpvmFunction[],
    creation: Pick<ChildCreation, 'extents' | 'place'>,
    functions: Map<GraphNode, HpvmFunction>,
  ): GraphNode {
    const { kind, target, inputs, outputs, internal } = this.factsOf(code);
    const all = internal.children.map((child) => this.childNode(child, [code, ...parents], functions));
    const present = all.filter((child) => child !== undefined);
    // Without one of the children, indices of the others do not fit.
    const isWhole = internal.isWhole && present.length === all.length;
    const children = isWhole ? present : [];
    const bindings = isWhole ? internal.bindings : [];
    const node: GraphNode = {
      name: code.name,
      kind,
      target,
      extents: creation.extents,
      inputs,
      outputs: kind === 'internal' ? boundOutputs(children, bindings) : outputs,
      children,
      edges: isWhole ? internal.edges : [],
      bindings,
      place: code.place,
      creationPlace: creation.place,
    };
    functions.set(node, code);
    return node;
  }

  get fusions(): ReadonlyMap<string, readonly FusionCall[]> {
    return new Map([...this.facts].map(([symbol, { internal }]) => [symbol, internal.fusions]));
  }

  build(launcher: HpvmFunction, call: HpvmCall): HpvmGraph | undefined {
    const place = this.module.placeOf(call.instruction) ?? launcher.place;
    const report = this.reportFor(launcher.name);
    const root = checkLaunch(this.module, launcher, call, report);
    if (!root) return undefined;
    const functions = new Map<GraphNode, HpvmFunction>();
    const node = this.node(root, [], { extents: [], place }, functions);
    const streaming = call.operands[0]?.value ?? '0';
    const isStreaming = streaming !== '0' && streaming !== 'false';
    const graph = { root: node, isStreaming, launcher: launcher.name, place };
    this.problems.push(
      ...graphProblems(graph, { ...(this.maxWorkGroupSize && { maxWorkGroupSize: this.maxWorkGroupSize }) }),
    );
    for (const each of nodesOf(node)) {
      const code = functions.get(each.node);
      if (code && each.node.kind === 'leaf') checkQueries(this.context, code, each, this.reportFor(code.name));
    }
    return { graph, functions };
  }
}

function boundOutputs(children: readonly GraphNode[], bindings: GraphNode['bindings']): readonly Port[] {
  const outputs: Port[] = [];
  for (const { direction, parentPort, child } of bindings) {
    const output = children[child.node]?.outputs[child.port];
    if (direction === 'out' && parentPort >= 0 && parentPort < MAX_OUTPUTS)
      outputs[parentPort] = output ?? { name: undefined, type: 'void', access: undefined };
  }
  return Array.from(outputs, (port) => port ?? { name: undefined, type: 'void', access: undefined });
}

/** Bounds the array of outputs where a program binds an index by mistake. */
const MAX_OUTPUTS = 4096;

/** @param maxWorkGroupSize of the GPU @param plan merges of children */
export function buildGraphs(module: HpvmModule, maxWorkGroupSize?: number, plan: FusionPlan = new Map()): HpvmProgram {
  const builder = new GraphBuilder(module, maxWorkGroupSize, plan);
  const graphs: HpvmGraph[] = [];
  for (const code of module.functions.values()) {
    for (const call of code.calls) {
      const graph = call.kind === 'launch' ? builder.build(code, call) : undefined;
      if (graph) graphs.push(graph);
    }
  }
  return { module, graphs, problems: distinctProblems(builder.problems), fusions: builder.fusions, plan, members: [] };
}

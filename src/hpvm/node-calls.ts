// The calls that an internal node's code makes, in order: children, edges and bindings.

import { plainName } from '../compiler/ir/lexical.js';
import type { Binding, DataEdge, NodeExtent } from '../dataflow/graph.js';
import type { ProblemReport } from './declarations.js';
import { GraphCodeError, GraphEvaluator } from './graph-evaluator.js';
import { type GraphValue, valueText } from './graph-value.js';
import type { HpvmCall } from './intrinsics.js';
import type { HpvmFunction, HpvmModule } from './module.js';

export interface ChildCreation {
  /** Including `@`. */
  readonly symbol: string;
  readonly extents: readonly NodeExtent[];
  /** Types of the extents in the call. */
  readonly extentTypes: readonly string[];
  readonly place: string | undefined;
}

/** Children that the source merges. */
export interface FusionCall {
  readonly nodes: readonly number[];
  readonly place: string | undefined;
}

export interface InternalCode {
  /** Unset after an error that ends the graph code. */
  readonly isWhole: boolean;
  readonly children: readonly ChildCreation[];
  readonly edges: readonly DataEdge[];
  readonly bindings: readonly Binding[];
  readonly fusions: readonly FusionCall[];
}

const extentOf = (value: GraphValue): NodeExtent => {
  if (value.kind === 'integer') return { kind: 'constant', count: value.value };
  if (value.kind === 'input') return { kind: 'input', input: value.index };
  return { kind: 'computed', text: valueText(value) };
};

class CallCollector {
  readonly children: ChildCreation[] = [];
  readonly edges: DataEdge[] = [];
  readonly bindings: Binding[] = [];
  readonly fusions: FusionCall[] = [];

  constructor(
    private readonly module: HpvmModule,
    private readonly code: HpvmFunction,
    private readonly report: ProblemReport,
  ) {}

  add(call: HpvmCall, values: readonly GraphValue[]): GraphValue | undefined {
    const place = this.module.placeOf(call.instruction) ?? this.code.place;
    switch (call.kind) {
      case 'hint':
      case 'attributes':
        return undefined;
      case 'create-node':
        return this.create(call, values, place);
      case 'bind-in':
      case 'bind-out':
        this.bind(call, values, place);
        return undefined;
      case 'edge':
        this.connect(values, place);
        return undefined;
      case 'fuse':
        this.fusions.push({ nodes: values.map((value) => this.node(value, place)), place });
        return undefined;
      default:
        throw new GraphCodeError(`${call.name} in a node that has children`, place);
    }
  }

  private create(call: HpvmCall, values: readonly GraphValue[], place: string | undefined): GraphValue {
    const [dimensions, code, ...extents] = values;
    if (code?.kind !== 'function')
      throw new GraphCodeError(
        `__hpvm__createNodeND of a computed function: ${code ? valueText(code) : 'none'}`,
        place,
      );
    if (dimensions?.kind !== 'integer' || dimensions.value !== BigInt(extents.length))
      this.report(
        `__hpvm__createNodeND(${dimensions ? valueText(dimensions) : '?'}, ${plainName(code.symbol)}) with ${extents.length} extents`,
        place,
      );
    const extentTypes = call.operands.slice(2).map(({ type }) => type);
    this.children.push({ symbol: code.symbol, extents: extents.map(extentOf), extentTypes, place });
    return { kind: 'node', index: this.children.length - 1 };
  }

  private node(value: GraphValue | undefined, place: string | undefined): number {
    if (value?.kind === 'node') return value.index;
    throw new GraphCodeError(
      `${value ? valueText(value) : 'a node'} is no node that ${this.code.name} has created`,
      place,
    );
  }

  private constant(value: GraphValue | undefined, name: string, place: string | undefined): number {
    if (value?.kind === 'integer') return Number(value.value);
    throw new GraphCodeError(`the ${name} is not constant: ${value ? valueText(value) : 'none'}`, place);
  }

  private bind(call: HpvmCall, values: readonly GraphValue[], place: string | undefined): void {
    const [child, first, second, streaming] = values;
    const direction = call.kind === 'bind-in' ? 'in' : 'out';
    const ports = [this.constant(first, 'first index', place), this.constant(second, 'second index', place)] as const;
    const [parentPort, port] = direction === 'in' ? ports : [ports[1], ports[0]];
    const isStreaming = this.constant(streaming, 'streaming flag', place) !== 0;
    this.bindings.push({ direction, parentPort, child: { node: this.node(child, place), port }, isStreaming, place });
  }

  private connect(values: readonly GraphValue[], place: string | undefined): void {
    const [source, destination, replication, output, input, streaming] = values;
    this.edges.push({
      kind: 'data',
      source: { node: this.node(source, place), port: this.constant(output, 'index of the output', place) },
      destination: { node: this.node(destination, place), port: this.constant(input, 'index of the input', place) },
      pattern: this.constant(replication, 'replication', place) === 0 ? 'one-to-one' : 'all-to-all',
      isStreaming: this.constant(streaming, 'streaming flag', place) !== 0,
      place,
    });
  }
}

/** The part of the graph that a function describes. Code without a fixed meaning is a problem, and ends it. */
export function readInternalCode(module: HpvmModule, code: HpvmFunction, report: ProblemReport): InternalCode {
  const collector = new CallCollector(module, code, report);
  let isWhole = true;
  try {
    new GraphEvaluator(module, code, (call, values) => collector.add(call, values)).run();
  } catch (error) {
    if (!(error instanceof GraphCodeError)) throw error;
    report(error.message, error.place);
    isWhole = false;
  }
  const { children, edges, bindings, fusions } = collector;
  return { isWhole, children, edges, bindings, fusions };
}

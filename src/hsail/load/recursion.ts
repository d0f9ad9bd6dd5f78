// Functions that call themselves, directly or by others: they are lowered once for a kernel. Their registers and
// variables have one place each; what a call would overwrite is saved in private memory.

import { VECTOR, VECTOR_COUNT } from '../../isa/hsail/registers.js';
import { formalArguments } from '../brig/call-checks.js';
import { SEGMENTS } from '../brig/enums.js';
import { type BrigEntry, type BrigModule, listAt, stringAt } from '../brig/module.js';
import { allocates, bodyOf } from './body.js';
import { indirectTargets } from './indirect-calls.js';
import { tooManyRegisters, wordsOfRegisters } from './registers.js';
import { alignmentOf, bytesOfVariable, type VariableArea } from './storage.js';

const WORD_BYTES = 4;

/** A function that is lowered once. */
export interface OutlinedFunction {
  readonly entry: BrigEntry;
  readonly name: string;
  /** Names of the functions that it calls and that call it, its own among them. */
  readonly circle: ReadonlySet<string>;
  /** The first of its registers. */
  readonly first: number;
  /** Its variables in private memory, those of the functions that are expanded in it, and its arguments. */
  readonly storage: { readonly start: number; readonly end: number };
  /** Places of its arguments. */
  readonly formals: ReadonlyMap<number, number>;
  /** Return points of its calls. */
  readonly sites: { readonly number: number; readonly label: string }[];
}

interface GraphNode {
  readonly entry: BrigEntry;
  readonly calls: ReadonlySet<string>;
  /** Words of its registers. */
  readonly words: number;
}

const OWN_SEGMENTS: readonly number[] = [SEGMENTS.private, SEGMENTS.spill, SEGMENTS.arg];

function nodeOf(module: BrigModule, entry: BrigEntry, definitions: ReadonlyMap<string, BrigEntry>): GraphNode {
  const body = bodyOf(module, entry);
  const entryAt = (offset: number): BrigEntry => module.code.get(offset)!;
  const targets = body.instructions.flatMap(({ row, operands }) => {
    if (row.name === 'call') return [entryAt(operands[1]!.values['ref']!)];
    if (row.name === 'icall') return indirectTargets(module, definitions, entryAt(operands[3]!.values['ref']!));
    return row.name === 'scall' ? listAt(module, operands[3]!.values['elements']!).map(entryAt) : [];
  });
  const calls = targets.map((target) => stringAt(module, target.values['name']!));
  return {
    entry,
    calls: new Set(calls),
    words: wordsOfRegisters(module, body) + Number(allocates(body)),
  };
}

/** The functions of a kernel by name. */
class CallGraph {
  private readonly nodes = new Map<string, GraphNode>();

  constructor(module: BrigModule, kernel: BrigEntry, definitions: ReadonlyMap<string, BrigEntry>) {
    const add = (name: string, entry: BrigEntry | undefined): void => {
      if (this.nodes.has(name) || !entry || entry.kind === 'directive_variable') return;
      const node = nodeOf(module, entry, definitions);
      this.nodes.set(name, node);
      for (const callee of node.calls) add(callee, definitions.get(callee));
    };
    add(stringAt(module, kernel.values['name']!), kernel);
  }

  get names(): readonly string[] {
    return [...this.nodes.keys()];
  }

  node(name: string): GraphNode {
    return this.nodes.get(name)!;
  }

  /** True if a chain of calls leads from one function to another. */
  reaches(from: string, to: string, seen = new Set<string>()): boolean {
    for (const callee of this.nodes.get(from)?.calls ?? []) {
      if (callee === to) return true;
      if (seen.has(callee)) continue;
      seen.add(callee);
      if (this.reaches(callee, to, seen)) return true;
    }
    return false;
  }

  isRecursive(name: string): boolean {
    return this.reaches(name, name);
  }

  private expanded(name: string): readonly string[] {
    return [...this.node(name).calls].filter((callee) => this.nodes.has(callee) && !this.isRecursive(callee));
  }

  /** Words of registers of a function and of what is expanded in it. */
  words(name: string): number {
    return this.node(name).words + Math.max(0, ...this.expanded(name).map((callee) => this.words(callee)));
  }

  /** A function and all that are expanded in it. */
  bodies(name: string): ReadonlySet<string> {
    return new Set([name, ...this.expanded(name).flatMap((callee) => [...this.bodies(callee)])]);
  }
}

/** The places of a function's arguments and variables, one behind the other. */
function placed(
  module: BrigModule,
  graph: CallGraph,
  name: string,
  privates: VariableArea,
): Pick<OutlinedFunction, 'storage' | 'formals'> {
  const start = privates.align(WORD_BYTES);
  const formals = new Map(
    formalArguments(module, graph.node(name).entry).map((formal) => [
      formal.offset,
      privates.takeFor(formal, bytesOfVariable(formal), Math.max(alignmentOf(formal), WORD_BYTES)),
    ]),
  );
  for (const each of graph.bodies(name))
    for (const variable of bodyOf(module, graph.node(each).entry).variables)
      if (OWN_SEGMENTS.includes(variable.values['segment']!)) privates.placeOf(variable);
  return { storage: { start, end: privates.align(WORD_BYTES) }, formals };
}

export class Recursion {
  /** By the offset of the function's entry. */
  readonly functions = new Map<number, OutlinedFunction>();
  /** The first register behind those of the functions. */
  readonly end: number;
  /** True if the kernel and what is expanded in it need more registers than there are. */
  readonly spills: boolean;

  constructor(
    module: BrigModule,
    kernel: BrigEntry,
    definitions: ReadonlyMap<string, BrigEntry>,
    privates: VariableArea,
  ) {
    const graph = new CallGraph(module, kernel, definitions);
    const names = graph.names.filter((name) => graph.isRecursive(name));
    let first: number = VECTOR.first;
    for (const name of names) {
      const { entry } = graph.node(name);
      const circle = new Set(names.filter((other) => graph.reaches(name, other) && graph.reaches(other, name)));
      const places = placed(module, graph, name, privates);
      this.functions.set(entry.offset, { entry, name, circle, first, ...places, sites: [] });
      first += graph.words(name);
    }
    this.end = first;
    const own = stringAt(module, kernel.values['name']!);
    const words = graph.words(own) + 1;
    this.spills = first + words > VECTOR_COUNT;
    if (this.spills && names.length > 0) throw tooManyRegisters(own, words, Math.max(0, VECTOR_COUNT - first));
  }
}

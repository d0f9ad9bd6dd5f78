// Each input of a child has one value, and values have the types of the inputs that get them.

import type { Binding, DataEdge, GraphNode } from '../graph.js';
import type { GraphProblem } from '../problem.js';
import { inputText, isCompatible, isPointer, outputText } from './types.js';

type Report = (message: string, place: string | undefined) => void;

function checkInputs(parent: GraphNode, report: Report): void {
  const counts = parent.children.map(({ inputs }) => inputs.map(() => 0));
  const add = (node: number, port: number): void => {
    const own = counts[node];
    if (own?.[port] !== undefined) own[port]++;
  };
  for (const { direction, child } of parent.bindings) if (direction === 'in') add(child.node, child.port);
  for (const edge of parent.edges) if (edge.kind === 'data') add(edge.destination.node, edge.destination.port);
  parent.children.forEach((child, node) => {
    counts[node]?.forEach((count, port) => {
      if (count === 0) report(`${inputText(child, port)} has no value`, child.creationPlace);
      if (count > 1) report(`${inputText(child, port)} has ${count} values`, child.creationPlace);
    });
  });
}

function checkBindingIn(parent: GraphNode, { parentPort, child, place }: Binding, report: Report): void {
  const node = parent.children[child.node];
  const [from, to] = [parent.inputs[parentPort], node?.inputs[child.port]];
  if (!from) report(`bindIn of input ${parentPort}, but ${parent.name} has ${parent.inputs.length} inputs`, place);
  if (node && !to)
    report(`bindIn to input ${child.port} of ${node.name}, which has ${node.inputs.length} inputs`, place);
  if (node && from && to && from.type !== to.type)
    report(
      `bindIn of ${from.type} ${inputText(parent, parentPort)} to ${to.type} ${inputText(node, child.port)}`,
      place,
    );
}

function checkBindingsOut(parent: GraphNode, report: Report): void {
  const bound = new Set<number>();
  for (const { direction, child, parentPort, place } of parent.bindings) {
    if (direction !== 'out') continue;
    const node = parent.children[child.node];
    if (node && !node.outputs[child.port])
      report(`bindOut of output ${child.port} of ${node.name}, which has ${node.outputs.length} outputs`, place);
    if (bound.has(parentPort)) report(`output ${parentPort} of ${parent.name} is bound twice`, place);
    bound.add(parentPort);
  }
  const count = Math.max(-1, ...bound) + 1;
  for (let port = 0; port < count; port++)
    if (!bound.has(port))
      report(`output ${port} of ${parent.name} is not bound, but output ${count - 1} is`, parent.place);
}

function checkEdgeTypes(parent: GraphNode, { source, destination, place }: DataEdge, report: Report): void {
  const [from, to] = [parent.children[source.node], parent.children[destination.node]];
  if (!from || !to) return;
  const [output, input] = [from.outputs[source.port], to.inputs[destination.port]];
  if (!output)
    report(`edge from output ${source.port} of ${from.name}, which has ${from.outputs.length} outputs`, place);
  if (!input) report(`edge to input ${destination.port} of ${to.name}, which has ${to.inputs.length} inputs`, place);
  if (!output || !input) return;
  if (!isCompatible(output.type, input.type))
    report(
      `edge from ${output.type} ${outputText(from, source.port)} to ${input.type} ${inputText(to, destination.port)}`,
      place,
    );
  if (isPointer(output) && from.kind === 'leaf' && from.target === 'gpu')
    report(
      `a pointer travels over the edge from ${outputText(from, source.port)}: no GPU gives pointers of the host`,
      place,
    );
}

export function valueProblems(parent: GraphNode): readonly GraphProblem[] {
  const problems: GraphProblem[] = [];
  const report: Report = (message, place) => {
    problems.push({ severity: 'error', node: parent.name, message, place });
  };
  checkInputs(parent, report);
  for (const binding of parent.bindings) if (binding.direction === 'in') checkBindingIn(parent, binding, report);
  checkBindingsOut(parent, report);
  for (const edge of parent.edges) if (edge.kind === 'data') checkEdgeTypes(parent, edge, report);
  return problems;
}

// A mistake in a graph, with its place in the source.

export interface GraphProblem {
  readonly severity: 'error' | 'warning';
  /** The function or node that has it. */
  readonly node: string;
  readonly message: string;
  /** `file:line:column`; undefined without debug information. */
  readonly place: string | undefined;
}

export const problemText = ({ severity, node, message, place }: GraphProblem): string =>
  `${place === undefined ? '' : `${place}: `}${severity}: ${node}: ${message}`;

/** Problems without repetitions, as of a function that several nodes have. */
export function distinctProblems(problems: readonly GraphProblem[]): readonly GraphProblem[] {
  return [...new Map(problems.map((problem) => [problemText(problem), problem])).values()];
}

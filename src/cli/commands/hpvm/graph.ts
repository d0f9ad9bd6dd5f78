// `atoll hpvm graph`: the dataflow graphs of a program as text, JSON, DOT and SVG.

import type { DataflowGraph } from '../../../dataflow/graph.js';
import { graphsDot } from '../../../dataflow/print/dot.js';
import { plainGraph } from '../../../dataflow/print/json.js';
import { graphsSvg } from '../../../dataflow/print/svg.js';
import { graphText } from '../../../dataflow/print/text.js';
import { type GraphProblem, problemText } from '../../../dataflow/problem.js';
import { FAMILY } from '../../../driver/device-models.js';
import { buildGraphs } from '../../../hpvm/build-graphs.js';
import { hostClang, hostProgram, optimized } from '../../../hpvm/compile.js';
import { transformed } from '../../../hpvm/transform/transform.js';
import { AtollError } from '../../../util/errors.js';
import { writeWhole } from '../../../util/whole-file.js';
import { ExitStatus } from '../../command-line/exit.js';
import { namedClang } from '../../inputs/named-clang.js';

export interface GraphFlags {
  readonly json?: boolean;
  readonly dot?: boolean;
  readonly svg?: boolean;
  readonly output?: string;
  readonly clang?: string;
  readonly fuse: readonly string[];
}

function graphOutput(graphs: readonly DataflowGraph[], problems: readonly GraphProblem[], flags: GraphFlags): string {
  if (flags.json) return `${JSON.stringify({ schema: 1, graphs: graphs.map(plainGraph), problems }, null, 2)}\n`;
  if (flags.dot) return graphsDot(graphs);
  return flags.svg ? graphsSvg(graphs) : graphs.map(graphText).join('\n');
}

function writeGraphs(text: string, output: string | undefined): void {
  if (output === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeWhole(output, text);
  } catch (error) {
    throw new AtollError('HOST', `${output}: cannot be written: ${(error as Error).message}`, 'Name another file.');
  }
}

/** @throws AtollError BAD_INPUT for a file that clang rejects, or without a launch */
export async function graphFile(file: string, options: readonly string[], flags: GraphFlags): Promise<void> {
  const forms = (['json', 'dot', 'svg'] as const).filter((form) => flags[form]);
  if (forms.length > 1)
    throw new AtollError('BAD_OPTION', `--${forms.join(' and --')} exclude each other`, 'Use one of them.');
  const { module, log } = await hostProgram(file, () => hostClang(namedClang(flags.clang)), options);
  process.stderr.write(log);
  const { graphs, problems } = await transformed(buildGraphs(module, FAMILY.maxWorkGroupSize), {
    fuse: flags.fuse.map((names) => names.split(',')),
    maxWorkGroupSize: FAMILY.maxWorkGroupSize,
    optimize: (text) => optimized(hostClang(namedClang(flags.clang)), text, file),
  });
  if (graphs.length === 0 && problems.length === 0)
    throw new AtollError('BAD_INPUT', `${file} launches no graph`, 'A program launches one by __hpvm__launch.');
  process.stderr.write(problems.map((problem) => `${problemText(problem)}\n`).join(''));
  writeGraphs(
    graphOutput(
      graphs.map(({ graph }) => graph),
      problems,
      flags,
    ),
    flags.output,
  );
  if (problems.some(({ severity }) => severity === 'error')) process.exitCode = ExitStatus.CHECK_FAILED;
}

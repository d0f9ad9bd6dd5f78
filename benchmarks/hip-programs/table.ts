// The printed table of the programs, and the page of the documents.

import { TOO_LARGE } from './programs.js';
import type { HipProgramOutcome, HipVerdict } from './run.js';

/** By device. */
export type HipResults = Readonly<Record<string, readonly HipProgramOutcome[]>>;

const VERDICTS: readonly HipVerdict[] = ['verified', 'wrong', 'failed', 'time limit', 'no verdict', 'not built'];

export function lineOf({ name, verdict, seconds, reason }: HipProgramOutcome): string {
  return `${name.padEnd(24)} ${verdict.padEnd(10)} ${seconds.toFixed(1).padStart(7)} s  ${reason}`.trimEnd();
}

export function sumsOf(outcomes: readonly HipProgramOutcome[]): string {
  const counts = VERDICTS.map(
    (verdict) => [verdict, outcomes.filter((one) => one.verdict === verdict).length] as const,
  );
  const parts = counts.filter(([, count]) => count > 0).map(([verdict, count]) => `${count} ${verdict}`);
  return `${outcomes.length} programs: ${parts.join(', ')}`;
}

function cell(outcome: HipProgramOutcome | undefined): string {
  if (!outcome) return '';
  return outcome.verdict === 'verified' ? `verified, ${outcome.seconds.toFixed(1)} s` : outcome.verdict;
}

const escaped = (text: string): string => text.replaceAll('|', '\\|');

export function documentText(results: HipResults): string {
  const devices = Object.keys(results);
  const names = [...new Set(devices.flatMap((device) => results[device]!.map(({ name }) => name)))].sort();
  const rows = names.map((name) => {
    const outcomes = devices.map((device) => results[device]!.find((outcome) => outcome.name === name));
    const words = outcomes.find((outcome) => outcome)!.words;
    const reasons = [...new Set(outcomes.flatMap((outcome) => outcome?.reason || []))].map(
      (text) => `\`${text.replaceAll('`', "'")}\``,
    );
    return `| ${name} | ${escaped(words && `\`${words}\``)} | ${outcomes.map(cell).join(' | ')} | ${escaped(reasons.join('; '))} |`;
  });
  return `# Self-checking HIP programs

<!-- Written by benchmarks/hip-programs: do not edit. -->

Programs of HeCBench (github.com/zjin-lcf/HeCBench), built by Debian 12's \`hipcc\` 5.2.3, outside of the repository. Each ran once under
\`atoll run --device\` with arguments that keep it small, from its own folder. What counts is what the program says of its own results (\`PASS\`, an error
below its bound), and that it ended with status 0. Times are those of the whole process, the start of the runtime among them (about a second), on a
machine with ten times as much work as it has processors: no measurement, and what says \`time limit\` had 60 to 240 seconds of such a machine. What is
not in the list was not run. Not in it, since they want more memory than there is at any size (3 GiB in all, 1 GiB of it memory of the host, 1.5 GiB in
one piece): ${TOO_LARGE.join(', ')}.

    node dist/benchmarks/hip-programs/main.js --built DIR --inputs DIR --json results.json
    node dist/benchmarks/hip-programs/main.js --document results.json
    node dist/benchmarks/hip-programs/main.js --built DIR --inputs DIR --lockstep --programs A,B,...

The last one compares engines, by the first four launches of each program, the runtime's own among them. On \`vega10\`, \`jit\` and the interpreter were
alike after each instruction of them, and memory after each launch, in bincount, chacha20, fpc, ga, glu, keogh, laplace3d, lif, maxpool3d, merge,
quantBnB, rfs, s8n, stddev, threadfence, tissue, tsa, vote, wyllie and zoom, most with smaller arguments than those of the table.

${devices.map((device) => `- \`${device}\`: ${sumsOf(results[device]!)}.`).join('\n')}

| program | arguments | ${devices.map((device) => `\`${device}\``).join(' | ')} | what it said |
|---|---|${devices.map(() => '---|').join('')}---|
${rows.join('\n')}
`;
}

// What is printed of the programs, and the page of the documents.

import type { Outcome, Verdict } from './run.js';

/** By device. */
export type Results = Readonly<Record<string, readonly Outcome[]>>;

const VERDICTS: readonly Verdict[] = ['verified', 'wrong', 'failed', 'time limit', 'no verdict', 'not built'];

export function lineOf({ name, verdict, seconds, reason }: Outcome): string {
  return `${name.padEnd(24)} ${verdict.padEnd(10)} ${seconds.toFixed(1).padStart(7)} s  ${reason}`.trimEnd();
}

export function sumsOf(outcomes: readonly Outcome[]): string {
  const counts = VERDICTS.map(
    (verdict) => [verdict, outcomes.filter((one) => one.verdict === verdict).length] as const,
  );
  const there = counts.filter(([, count]) => count > 0).map(([verdict, count]) => `${count} ${verdict}`);
  return `${outcomes.length} programs: ${there.join(', ')}`;
}

function cell(outcome: Outcome | undefined): string {
  if (!outcome) return '';
  return outcome.verdict === 'verified' ? `verified, ${outcome.seconds.toFixed(1)} s` : outcome.verdict;
}

const escaped = (text: string): string => text.replaceAll('|', '\\|');

export function documentText(results: Results): string {
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
  return `# HIP programs that check themselves

<!-- Written by benchmarks/hip-programs: do not edit. -->

Programs of HeCBench (github.com/zjin-lcf/HeCBench), built by Debian 12's \`hipcc\` 5.2.3, outside of the repository. Each ran once under
\`atoll run --device\` with arguments that keep it small, from its own folder. What counts is what the program says of its own results (\`PASS\`, an error
below its bound), and that it ended with status 0. Times are those of the whole process, the start of the runtime among them (about a second), on a
machine with ten times as much work as it has processors: no measurement, and what says \`time limit\` had 25 to 60 seconds of such a machine. A
program that wants more than 3 GiB of memory, or is not in the list, was not run.

    node dist/benchmarks/hip-programs/main.js --built DIR --inputs DIR --json results.json
    node dist/benchmarks/hip-programs/main.js --document results.json

${devices.map((device) => `- \`${device}\`: ${sumsOf(results[device]!)}.`).join('\n')}

| program | arguments | ${devices.map((device) => `\`${device}\``).join(' | ')} | what it said |
|---|---|${devices.map(() => '---|').join('')}---|
${rows.join('\n')}
`;
}

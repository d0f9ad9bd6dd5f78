// The checks of HPVM-C programs: each mistake of bad.c is reported at its line, and nothing else.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { problemText } from '../../src/dataflow/problem.js';
import { buildGraphs } from '../../src/hpvm/build-graphs.js';
import { hostClang, hostProgram } from '../../src/hpvm/compile.js';
import { root } from '../../src/util/paths.js';

const FILE = join(root, 'test/hpvm/bad.c');
const COMMENT = /\/\* ((?:error|warning): .*) \*\//;

/** Expected problems: `LINE error TEXT`. */
const expected = readFileSync(FILE, 'utf8')
  .split('\n')
  .flatMap((line, n) => (COMMENT.exec(line)?.[1]?.split('; also ') ?? []).map((text) => ({ line: n + 1, text })));

const isMatch = (problem: { line: number; text: string }, { line, text }: (typeof expected)[number]): boolean => {
  const [severity = '', ...rest] = text.split(': ');
  return problem.line === line && problem.text.includes(`${severity}: `) && problem.text.includes(rest.join(': '));
};

test('each mistake is reported at its line, and nothing else', async (t) => {
  const { module } = await hostProgram(FILE, () => hostClang(undefined), ['-w']);
  const { problems } = buildGraphs(module, 256);
  const reported = problems.map((problem) => ({
    line: Number(problem.place?.split(':')[1] ?? 0),
    text: problemText(problem),
  }));
  t.true(expected.length > 50);
  t.deepEqual(
    expected.filter((each) => !reported.some((problem) => isMatch(problem, each))),
    [],
    'missing',
  );
  t.deepEqual(
    reported.filter((problem) => !expected.some((each) => isMatch(problem, each))),
    [],
    'unexpected',
  );
});

// Launches that nothing orders: on two queues, or on one that is out of order. Each way to order them is known.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { Finding } from '../../src/check/finding.js';
import { root } from '../../src/util/paths.js';
import { atoll, scratchFolder } from '../cli/atoll.js';

test('races of launches that nothing orders are found, and no others', async (t) => {
  const folder = scratchFolder(t);
  const program = join(folder, 'queues');
  execFileSync('g++', ['-std=c++17', '-O1', join(root, 'test/check/planted/queues.cpp'), '-o', program, '-lOpenCL']);
  const check = async (which: string) => {
    const json = join(folder, `${which}.json`);
    const { exitCode, stdout, stderr } = await atoll(['check', '--json', json, '--', program, which]);
    t.is(stdout, 'done', String(stderr));
    const { findings } = JSON.parse(readFileSync(json, 'utf8')) as { findings: Finding[] };
    return { exitCode, findings };
  };
  const ordered = await check('ordered');
  t.deepEqual(
    ordered.findings.map(({ kernel, message }) => `${kernel}: ${message}`),
    [],
  );
  t.is(ordered.exitCode, 0);
  const { exitCode, findings } = await check('planted');
  t.is(exitCode, 1);
  t.deepEqual(
    findings.map(({ kernel, kind }) => `${kernel}: ${kind}`),
    ['two_queues_b', 'out_of_order_b', 'flushed_b', 'read_reads', 'other_event_b'].map((kernel) => `${kernel}: race`),
  );
  t.regex(findings[0]!.message, /unordered with the write at .* by kernel two_queues_a, launched by clEnqueueNDRange/);
});

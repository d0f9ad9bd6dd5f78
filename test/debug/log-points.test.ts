// The amount of output of log points; its text is in test/documents/editor-sessions.test.ts.

import test from 'ava';
import { Breakpoints } from '../../src/debug/breakpoints.js';
import { logTo } from '../../src/debug/log-points.js';
import type { Prompt } from '../../src/debug/prompt.js';
import { LaunchContexts } from '../../src/launch/launch-context.js';

test('a log point in a loop does not fill the memory of its client', (t) => {
  const lines: string[] = [];
  const prompt = { writeLine: (text: string) => lines.push(text) } as unknown as Prompt;
  const all = new Breakpoints(new LaunchContexts());
  const breakpoint = all.add({ kernel: 'k', place: { kind: 'launch' } }, { log: 'here' });
  for (let turn = 0; turn < 20_000; turn++) logTo(prompt, breakpoint);
  t.is(lines.length, 10_001);
  t.is(lines[9999], 'here');
  t.regex(lines[10_000]!, /breakpoint 1 has printed 10000 messages, and prints no more/);
});

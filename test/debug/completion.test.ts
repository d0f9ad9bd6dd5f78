// Completions of the Tab key: commands, and the arguments of each.

import test from 'ava';
import { completions } from '../../src/debug/completion.js';

const CANDIDATES = {
  values: ['id', 'index', 's', 's.a', 's.b', 'v0', 'vcc'],
  places: ['sums', 'program.cl:2', 'program.cl:12'],
};
const offered = (line: string): [string[], string] => completions(line, CANDIDATES);

test('commands', (t) => {
  t.deepEqual(offered('wat'), [['watch'], 'wat']);
  t.true(offered('')[0].includes('help'));
  t.deepEqual(offered('re')[1], 're');
  t.true(offered('re')[0].includes('reverse-step') && offered('re')[0].includes('registers'));
});

test('variables, arguments and registers', (t) => {
  t.deepEqual(offered('print i'), [['id', 'index'], 'i']);
  t.deepEqual(offered('p s.'), [['s.a', 's.b'], 's.']);
  t.deepEqual(offered('p/x v'), [['v0', 'vcc'], 'v']);
  t.deepEqual(offered('print *i'), [['id', 'index'], 'i']);
  t.deepEqual(offered('print s[in'), [['index'], 'in']);
  t.deepEqual(offered('watch id if in'), [['index'], 'in']);
});

test('kernels and lines for commands with a place, words of info', (t) => {
  t.deepEqual(offered('break program.cl:1'), [['program.cl:12'], 'program.cl:1']);
  t.deepEqual(offered('b su'), [['sums'], 'su']);
  t.deepEqual(offered('break er'), [['error'], 'er']);
  t.deepEqual(offered('info l'), [['locals', 'line'], 'l']);
  t.deepEqual(offered('help wat'), [['watch'], 'wat']);
});

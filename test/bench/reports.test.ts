// Reports: every form shows the same numbers, and the page needs nothing but itself.

import { runInNewContext, Script } from 'node:vm';
import test from 'ava';
import { csv } from '../../src/bench/report/csv.js';
import { html } from '../../src/bench/report/html.js';
import { ratioText, time, timeOf } from '../../src/bench/report/numbers.js';
import { markdown, resultTable } from '../../src/bench/report/table.js';
import { caseResult, results, sample } from './fixtures.js';

const instructions = { valu: 600, salu: 300, vmem: 100 };
const counted = { kernelSeconds: 0.001, launches: 2, wavefronts: 16, instructions };
const file = results([
  caseResult({ samples: [sample(2, counted), sample(2, counted)] }),
  caseResult({ target: 'native:x', samples: [sample(1), sample(1)] }),
  caseResult({ benchmark: 'b', verdict: 'FAIL', reason: 'said "no",\n</script><b>|' }),
  caseResult({ benchmark: 'c', verdict: 'SKIP', reason: 'no images' }),
]);

test('the table has times, counts, rate, ratio and verdicts, and the reason of a failure', (t) => {
  const text = resultTable(file);
  for (const part of ['2.00 s', '1.0 ms', '1,000', '1.00 M/s', '0.500', '2 passed, 1 failed, 1 skipped', 'SKIP c'])
    t.true(text.includes(part), part);
  t.regex(text, /native:x: 0\.500 times the wall time of atoll \(geometric mean of 1\)/);
});

test('Markdown keeps its columns, whatever a reason holds', (t) => {
  const lines = markdown(file)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  t.is(lines.length, 2 + file.cases.length);
  const columns = (line: string) => line.replaceAll('\\|', '').split('|').length;
  for (const line of lines) t.is(columns(line), columns(lines[0]!));
  t.regex(markdown(file), /machine host: 2 x P, 1\.0 GiB, Debian/);
});

test('CSV quotes as in RFC 4180', (t) => {
  const [head, first, , third] = csv(file).split(/\r\n(?=[a-z])/);
  t.is(head!.split(',').length, first!.split(',').length);
  const numbers = Object.fromEntries(head!.split(',').map((name, index) => [name, first!.split(',')[index]]));
  t.like(numbers, { benchmark: 'a', launches: '2', wavefronts: '16', wave_instructions: '1000', ratio: '' });
  t.true(third!.includes('"said ""no"",\n</script><b>|"'));
});

test('the page loads nothing, its scripts are whole, and text is text', (t) => {
  const page = html(file);
  t.notRegex(page, /<(script|link|img|iframe)[^>]+(src|href)=/);
  t.notRegex(page, /<b>/);
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1]!);
  t.is(scripts.length, 2);
  for (const script of scripts) t.notThrows(() => new Script(script));
  const plots = JSON.parse(/const plots = (\[.*\]);/.exec(scripts[1]!)![1]!) as {
    title: string;
    datasets: { label: string; data: number[] }[];
  }[];
  t.deepEqual(
    plots.map(({ title }) => title),
    ['Wall time', 'Kernel time', 'Ratio to atoll', 'Speed', 'Instruction mix'],
  );
  const charts: string[] = [];
  class Chart {
    static readonly defaults = {};
    constructor(id: string) {
      charts.push(id);
    }
  }
  runInNewContext(scripts[1]!, { Chart, matchMedia: () => ({ matches: false }) });
  t.deepEqual(
    charts,
    plots.map((_, n) => `plot${n}`),
  );
  const mix = Object.fromEntries(plots[4]!.datasets.map(({ label, data }) => [label, data[0]]));
  t.like(mix, { valu: 60, salu: 30, vmem: 10, lds: 0 });
});

test('numbers as people read them', (t) => {
  t.deepEqual([2e-6, 0.0123, 12.3456].map(time), ['2.0 µs', '12.3 ms', '12.35 s']);
  t.is(timeOf({ value: 1, low: 0.9, high: 1.11 }), '1.00 s ± 11 %');
  t.is(timeOf({ value: 1, low: 0.2, high: 5 }), '1.00 s ×÷ 5.0');
  t.is(timeOf({ value: 1, low: 0, high: Number.POSITIVE_INFINITY }), '1.00 s');
  t.is(ratioText({ value: 2, low: 1.5, high: 2.67 }), '2.00 (1.50 to 2.67)');
  t.is(ratioText(undefined), '');
});

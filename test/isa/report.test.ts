// Output of the commands, and the generated page.

import test from 'ava';
import { isaMarkdown } from '../../src/isa/markdown.js';
import { pseudocode } from '../../src/isa/pseudocode.js';
import {
  assemblyReport,
  disassemblyJson,
  disassemblyText,
  faultingLines,
  instructionReports,
  instructionText,
} from '../../src/isa/report.js';
import { allInstructions, findByName, southernIslands } from './southern-islands.js';

const code = (name: string): readonly string[] => pseudocode(findByName(name)[0]!);

test('pseudo-code reads like the definition', (t) => {
  t.deepEqual(code('s_add_u32'), ['t0 = S0 + S1', 'D = t0', 'SCC = t0 < S0']);
  t.deepEqual(code('v_mac_f32'), ['D = S0.f32 * S1.f32 + D.f32']);
  t.deepEqual(code('v_cmp_lt_f32'), ['D[lane] = S0.f32 < S1.f32']);
  t.deepEqual(code('s_cbranch_vccnz'), ['if (VCC != 0) PC = NEXTPC + (sext64(signed(simm16)) << 2)']);
  t.deepEqual(code('s_bitset0_b32'), ['D = D & ~(1 << S0)']);
});

test('every instruction has a row with syntax, meaning and semantics', (t) => {
  const rows = instructionReports(southernIslands);
  t.is(rows.length, allInstructions().length);
  for (const row of rows) {
    t.true(row.syntax.startsWith(row.name), row.name);
    t.true(row.semantics.length > 0, row.name);
    t.is(row.note === '', row.support === 'full', row.name);
  }
});

test('the table can be filtered by name and by format', (t) => {
  t.deepEqual(
    instructionReports(southernIslands, 's_addc').map(({ name }) => name),
    ['s_addc_u32'],
  );
  t.is(instructionReports(southernIslands, 'sopc').length, 17);
  t.is(instructionReports(southernIslands, 'no such').length, 0);
  t.is(instructionText([], true), '');
  t.regex(
    instructionText(instructionReports(southernIslands, 'v_add_f64'), true),
    /^VOP3 +356 +v_add_f64 D:64, S0:64, S1:64 .*\n +D = S0\.f64 \+ S1\.f64\n$/,
  );
  t.regex(
    instructionText(instructionReports(southernIslands, 'exp'), false),
    /not supported: exports need a graphics pipeline/,
  );
});

test('the page lists every definition once', (t) => {
  const page = isaMarkdown(southernIslands);
  for (const { name, format, promotedFrom } of allInstructions()) {
    if (promotedFrom) t.true(page.includes(`\`${name}_e64`), `${format} ${name}`);
    else t.true(page.includes(`### ${name}\n`), name);
  }
});

test('listings as text and data, and instructions that would fault', (t) => {
  const words = [0xbe800381, 0xf800000f, 0, 0xbf8b0000, 0xbf810000];
  t.is(disassemblyText(southernIslands, words).split('\n').length, 5);
  t.deepEqual(disassemblyJson(southernIslands, words)[0], {
    offset: 0,
    words: ['be800381'],
    text: 's_mov_b32 s0, 1',
    name: 's_mov_b32',
    format: 'SOP1',
  });
  t.deepEqual(
    faultingLines(southernIslands, words).map(({ offset, problem }) => [offset, problem]),
    [
      [4, 'exports need a graphics pipeline: there are no render targets in compute'],
      [12, 'SOPP has no instruction with opcode 11'],
    ],
  );
});

test('assembly problems name the file and the line', (t) => {
  t.deepEqual(assemblyReport(southernIslands, 's_nop 0\nfrob', 'x.s').problems, [
    "x.s:2: there is no instruction 'frob'\n    frob",
  ]);
  t.deepEqual([...assemblyReport(southernIslands, 's_endpgm', 'x.s').words], [0xbf810000]);
});

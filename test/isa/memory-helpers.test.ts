// Helper statements of the memory families: declared in the registry, with as many reads as they pass, and refusals by
// field.

import test from 'ava';
import type { InstructionDef } from '../../src/isa/define.js';
import { HELPERS, refusalOf } from '../../src/isa/helpers.js';
import { hsail } from '../../src/isa/hsail/index.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { familyOf } from './southern-islands.js';

const DS = familyOf('DS');
const MIMG = familyOf('MIMG');
const MTBUF = familyOf('MTBUF');
const MUBUF = familyOf('MUBUF');
const SMRD = familyOf('SMRD');

const ALL: readonly InstructionDef[] = [...SMRD, ...DS, ...MUBUF, ...MTBUF, ...MIMG];

test('every helper statement is declared, passes declared slots, and writes no other slot', async (t) => {
  const used = new Set<string>();
  const newer = (await Promise.all(['gfx803', 'gfx906'].map(loadIsa))).flatMap((isa) => isa.table.all);
  for (const def of [...ALL, ...newer, ...hsail.table.all])
    for (const statement of def.semantics) {
      if (statement.kind !== 'helper') continue;
      const helper = HELPERS.get(statement.name);
      t.truthy(helper, `${def.name}: ${statement.name}`);
      t.is(statement.reads.length, helper!.reads.length, def.name);
      t.deepEqual(statement.writes, [...helper!.writes], def.name);
      used.add(statement.name);
    }
  t.deepEqual([...used].sort(), [...HELPERS.keys()].sort());
});

test('an instruction is refused by its fields: gds, and lds where no transfer to LDS exists', (t) => {
  const reason = (name: string, fields: Readonly<Record<string, number>>): string | undefined =>
    refusalOf({ def: ALL.find((def) => def.name === name)!, words: [], size: 8, operands: {}, fields });
  t.is(reason('ds_add_u32', { gds: 0 }), undefined);
  t.regex(reason('ds_add_u32', { gds: 1 })!, /global data share/);
  t.regex(reason('ds_gws_barrier', { gds: 1 })!, /global wave sync/);
  t.is(reason('buffer_load_dword', { lds: 1 }), undefined);
  t.is(reason('buffer_load_format_x', { lds: 1 }), undefined);
  for (const name of ['buffer_load_dwordx2', 'buffer_load_format_xy', 'buffer_store_dword', 'buffer_atomic_add'])
    t.regex(reason(name, { lds: 1 })!, /can transfer to LDS/, name);
  t.regex(reason('image_get_lod', {})!, /only pixel shaders/);
});

test('support follows the semantics: none for graphics, partial where a level of detail is implied', (t) => {
  const byLevel = (level: string): string[] =>
    ALL.filter((def) => def.support.level === level)
      .map((def) => def.name)
      .sort();
  t.deepEqual(byLevel('none'), [
    'ds_gws_barrier',
    'ds_gws_init',
    'ds_gws_sema_br',
    'ds_gws_sema_p',
    'ds_gws_sema_v',
    'ds_ordered_count',
    'image_get_lod',
  ]);
  const partial = byLevel('partial');
  t.true(partial.includes('image_sample') && partial.includes('image_gather4_c_b_cl_o'));
  t.false(partial.some((name) => /_(l|lz|d|cd)(_|$)/.test(name)));
  // Plain, cl, b and b_cl; each with and without compare and offsets; sample and gather4.
  t.is(partial.length, 4 * 4 * 2);
});

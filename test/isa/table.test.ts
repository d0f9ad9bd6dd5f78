// The table holds every instruction of gfx600, under the right name and number.

import test from 'ava';
import type { InstructionDef } from '../../src/isa/define.js';
import { FORMAT_ARGUMENT } from '../../src/isa/descriptors/element-access.js';
import { HELPERS } from '../../src/isa/helpers.js';
import { pureFunction } from '../../src/isa/language/functions.js';
import { visitExpressions } from '../../src/isa/language/trees.js';
import { layoutOf } from '../../src/isa/layout.js';
import { opcodeRows } from './shared-data.js';
import {
  allInstructions,
  FORMAT_NAMES,
  FORMATS,
  findByName,
  findByOpcode,
  southernIslands,
} from './southern-islands.js';

const { formatOf } = southernIslands;

/** Instructions by format; some that only LLVM or only CLRX has are among them. */
const COUNTS = {
  SOP1: 48,
  SOP2: 43,
  SOPK: 20,
  SOPC: 17,
  SOPP: 21,
  SMRD: 12,
  VOP1: 60,
  VOP2: 50,
  VOP3: 357,
  VOPC: 196,
  VINTRP: 3,
  DS: 131,
  MUBUF: 56,
  MTBUF: 8,
  MIMG: 93,
  EXP: 1,
};

test('every format has its instructions', (t) => {
  const counts = Object.fromEntries(
    FORMAT_NAMES.map((format) => [format, allInstructions().filter((def) => def.format === format).length]),
  );
  t.deepEqual(counts, COUNTS);
});

test('instructions are found by opcode and by name', (t) => {
  for (const def of allInstructions()) {
    t.is(findByOpcode(def.format, def.opcode), def);
    t.true(findByName(def.name).includes(def), def.name);
  }
  t.deepEqual(
    findByName('v_add_f32').map(({ format }) => format),
    ['VOP2', 'VOP3'],
  );
  t.deepEqual(
    findByName('v_add_f32_e64').map(({ format }) => format),
    ['VOP3'],
  );
  t.is(findByName('v_cmp_lg_i32')[0]?.name, 'v_cmp_ne_i32');
  t.deepEqual(findByName('v_add_f33'), []);
  t.is(findByOpcode('SOP2', 99), undefined);
});

test('64-bit forms repeat the semantics of the 32-bit form', (t) => {
  const forms = allInstructions().filter((def) => def.promotedFrom);
  t.is(forms.length, 304);
  for (const form of forms) {
    t.is(form.name, form.promotedFrom!.name);
    t.is(form.semantics.length, form.promotedFrom!.semantics.length);
  }
  const addc = findByName('v_addc_u32_e64')[0]!;
  t.deepEqual(addc.slots, ['D', 'SDST', 'S0', 'S1', 'S2']);
  t.deepEqual(findByName('v_cndmask_b32_e64')[0]!.slots, ['D', 'S0', 'S1', 'S2']);
});

test('formats do not overlap', (t) => {
  for (const format of Object.values(FORMATS)) t.is(formatOf(format.bits), format);
});

test('definitions name only slots, functions and helpers that exist', (t) => {
  for (const def of allInstructions()) {
    t.notThrows(() => layoutOf(def));
    visitExpressions(def.semantics, (ex) => {
      if (ex.kind === 'call') t.truthy(pureFunction(ex.name), `${def.name} calls ${ex.name}`);
      if (ex.kind === 'field') t.true(fieldExists(def.format, ex.field), `${def.name} reads the field ${ex.field}`);
    });
    for (const statement of def.semantics)
      if (statement.kind === 'helper') t.true(HELPERS.has(statement.name), `${def.name} needs ${statement.name}`);
    t.not(def.meaning, '');
  }
});

const fieldExists = (format: keyof typeof FORMATS, name: string): boolean =>
  name === 'simm32' || name in (FORMATS[format]?.fields ?? {});

const OPCODES = opcodeRows();
if (OPCODES)
  test('the table agrees with LLVM and CLRX on every opcode that both have', (t) => {
    const certain = OPCODES.filter((row) => row.certain);
    t.is(certain.length, 1107);
    for (const { family, opcode, name } of certain)
      t.is(findByOpcode(family as keyof typeof FORMATS, opcode)?.name, name, `${family} ${opcode}`);
  });

/**
 * The helper that an instruction is, with the part of the format that it reads: of the resource where a component of it
 * is read.
 */
function helperOf(def: InstructionDef) {
  const statement = def.semantics.find((each) => each.kind === 'helper' && !HELPERS.get(each.name)?.refusal);
  if (statement?.kind !== 'helper') return undefined;
  let byResource = false;
  const dataFormat = statement.reads[FORMAT_ARGUMENT.dataFormat];
  if (dataFormat)
    visitExpressions([{ kind: 'effect', name: 'nop', args: [dataFormat] }], (ex) => {
      byResource ||= ex.kind === 'src' && ex.slot === 'SRSRC';
    });
  const components = statement.reads[FORMAT_ARGUMENT.components];
  return { name: statement.name, byResource, components: components?.kind === 'const' ? components.bits : undefined };
}

/** Steps of a correctly rounded division of f32. */
const DIVISION: Readonly<Record<string, 'scale' | 'last step' | 'fixup'>> = {
  v_div_scale_f32: 'scale',
  v_div_fmas_f32: 'last step',
  v_div_fixup_f32: 'fixup',
};

test('traits agree with semantics', (t) => {
  const counts: Record<string, number> = {};
  for (const def of allInstructions()) {
    const { traits, name } = def;
    const helper = helperOf(def);
    const format = /^buffer_(load|store)_format$/.exec(helper?.name ?? '');
    const byResource = format && helper!.byResource;
    const expected = byResource ? { access: format[1], components: helper!.components } : undefined;
    t.deepEqual(traits.resourceFormat as object | undefined, expected, name);
    t.is(traits.atomic !== undefined, helper?.name === 'image_atomic', name);
    t.is(traits.sample !== undefined, /^image_(sample|gather4)$/.test(helper?.name ?? ''), name);
    if (traits.sample) t.is(traits.sample.gather, helper!.name === 'image_gather4', name);
    if (traits.mip || traits.raw || traits.signed) t.regex(helper?.name ?? '', /^image_(load|store)$/, name);
    // Its purpose is no part of its semantics: compilers divide integers with it.
    t.is(traits.integerReciprocal !== undefined, /^v_rcp_iflag_f32/.test(name), name);
    // Their results are semantics; that they belong together is not.
    t.is(traits.division, DIVISION[name], name);
    t.is(traits.hardwareRegister !== undefined, /^s_[gs]etreg/.test(name), name);
    t.is(traits.signalsNan !== undefined, /^v_cmpsx?_\w+_f(?:32|64)$/.test(name), name);
    for (const trait of Object.keys(traits)) counts[trait] = (counts[trait] ?? 0) + 1;
  }
  t.deepEqual(counts, {
    atomic: 17,
    division: 3,
    hardwareRegister: 3,
    integerReciprocal: 2,
    mip: 5,
    raw: 6,
    resourceFormat: 8,
    sample: 64,
    signed: 2,
    signalsNan: 128,
  });
});

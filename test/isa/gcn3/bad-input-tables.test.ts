// Invalid instructions of a chip, from the tables of every instruction set: names and words of other chips, parts of
// registers and other lanes where there are none, odd registers, two scalar operands. The assembler refuses the text,
// checks of code name the words, and engines fault at them. (bad-input.test.ts has the messages one by one,
// ../constant-bus.test.ts every combination of gfx600.)

import test from 'ava';
import { parseInstruction } from '../../../src/isa/assembler/parse-instruction.js';
import { type DecodeProblem, decode } from '../../../src/isa/decode.js';
import type { InstructionDef } from '../../../src/isa/define.js';
import { makeInstruction } from '../../../src/isa/encode.js';
import { getField, putField } from '../../../src/isa/format.js';
import type { Instruction, Operand } from '../../../src/isa/instruction.js';
import type { Isa } from '../../../src/isa/isa.js';
import { layoutOf } from '../../../src/isa/layout.js';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { printInstruction } from '../../../src/isa/print.js';
import { faultingLines } from '../../../src/isa/report.js';
import { mnemonic } from '../../../src/isa/syntax.js';
import { encodable } from '../../emulator/encodable.js';
import { Random } from '../../emulator/random.js';
import { SEED } from '../campaign.js';
import { ENGINES, EngineDriver } from '../engine.js';
import { assembleLines } from '../llvm-mc.js';

const CHIPS = await Promise.all(['gfx600', 'gfx803', 'gfx900', 'gfx906'].map(loadIsa));
const TRIES = 60;

/** One instruction of every row. */
function sample(isa: Isa, random: Random): readonly Instruction[] {
  return isa.table.all.flatMap((def) => {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const instruction = encodable(random, def);
      if (instruction) return [instruction];
    }
    return [];
  });
}
const SAMPLES = new Map(CHIPS.map((isa) => [isa, sample(isa, new Random(SEED))]));

/** The assembler's error, or undefined when it takes the text. */
function refusal(isa: Isa, text: string): string | undefined {
  const result = parseInstruction(isa, text, { offset: 0, lookup: () => undefined });
  return typeof result === 'string' ? result : undefined;
}

interface Bad {
  readonly what: string;
  readonly words: readonly number[];
}

/** Words that decoding refuses for one of some reasons; those that it accepts are printed. */
function refusedWords(isa: Isa, { what, words }: Bad, problems: readonly DecodeProblem[]): readonly string[] {
  const decoded = decode(isa, [...words, 0, 0]);
  if (decoded.ok) return [`${isa.name} ${what}: taken as ${printInstruction(decoded.instruction)}`];
  return problems.includes(decoded.error.problem) ? [] : [`${isa.name} ${what}: ${decoded.error.problem}`];
}

const BEFORE = 0xbe800085;
const BEFORE_GFX600 = 0xbe800385;

/** Every engine faults at the words of some, and s0 has the value written before them; checks name the place. */
function faults(
  t: {
    is(a: unknown, b: unknown, message?: string): void;
    regex(text: string, pattern: RegExp, message?: string): void;
  },
  isa: Isa,
  list: readonly Bad[],
): void {
  const random = new Random(SEED);
  const some = Array.from({ length: Math.min(6, list.length) }, () => random.pick(list));
  const first = isa.processors.includes('gfx600') ? BEFORE_GFX600 : BEFORE;
  for (const { what, words } of list) {
    const offsets = faultingLines(isa, [first, ...words, 0xbf810000]).map(({ offset }) => offset);
    t.is(offsets[0], 4, `${isa.name} ${what}`);
  }
  for (const make of ENGINES) {
    const driver = new EngineDriver(make);
    for (const { what, words } of some) {
      const { outcome, read } = driver.run({ code: Uint32Array.of(first, ...words), ldsBytes: 0, isa }, new Map());
      t.regex(outcome, /^fault: bad-(instruction|register): /, `${isa.name} ${driver.name}, ${what}`);
      t.is(read('s0'), 5, `${isa.name} ${driver.name}, ${what}`);
    }
  }
}

const OPCODES: readonly DecodeProblem[] = ['opcode', 'operand', 'encoding'];

for (const isa of CHIPS)
  test(`${isa.name}: the assembler has no name of another chip`, (t) => {
    const own = new Set(isa.table.all.map((def) => mnemonic(def)));
    let tried = 0;
    for (const other of CHIPS)
      for (const instruction of SAMPLES.get(other)!) {
        if (own.has(mnemonic(instruction.def)) || own.has(instruction.def.name)) continue;
        const text = printInstruction(instruction);
        // LLVM's names of the same instruction (aliases) are taken on purpose.
        if (isa.table.byName(instruction.def.name)?.length) continue;
        tried++;
        t.regex(refusal(isa, text) ?? 'taken', /no instruction/, `${isa.name} ${text} of ${other.name}`);
      }
    t.true(tried > 100, `${tried}`);
  });

for (const isa of CHIPS)
  test(`${isa.name}: parts of registers and other lanes are refused where there are none`, (t) => {
    const wrong: string[] = [];
    const bad: Bad[] = [];
    for (const instruction of SAMPLES.get(isa)!) {
      const { def } = instruction;
      if (!['VOP1', 'VOP2', 'VOPC'].includes(def.format)) continue;
      for (const [code, kind] of [
        [249, 'SDWA'],
        [250, 'DPP'],
      ] as const) {
        if (isa.table.byOpcode(`${def.format}_${kind}`, def.opcode)) continue;
        const source = def.encoding.fields['src0'];
        // An instruction without operands has no such field that would be read.
        if (!source || layoutOf(def).slots.length === 0) continue;
        const words = [instruction.words[0]!, kind === 'SDWA' ? 0x06060601 : 0xff01b101];
        putField(words, source, code);
        bad.push({ what: `${def.name} ${kind}`, words });
        const tail =
          kind === 'SDWA'
            ? 'dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD'
            : 'quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf';
        const text = `${def.name}_${kind.toLowerCase()} v0, v1, v2 ${tail}`;
        if (refusal(isa, text) === undefined) wrong.push(`${isa.name} takes ${text}`);
      }
    }
    wrong.push(...bad.flatMap((each) => refusedWords(isa, each, OPCODES)));
    t.deepEqual(wrong.slice(0, 10), [], `${wrong.length} in all`);
    t.true(bad.length > 60, `${bad.length}`);
    faults(t, isa, bad);
  });

const scalar = (index: number, count: number): Operand => ({ kind: 'scalar', index, count });

/** The instruction with other registers, which need not be possible. */
function changed(
  instruction: Instruction,
  operands: Readonly<Record<string, Operand>>,
  fields = instruction.fields,
): Instruction | undefined {
  const other = makeInstruction(instruction.def, { ...instruction.operands, ...operands }, fields);
  const isEncoded = Object.entries(operands).every(([name, operand]) => {
    const slot = layoutOf(instruction.def).slots.find((each) => each.name === name)!;
    return (
      slot.spec !== undefined &&
      operand.kind === 'scalar' &&
      (slot.codec !== undefined || getField(other.words, slot.spec) === operand.index)
    );
  });
  return isEncoded ? other : undefined;
}

for (const isa of CHIPS)
  test(`${isa.name}: pairs and quads of scalar registers that do not start where they must`, (t) => {
    const wrong: string[] = [];
    const bad: Bad[] = [];
    for (const instruction of SAMPLES.get(isa)!)
      for (const slot of layoutOf(instruction.def).slots) {
        const count = slot.shape.dwords;
        // Resources that the field counts in quads cannot be written down elsewhere.
        if (count < 2 || slot.kind === 'vgpr' || slot.codec !== undefined || slot.shape.mask) continue;
        for (const index of count > 2 ? [1, 2] : [1]) {
          const other = changed(instruction, { [slot.name]: scalar(index, count) });
          if (!other) continue;
          const text = printInstruction(other);
          bad.push({ what: text, words: other.words });
          if (refusal(isa, text) === undefined) wrong.push(`${isa.name} takes ${text}`);
        }
      }
    wrong.push(...bad.flatMap((each) => refusedWords(isa, each, ['registers', 'constant-bus'])));
    t.deepEqual(wrong.slice(0, 10), [], `${wrong.length} in all`);
    t.true(bad.length > 60, `${bad.length}`);
    faults(t, isa, bad);
  });

/** Two sources in different scalar registers, where both can be ones. */
function twoScalars(instruction: Instruction): Instruction | undefined {
  const { def } = instruction;
  const sources = layoutOf(def).slots.filter(
    ({ kind, name, shape }) => kind === 'src' && /^S\d$/.test(name) && !shape.mask,
  );
  const [first, second] = sources;
  if (!first || !second) return undefined;
  const registers = { [first.name]: scalar(2, first.shape.dwords), [second.name]: scalar(8, second.shape.dwords) };
  return changed(instruction, registers, {});
}

const BUS = /more than one|constant bus|invalid operand|only one/;

for (const isa of CHIPS)
  test(`${isa.name}: a vector instruction reads one scalar register`, (t) => {
    const list = SAMPLES.get(isa)!
      .filter(({ def }: { def: InstructionDef }) => def.format.startsWith('VOP'))
      .flatMap((each) => twoScalars(each) ?? []);
    const texts = list.map((each) => printInstruction(each));
    const wrong = list.flatMap((each, i) =>
      refusedWords(
        isa,
        { what: texts[i]!, words: each.words },
        each.def.traits.attribute ? ['field'] : ['constant-bus'],
      ),
    );
    wrong.push(...texts.filter((text) => refusal(isa, text) === undefined).map((text) => `${isa.name} takes ${text}`));
    const { errors } = assembleLines(texts, isa.processors[0]);
    wrong.push(...texts.filter((_, i) => !errors.has(i)).map((text) => `LLVM takes ${text}`));
    t.deepEqual(wrong.slice(0, 10), [], `${wrong.length} in all`);
    t.true(list.length > 100, `${list.length}`);
    const judged = [...errors.values()].filter((message) => BUS.test(message)).length;
    t.true(judged > 0.8 * list.length, `${judged} of ${list.length}: ${[...new Set(errors.values())].join('; ')}`);
    faults(
      t,
      isa,
      texts.map((what, i) => ({ what, words: list[i]!.words })),
    );
  });

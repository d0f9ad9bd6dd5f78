// Two instruction sets that differ only in which of two instructions an opcode means: cached data of one is never used
// for the other.

import test from 'ava';
import { createInterpreter, createOracle, Dispatcher, type Engine, type GpuMemory } from '../../src/emulator/index.js';
import { assemble } from '../../src/isa/assemble.js';
import { type InstructionRow, withOpcodes } from '../../src/isa/define.js';
import { defineIsa } from '../../src/isa/isa.js';
import { addIsa, isaNamed } from '../../src/isa/isas.js';
import { printInstruction } from '../../src/isa/print.js';
import { createJit } from '../../src/jit/engine/jit.js';
import type { FreshTranslation, Translation, TranslationStore } from '../../src/jit/engine/translation.js';
import { createMemory, DATA, launchOf } from '../emulator/harness.js';
import { denormals } from '../jit/denormals.js';
import { STORE } from '../jit/whole-launch.js';
import { southernIslands } from './southern-islands.js';

/** Each has the other one's opcode. */
const EXCHANGED: Readonly<Record<string, string>> = {
  v_add_f32: 'v_sub_f32',
  v_sub_f32: 'v_add_f32',
  s_and_b32: 's_or_b32',
  s_or_b32: 's_and_b32',
};

const exchanged = defineIsa({
  ...southernIslands.parts,
  name: 'exchanged',
  rows: (format) => {
    const rows = southernIslands.parts.rows(format);
    const opcodes = (name: string) => rows.find((row) => row.name === name)!.opcodes[southernIslands.name]!;
    const column = (row: InstructionRow) => ({ exchanged: opcodes(EXCHANGED[row.name] ?? row.name) });
    return rows.map((row) => withOpcodes(row, column(row)));
  },
});
addIsa(exchanged);

const PROGRAM = `s_mov_b32 s8, 0xff\n s_mov_b32 s9, 0xf0f\n s_and_b32 s8, s8, s9\n s_or_b32 s9, s8, 0x10000\n v_cvt_f32_u32 v1, v0
  v_mov_b32 v3, 0.5\n v_add_f32 v1, v1, v3\n v_sub_f32_e64 v1, |v1|, 2.0\n v_cvt_f32_u32 v4, s9\n v_add_f32 v1, v1, v4\n ${STORE}\n s_endpgm`;
const WORDS = assemble(southernIslands, PROGRAM).words;

/** Value that lane `x` stores, by the meaning of the words in each instruction set. */
const MEANINGS: readonly (readonly [isa: string, expected: (x: number) => number])[] = [
  [southernIslands.name, (x) => Math.abs(x + 0.5) - 2 + ((0xff & 0xf0f) | 0x10000)],
  [exchanged.name, (x) => Math.abs(x - 0.5) + 2 - ((0xff | 0xf0f) & 0x10000)],
];

/**
 * The same launch at the same place, whose words belong to one instruction set and then to the other, again and again.
 */
function results(dispatcher: Dispatcher, memory: GpuMemory, rounds = 2): (readonly [name: string, words: number[]])[] {
  return Array.from({ length: rounds }, () => MEANINGS)
    .flat()
    .map(([isa]) => {
      const dispatch = dispatcher.start(launchOf(memory, WORDS, { isa, userSgprs: Uint32Array.of(DATA, 0) }));
      const outcome = dispatch.run();
      return [`${isa} ${outcome}`, [...new Float32Array(memory.u32.buffer, DATA, 64)]] as const;
    });
}

const EXPECTED = MEANINGS.map(
  ([isa, expected]) => [`${isa} done`, Array.from({ length: 64 }, (_, x) => expected(x))] as const,
);

/** Keeps entries under their names, as files and shared memory do. */
class Store implements TranslationStore {
  readonly translations = new Map<string, Translation>();
  hits = 0;

  get(key: string): Translation | undefined {
    const translation = this.translations.get(key);
    if (translation) this.hits++;
    return translation;
  }
  put(key: string, { translation }: FreshTranslation): void {
    this.translations.set(key, translation);
  }
  drop(key: string): void {
    this.translations.delete(key);
  }
}

const ENGINES: Readonly<Record<string, (memory: GpuMemory) => Engine>> = {
  oracle: createOracle,
  interpreter: (memory) => createInterpreter(memory),
  jit: (memory) => createJit(memory, { denormals }),
  'jit, with its interpreter first': (memory) => createJit(memory, { denormals, tiering: {} }),
};

for (const [name, create] of Object.entries(ENGINES))
  test(`${name}: words have the meaning of their instruction set`, (t) => {
    const memory = createMemory();
    t.deepEqual(results(new Dispatcher(memory, create(memory)), memory), [...EXPECTED, ...EXPECTED]);
  });

test('translations that are kept are those of the instruction set', (t) => {
  const store = new Store();
  for (let run = 0; run < 2; run++) {
    const memory = createMemory();
    t.deepEqual(results(new Dispatcher(memory, createJit(memory, { denormals, store })), memory, 1), EXPECTED);
    t.like(store, { hits: run * MEANINGS.length });
    t.is(store.translations.size, MEANINGS.length);
  }
});

test('assembler, printer and encoder follow the table they are given', (t) => {
  const text = 'v_add_f32_e32 v1, v2, v3';
  const [{ instruction }] = assemble(exchanged, text).lines as [ReturnType<typeof assemble>['lines'][number]];
  t.is(printInstruction(instruction!), text);
  t.deepEqual([...assemble(exchanged, text).words], [...assemble(southernIslands, text.replace('add', 'sub')).words]);
  t.is(exchanged.table.all.length, southernIslands.table.all.length);
  t.is(exchanged.table.byName('v_add_f32')[0]!.semantics, southernIslands.table.byName('v_add_f32')[0]!.semantics);
});

test('a launch of an instruction set that is not there is refused by name', (t) => {
  t.is(isaNamed('exchanged'), exchanged);
  t.throws(() => isaNamed('gcn9'), { message: /instruction set 'gcn9'/ });
  t.throws(() => addIsa(defineIsa({ ...southernIslands.parts })), { message: /two instruction sets/ });
});

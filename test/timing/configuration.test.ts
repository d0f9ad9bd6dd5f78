// Configurations of simulated chips: those that Atoll brings, and refused ones.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { DEVICE_MODELS } from '../../src/driver/device-models.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { configurationNames, guessesOf, readConfiguration } from '../../src/timing/config/configuration.js';
import { IniFile } from '../../src/timing/config/ini.js';
import { importMulti2Sim } from '../../src/timing/config/multi2sim.js';
import { eachParameter } from '../../src/timing/config/parameters.js';
import { AtollError } from '../../src/util/errors.js';
import { root } from '../../src/util/paths.js';

const folder = mkdtempSync(join(tmpdir(), 'atoll-chips-'));
test.after.always(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, content: object | string): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
const guess = (value: unknown) => ({ value, source: 'a test', confidence: 'guess' });

test('the configurations of chips agree with the devices, and every device has one', (t) => {
  for (const { id, computeUnits, clockMHz, memoryChannels, cacheSize } of DEVICE_MODELS) {
    const { values } = readConfiguration(id);
    t.deepEqual(
      [
        values.gpu.computeUnits,
        values.gpu.clockMHz,
        values.l2.channels,
        values.l2.channels * values.l2.bytesPerChannel,
      ],
      // Chips with HBM have more channels of memory than of L2.
      [computeUnits, clockMHz, Math.min(memoryChannels, 16), cacheSize],
      id,
    );
  }
  t.true(configurationNames().includes('multi2sim-7970'));
});

test('rates that statistics are weighed by are those of the chips that instruction sets are best known by', async (t) => {
  const chips = { 'southern-islands': 'tahiti', gfx803: 'fiji', gfx900: 'vega10', gfx906: 'vega20' } as const;
  for (const [name, chip] of Object.entries(chips)) {
    const isa = await loadIsa(name);
    const { rates } = readConfiguration(chip).values;
    const vector = [...isa.table.all].filter(({ encoding }) => encoding.unit === 'vector');
    t.true(vector.length > 300, name);
    for (const def of vector)
      t.is(isa.valuCycles(def), rates[`${isa.timing!.vectorRate(def)}Cycles`], `${name}: ${def.name}`);
  }
});

test('every value of every configuration names its source', (t) => {
  for (const name of configurationNames()) {
    const { groups } = readConfiguration(name);
    eachParameter((group, key) => t.true(groups[group]![key]!.source.length > 3, `${name}: ${group}.${key}`));
  }
  t.true(guessesOf(readConfiguration('tahiti')).includes('l1.latencyCycles'));
  t.false(guessesOf(readConfiguration('tahiti')).includes('gpu.computeUnits'));
});

test('configurations: values of one chip or board alone are guesses for the chips that extend it', (t) => {
  // multi2sim-7970 is the board that Tahiti is described by.
  for (const name of configurationNames().filter((each) => each !== 'multi2sim-7970')) {
    const own = JSON.parse(readFileSync(join(root, 'src/timing/chips', `${name}.json`), 'utf8'));
    if (own.extends === undefined) continue;
    for (const [group, keys] of Object.entries(readConfiguration(name).groups))
      for (const [key, { source, confidence }] of Object.entries(keys))
        if (own[group]?.[key] === undefined && confidence !== 'guess')
          t.notRegex(source, /\bboard\b|\bthe chip\b/, `${name}: ${group}.${key} is taken over`);
  }
  t.true(guessesOf(readConfiguration('vega20')).includes('l2.bytesPerChannel'));
});

test('a file extends a chip, or another file, key by key', (t) => {
  fileOf('small.json', { title: 'small', extends: 'pitcairn', gpu: { computeUnits: guess(4) } });
  const file = fileOf('smaller.json', { title: 'smaller', extends: './small.json', l1: { ways: guess(2) } });
  const { values, title } = readConfiguration(file);
  t.deepEqual([title, values.gpu.computeUnits, values.gpu.clockMHz, values.l1.ways], ['smaller', 4, 1000, 2]);
});

const REFUSED: readonly (readonly [content: object | string, named: RegExp])[] = [
  [{ title: 'x', extends: 'tahiti', l1: { way: guess(4) } }, /l1\.way: Unrecognized key/],
  [{ title: 'x', extends: 'tahiti', l7: { ways: guess(4) } }, /l7: Unrecognized key/],
  [{ title: 'x', extends: 'tahiti', l1: { ways: guess(0) } }, /l1\.ways\.value: /],
  [{ title: 'x', extends: 'tahiti', l1: { latencyCycles: guess(-5) } }, /l1\.latencyCycles\.value: /],
  [{ title: 'x', extends: 'tahiti', gpu: { computeUnits: guess(0) } }, /gpu\.computeUnits\.value: /],
  [{ title: 'x', extends: 'tahiti', gpu: { clockMHz: guess(1.5) } }, /gpu\.clockMHz\.value: /],
  [{ title: 'x', extends: 'tahiti', gpu: { clockMHz: { value: 5 } } }, /gpu\.clockMHz\.source: /],
  [
    { title: 'x', extends: 'tahiti', l2: { interleaveBytes: guess(100) } },
    /l2\.interleaveBytes\.value: no power of two/,
  ],
  [
    { title: 'x', extends: 'tahiti', l1: { bytes: guess(1000) } },
    /l1\.bytes: 1000 bytes are not a whole number of sets/,
  ],
  [{ title: 'x', extends: 'tahiti', model: { windowCycles: guess(5000) } }, /model\.windowCycles: longer than/],
  [{ title: 'x', extends: 'tahiti', l2: { ways: guess(0) } }, /l2\.ways\.value: /],
  [{ title: 'x', extends: 'tahiti', scalarCache: { ways: guess(-1) } }, /scalarCache\.ways\.value: /],
  [{ title: 'x', extends: 'tahiti', instructionCache: { bytes: guess(0) } }, /instructionCache\.bytes\.value: /],
  [{ title: 'x', extends: 'tahiti', dram: { latencyCycles: guess(-1) } }, /dram\.latencyCycles\.value: /],
  [{ title: 'x', extends: 'tahiti', computeUnit: { simds: guess(0) } }, /computeUnit\.simds\.value: /],
  [{ title: 'x', extends: 'tahiti', gpu: { computeUnits: guess(2 ** 31) } }, /gpu\.computeUnits\.value: /],
  [{ title: 'x', extends: 'tahiti', lds: { queueEntries: guess(2 ** 30) } }, /lds\.queueEntries\.value: /],
  [{ title: 'x', extends: 'tahiti', l1: { bytes: guess(2 ** 24) } }, /the caches: \d+ bytes in all, more than/],
  [{ title: 'x', extends: 'tahiti', computeUnit: { slotsPerSimd: guess(65) } }, /computeUnit\.slotsPerSimd\.value: /],
  [{ title: 'x', gpu: { computeUnits: guess(1) } }, /gpu\.clockMHz is missing/],
  [{ title: 'x', extends: 'volcano' }, /there is no configuration 'volcano'/],
  [{ title: 'x', extends: './refused.json' }, /extends itself/],
  ['{"title": ', /refused\.json: /],
  ['{"title": "x", "extends": "tahiti", "gpu": {"x\\"": [{}]}, "gpu": {}}', /refused\.json: gpu: occurs twice/],
  ['{"title": "x", "l1": {"ways": {"source": "{\\"", "value": 1, "\\u0076alue": 2}}}', /l1\.ways\.value: occurs twice/],
];

test.serial('configurations: an invalid chip is refused, naming file and key', (t) => {
  for (const [content, named] of REFUSED) {
    const error = t.throws(() => readConfiguration(fileOf('refused.json', content)), { instanceOf: AtollError });
    t.regex(error.message, named);
  }
  t.throws(() => readConfiguration('./absent.json'), { message: /cannot read the configuration .*absent\.json/ });
});

const MEMORY = `[ CacheGeometry one ]\nSets = 32\nAssoc = 2\nBlockSize = 64\nLatency = 3
[ CacheGeometry two ]\nSets = 64\nAssoc = 8\nBlockSize = 64\nLatency = 20
[ Module mm ] ; memory\nType = MainMemory\nLatency = 70\nBlockSize = 64
[ Module low ]\nGeometry = two\nLowNetwork = net\nLowModules = mm\nAddressRange = ADDR DIV 128 MOD 2 EQ 0
[ Module high ]\nGeometry = one\nLowModules = low other
[ Network net ]\nDefaultBandwidth = 100
[ Entry e ]\nComputeUnit = 0\nModule = high\n`;
const ini = (text: string): IniFile => new IniFile('given.ini', text);

test('files of Multi2Sim become a configuration', (t) => {
  const device =
    '[ Device ]\nNumComputeUnits = 8\nFrequency = 500\n[ SimdUnit ]\nReadExecWriteLatency = 6\nWidth = 1\n';
  const { values } = readConfiguration(fileOf('imported.json', importMulti2Sim(ini(device), ini(MEMORY))));
  const { gpu, rates, l1, l2, dram, hazards } = values;
  t.deepEqual([gpu.computeUnits, gpu.clockMHz, rates.fullCycles, rates.multiply64Cycles], [8, 500, 6, 6]);
  t.deepEqual([l1.bytes, l1.ways, l2.channels, l2.bytesPerChannel, l2.interleaveBytes], [4096, 2, 2, 32768, 128]);
  t.deepEqual([dram.latencyCycles, dram.megabytesPerSecond, hazards.vectorToScalarCycles], [70, 100 * 2 * 500, 0]);
});

test('files of Multi2Sim that cannot be read are refused, naming file and line', (t) => {
  const refused = (device: string, memory: string): string =>
    t.throws(() => importMulti2Sim(ini(device), ini(memory)), { instanceOf: AtollError }).message;
  t.regex(refused('[ Device ]\nNumComputeUnit = 8', MEMORY), /given\.ini, line 2: .*numcomputeunit is unknown/);
  t.regex(
    refused('[ Device ]\nFrequency = fast', MEMORY),
    /given\.ini, line 2: Frequency: 'fast' is not a whole number/,
  );
  t.regex(refused('what is this', MEMORY), /given\.ini, line 1: /);
  t.regex(refused('x'.repeat(1e5), MEMORY), /^given\.ini, line 1: 'x{60}\.\.\.' is neither/);
  t.regex(refused('', MEMORY.replace('BlockSize = 64', 'BlockSize = 32')), /BlockSize of 64/);
  t.regex(refused('', '[ Device ]'), /no \[Entry\]/);
});

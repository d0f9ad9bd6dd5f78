// Makes a configuration of Multi2Sim's own files: what they say, and where they are silent what its code presets. What
// its model does not have (classes of rates, hazards, launch costs) is switched off. Source: Multi2Sim 5.0,
// src/arch/southern-islands/timing and src/memory.

import { DEFAULT_CHIP } from '../../chips/chips.js';
import { WAVE64 } from '../../isa/wave.js';
import { AtollError } from '../../util/errors.js';
import { elementOf, memberOf } from '../../util/required.js';
import type { IniFile } from './ini.js';
import { eachParameter, LINE_BYTES } from './parameters.js';
import type { SourcedValue } from './schema.js';
import { parameterOf } from './schema.js';

type Groups = Record<string, Record<string, SourcedValue>>;

/** Presets of its code, by section and key. */
const PRESETS: Readonly<Record<string, number>> = {
  'Device.Frequency': 1000,
  'Device.NumComputeUnits': 32,
  'ComputeUnit.NumWavefrontPools': 4,
  'ComputeUnit.MaxWavefrontsPerWavefrontPool': 10,
  'FrontEnd.FetchLatency': 1,
  'FrontEnd.FetchBufferSize': 10,
  'FrontEnd.IssueWidth': 5,
  'SimdUnit.ReadExecWriteLatency': 8,
  'ScalarUnit.DecodeLatency': 1,
  'ScalarUnit.ReadLatency': 1,
  'ScalarUnit.ExecLatency': 4,
  'ScalarUnit.WriteLatency': 1,
  'BranchUnit.DecodeLatency': 1,
  'BranchUnit.ReadLatency': 1,
  'BranchUnit.ExecLatency': 16,
  'BranchUnit.WriteLatency': 1,
  'LDSUnit.DecodeLatency': 1,
  'LDSUnit.ReadLatency': 1,
  'LDSUnit.WriteLatency': 1,
  'LDSUnit.MaxInflightMem': 32,
  'VectorMemUnit.DecodeLatency': 1,
  'VectorMemUnit.ReadLatency': 1,
  'VectorMemUnit.WriteLatency': 1,
  'VectorMemUnit.MaxInflightMem': 32,
};
const LDS_LATENCY = 2;
const VGPRS = 65536;
/** Keys of buffers and widths that this model has no parameter for: at their presets they say nothing. */
const IGNORED =
  /width|BufferSize|MaxWorkGroupsPerWavefrontPool|IssueLatency|MaxInstructionsIssuedPerType|NumSIMDLanes/i;

class Import {
  readonly groups: Groups = {};

  constructor(
    private readonly device: IniFile,
    private readonly memory: IniFile,
  ) {}

  private set(place: string, value: number, source: string): void {
    const [group, key] = place.split('.') as [string, string];
    this.groups[group] = { ...this.groups[group], [key]: { value, source, confidence: 'documented' } };
  }

  /** The sum of some keys of a section. */
  private of(section: string, ...keys: readonly string[]): readonly [number, string] {
    const values = keys.map((key) => this.device.number(section, key));
    const sum = keys.reduce(
      (total, key, n) => total + (values[n] ?? memberOf(PRESETS, `${section}.${key}`, 'preset')),
      0,
    );
    const from = values.every((value) => value === undefined) ? 'preset of Multi2Sim 5.0' : this.device.name;
    return [sum, `${from}: [${section}] ${keys.join(' + ')}`];
  }

  chip(): void {
    const { device } = this;
    for (const section of [
      'ComputeUnit',
      'FrontEnd',
      'SimdUnit',
      'ScalarUnit',
      'BranchUnit',
      'LDSUnit',
      'VectorMemUnit',
    ])
      for (const key of device.named(section.toLowerCase()).flatMap((name) => device.keysOf(name)))
        if (IGNORED.test(key)) device.text(section, key);
    this.set('gpu.computeUnits', ...this.of('Device', 'NumComputeUnits'));
    this.set('gpu.clockMHz', ...this.of('Device', 'Frequency'));
    const [pools, from] = this.of('ComputeUnit', 'NumWavefrontPools');
    this.set('computeUnit.simds', pools, from);
    this.set('computeUnit.slotsPerSimd', ...this.of('ComputeUnit', 'MaxWavefrontsPerWavefrontPool'));
    this.set(
      'computeUnit.vgprsPerSimd',
      Math.floor(VGPRS / WAVE64.lanes / pools),
      'preset of Multi2Sim 5.0: 65,536 registers',
    );
    this.set('computeUnit.vgprGranule', 1, 'Multi2Sim 5.0 rounds less than a VGPR of 64 lanes');
    this.set('computeUnit.sgprsPerSimd', 128 * WAVE64.lanes, 'Multi2Sim 5.0 does not count SGPRs');
    this.frontEnd();
    this.units();
  }

  private frontEnd(): void {
    const [entries, from] = this.of('FrontEnd', 'FetchBufferSize');
    this.set('frontEnd.bufferBytes', 8 * entries, `${from}, of 8 bytes`);
    this.set('frontEnd.fetchLatencyCycles', ...this.of('FrontEnd', 'FetchLatency'));
    this.set('frontEnd.issueWidth', ...this.of('FrontEnd', 'IssueWidth'));
    const branch = this.of('BranchUnit', 'DecodeLatency', 'ReadLatency', 'ExecLatency', 'WriteLatency');
    this.set('frontEnd.branchCycles', ...branch);
    const absent = 'Multi2Sim 5.0 has none';
    for (const key of ['frontEnd.longPenaltyCycles', 'hazards.vectorToScalarCycles', 'hazards.conditionToBranchCycles'])
      this.set(key, 0, absent);
    for (const key of ['cyclesBeforeLaunch', 'cyclesAfterLaunch']) this.set(`dispatcher.${key}`, 0, absent);
  }

  private units(): void {
    const vector = this.of('SimdUnit', 'ReadExecWriteLatency');
    const scalar = this.of('ScalarUnit', 'DecodeLatency', 'ReadLatency', 'ExecLatency', 'WriteLatency');
    eachParameter((group, key) => {
      if (group === 'rates') this.set(`rates.${key}`, ...vector);
      if (group === 'scalar') this.set(`scalar.${key}`, ...scalar);
      if (/^(?:read|write|atomic)(?:\d+)?Cycles$/.test(key) && group === 'lds')
        this.set(`lds.${key}`, LDS_LATENCY, 'preset of Multi2Sim 5.0: lds_latency');
    });
    const [lds, from] = this.of('LDSUnit', 'DecodeLatency', 'ReadLatency', 'WriteLatency');
    this.set('lds.latencyCycles', lds, from);
    this.set('lds.queueEntries', ...this.of('LDSUnit', 'MaxInflightMem'));
    this.set('vectorMemory.queueEntries', ...this.of('VectorMemUnit', 'MaxInflightMem'));
  }

  /** Caches and memory, found from the first compute unit on. */
  caches(): void {
    const { memory } = this;
    const entry = memory.named('entry').find((name) => memory.text(name, 'ComputeUnit') !== undefined);
    if (entry === undefined) throw new AtollError('BAD_INPUT', `${memory.name}: no [Entry] has a ComputeUnit`);
    const vector = memory.text(entry, 'DataModule') ?? memory.text(entry, 'Module') ?? '';
    const scalar = memory.text(entry, 'ConstantDataModule') ?? vector;
    const [l1, steps] = this.cache('l1', vector, 'bytes');
    const wait = this.of('VectorMemUnit', 'DecodeLatency', 'ReadLatency', 'WriteLatency')[0];
    this.set('l1.latencyCycles', Math.max(steps + wait, 1), `${memory.name}: latency of ${vector}, and of the unit`);
    this.set(
      'scalarCache.latencyCycles',
      Math.max(this.cache('scalarCache', scalar, 'bytes')[1] + wait, 1),
      memory.name,
    );
    const below = (memory.text(l1, 'LowModules') ?? '').split(/\s+/).filter(Boolean);
    if (below.length === 0) throw new AtollError('BAD_INPUT', `${memory.name}: [${l1}] has no LowModules`);
    const [l2, latency] = this.cache('l2', elementOf(below, 0, 'cache'), 'bytesPerChannel');
    this.set('l2.channels', below.length, `${memory.name}: [${l1}] LowModules`);
    const trip = Math.max(latency + steps, 1);
    this.set('l2.latencyCycles', trip, `${memory.name}: latencies of both caches`);
    this.set('model.windowCycles', trip, 'the way past L1');
    const [, divisor] = /DIV\s+(\d+)/i.exec(memory.text(l2, 'AddressRange') ?? '') ?? [];
    this.set('l2.interleaveBytes', Number(divisor ?? LINE_BYTES), `${memory.name}: [${l2}] AddressRange`);
    this.dram(l2, below.length);
  }

  private dram(l2: string, channels: number): void {
    const { memory } = this;
    const main = `module ${memory.text(l2, 'LowModules')?.trim().split(/\s+/)[0]}`;
    this.set('dram.latencyCycles', memory.number(main, 'Latency') ?? 1, `${memory.name}: [${main}] Latency`);
    const network = `network ${memory.text(l2, 'LowNetwork')}`;
    const bytes = memory.number(network, 'DefaultBandwidth') ?? LINE_BYTES;
    const clock = parameterOf(this, 'gpu', 'clockMHz').value;
    this.set('dram.megabytesPerSecond', bytes * channels * clock, `${memory.name}: [${network}] DefaultBandwidth`);
    this.set('dram.writePercent', 100, 'Multi2Sim 5.0 has one bandwidth');
  }

  /** The size of a module's cache; gives its section and its latency. */
  private cache(group: string, module: string, sizeKey: string): readonly [section: string, latency: number] {
    const { memory } = this;
    const section = `module ${module}`;
    const geometry = `cachegeometry ${memory.text(section, 'Geometry')}`;
    const [sets, ways, block] = ['Sets', 'Assoc', 'BlockSize'].map((key) => memory.number(geometry, key));
    if (!sets || !ways || block !== LINE_BYTES)
      throw new AtollError(
        'BAD_INPUT',
        `${memory.name}: [${geometry}] needs Sets, Assoc, and a BlockSize of ${LINE_BYTES}`,
      );
    this.set(`${group}.${sizeKey}`, sets * ways * block, `${memory.name}: [${geometry}]`);
    this.set(`${group}.ways`, ways, `${memory.name}: [${geometry}] Assoc`);
    return [section, memory.number(geometry, 'Latency') ?? 1];
  }
}

/**
 * A configuration file that extends the default chip's.
 * @throws AtollError BAD_INPUT naming file and line
 */
export function importMulti2Sim(device: IniFile, memory: IniFile): object {
  const imported = new Import(device, memory);
  imported.chip();
  imported.caches();
  device.checkAllRead();
  return {
    title: `Multi2Sim's model (${device.name}, ${memory.name})`,
    extends: DEFAULT_CHIP.timing,
    ...imported.groups,
  };
}

// Probes that observe the launches of one guest, which come one after the other.

import type { LaunchDescriptor } from '../../emulator/launch.js';
import type { Observations } from '../../emulator/observations.js';
import { combineProbes, type Probe } from '../../emulator/probes.js';
import { required } from '../../util/required.js';
import { AddressProbe } from './addresses.js';
import { BufferMapProbe, type MappedBuffer } from './buffer-maps.js';
import { everyOf } from './sampling.js';
import type { ObservationSettings } from './settings.js';
import { ValueProbe } from './values.js';

/** Launches of a kernel whose buffers are mapped, and all of them: each map stays until the run ends. */
const [MAPPED_OF_KERNEL, MAPPED] = [16, 512];

/** Observes, and gives what it has seen launch by launch. */
export class Collector {
  /** To be attached to the engine; it stays the same, what it passes on to changes with each launch. */
  readonly probe: Probe;
  private addresses: AddressProbe | undefined;
  private values: ValueProbe | undefined;
  private buffers: BufferMapProbe | undefined;
  /** Launches of each kernel whose buffers were mapped. */
  private readonly mapped = new Map<string, number>();
  private mappings = 0;

  constructor(private readonly settings: ObservationSettings) {
    this.renew();
    const always = [
      ...(settings.addresses ? [this.addressHooks()] : []),
      ...(settings.buffers ? [this.bufferHooks()] : []),
    ];
    const rest = combineProbes(always);
    this.probe = settings.values
      ? {
          ...required(combineProbes([...always, this.valueHooks()]), 'probe'),
          sampled: { everyOf: (launch: LaunchDescriptor) => everyOf(launch, settings.every), rest },
        }
      : required(rest, 'probe');
  }

  private get addressProbe() {
    return required(this.addresses, 'probe of addresses');
  }

  private get valueProbe(): ValueProbe {
    return required(this.values, 'probe of values');
  }

  private addressHooks(): Probe {
    return {
      onInstructionBefore: (w, pc, instruction) => this.addressProbe.onInstructionBefore(w, pc, instruction),
      onInstructionAfter: () => this.addressProbe.onInstructionAfter(),
      onMemory: (w, pc, instruction, access) => this.addressProbe.onMemory(w, pc, instruction, access),
      onFewerLanes: (w, pc, end, lanes) => this.addressProbe.onFewerLanes(w, pc, end, lanes),
      sink: {
        accessed: (w, pc, instruction, access) => this.addressProbe.accessed(w, pc, instruction, access),
        ranWithFewer: (w, pc, end, lanes, times) => this.addressProbe.ranWithFewer(w, pc, end, lanes, times),
      },
      sums: {
        accessedTimes: (code, pc, access, times) => this.addressProbe.accessedTimes(code, pc, access, times),
        touched: (firstLine, bits) => this.addressProbe.touched(firstLine, bits),
        ranWithFewerTimes: (code, pc, end, lanes, times) =>
          this.addressProbe.ranWithFewerTimes(code, pc, end, lanes, times),
      },
    };
  }

  private valueHooks(): Probe {
    return {
      onWorkGroupStart: (group) => this.valueProbe.onWorkGroupStart(group),
      onInstructionBefore: (w, pc, instruction) => this.valueProbe.onInstructionBefore(w, pc, instruction),
      onInstructionAfter: (w, pc, instruction) => this.valueProbe.onInstructionAfter(w, pc, instruction),
    };
  }

  private bufferHooks(): Probe {
    return {
      onInstructionBefore: () => this.buffers?.onInstructionBefore(),
      onInstructionAfter: () => this.buffers?.onInstructionAfter(),
      onMemory: (w, pc, instruction, access) => this.buffers?.onMemory(w, pc, instruction, access),
      sink: { accessed: (w, pc, instruction, access) => this.buffers?.accessed(w, pc, instruction, access) },
    };
  }

  /** A launch begins. @param buffersOf its buffers, requested only where they are mapped */
  begun(kernel: string, buffersOf: () => readonly MappedBuffer[]): void {
    const before = this.mapped.get(kernel) ?? 0;
    if (!this.settings.buffers || before >= MAPPED_OF_KERNEL || this.mappings >= MAPPED) return;
    this.mapped.set(kernel, before + 1);
    this.mappings++;
    this.buffers = new BufferMapProbe(buffersOf());
  }

  private renew(): void {
    const { addresses, values, every } = this.settings;
    if (addresses) this.addresses = new AddressProbe();
    if (values) this.values = new ValueProbe(every);
  }

  /** Observations since the last call: of the launch that is over. */
  take(): Observations {
    const { addresses, values, buffers } = this;
    this.renew();
    this.buffers = undefined;
    return {
      ...(addresses ? { addresses: addresses.observations } : {}),
      ...(values ? { values: values.observations } : {}),
      ...(buffers ? { buffers: buffers.observations } : {}),
    };
  }
}

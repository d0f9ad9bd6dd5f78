// Probes that observe the launches of one guest, which come one after the other.

import type { Observations } from '../../emulator/observations.js';
import { combineProbes, type Probe } from '../../emulator/probes.js';
import { AddressProbe } from './addresses.js';
import type { ObservationSettings } from './settings.js';
import { ValueProbe } from './values.js';

/** Observes, and gives what it has seen launch by launch. */
export class Collector {
  /** To be attached to the engine; it stays the same, what it passes on to changes with each launch. */
  readonly probe: Probe;
  private addresses: AddressProbe | undefined;
  private values: ValueProbe | undefined;

  constructor(private readonly settings: ObservationSettings) {
    this.renew();
    this.probe = combineProbes([
      ...(settings.addresses ? [this.addressHooks()] : []),
      ...(settings.values ? [this.valueHooks()] : []),
    ])!;
  }

  private addressHooks(): Probe {
    return {
      onInstructionBefore: (w, pc, instruction) => this.addresses!.onInstructionBefore(w, pc, instruction),
      onInstructionAfter: () => this.addresses!.onInstructionAfter(),
      onMemory: (w, pc, instruction, access) => this.addresses!.onMemory(w, pc, instruction, access),
      sink: {
        accessed: (w, pc, instruction, access) => this.addresses!.accessed(w, pc, instruction, access),
      },
    };
  }

  private valueHooks(): Probe {
    return {
      onWorkGroupStart: (group) => this.values!.onWorkGroupStart(group),
      onInstructionBefore: (w, pc, instruction) => this.values!.onInstructionBefore(w, pc, instruction),
      onInstructionAfter: (w, pc, instruction) => this.values!.onInstructionAfter(w, pc, instruction),
    };
  }

  private renew(): void {
    const { addresses, values, every } = this.settings;
    if (addresses) this.addresses = new AddressProbe();
    if (values) this.values = new ValueProbe(every);
  }

  /** What was seen since the last call: of the launch that is over. */
  take(): Observations {
    const { addresses, values } = this;
    this.renew();
    return {
      ...(addresses ? { addresses: addresses.observations } : {}),
      ...(values ? { values: values.observations } : {}),
    };
  }
}

// Adds what probes have seen of many launches, as plain data again: statistics of the sum are those of its launches.

import {
  ACCESS_FIELDS,
  type AddressObservations,
  CONFLICT_FIELDS,
  LANE_FIELDS,
  type Observations,
  PAGE_FIELDS,
  VALUE_FIELDS,
  type ValueObservations,
} from '../../emulator/observations.js';
import { required } from '../../util/required.js';

const sum = (a: number, b: number): number => a + b;
const union = (a: number, b: number): number => (a | b) >>> 0;

/** Rows of plain numbers, one for each key; the rest of rows that have the same is joined. */
class Rows {
  private readonly rows = new Map<string, number[]>();

  /** @param keys how many of a row's fields are its key */
  constructor(
    private readonly fields: number,
    private readonly keys: number,
    private readonly join: (a: number, b: number) => number = sum,
  ) {}

  add(values: ArrayLike<number> & Iterable<number>): void {
    const all = Array.from(values);
    for (let at = 0; at < all.length; at += this.fields) {
      const row = all.slice(at, at + this.fields);
      const key = row.slice(0, this.keys).join();
      const old = this.rows.get(key);
      if (!old) this.rows.set(key, row);
      else
        for (let field = this.keys; field < this.fields; field++)
          old[field] = this.join(required(old[field], 'field'), required(row[field], 'field'));
    }
  }

  get values(): number[] {
    return [...this.rows.values()].flat();
  }
}

class AddressSum {
  private readonly instructions = new Rows(ACCESS_FIELDS.length, 1);
  private readonly conflicts = new Rows(CONFLICT_FIELDS.length, 2);
  private readonly lanes = new Rows(LANE_FIELDS.length, 3);
  private readonly pages = new Rows(PAGE_FIELDS, 1, union);

  add({ instructions, conflicts, lanes, pages }: AddressObservations): void {
    this.instructions.add(instructions);
    this.conflicts.add(conflicts);
    this.lanes.add(lanes);
    this.pages.add(pages);
  }

  get values(): AddressObservations {
    return {
      instructions: Float64Array.from(this.instructions.values),
      conflicts: Float64Array.from(this.conflicts.values),
      lanes: Float64Array.from(this.lanes.values),
      pages: Uint32Array.from(this.pages.values),
    };
  }
}

class ValueSum {
  private readonly instructions = new Rows(VALUE_FIELDS.length, 1);
  private readonly reuse = new Rows(2, 1);
  private groups = 0;

  add({ instructions, reuse, groups }: ValueObservations): void {
    this.instructions.add(instructions);
    this.reuse.add(reuse);
    this.groups += groups;
  }

  get values(): ValueObservations {
    const [instructions, reuse] = [this.instructions.values, this.reuse.values];
    return {
      groups: this.groups,
      instructions: Float64Array.from(instructions),
      reuse: Float64Array.from(reuse),
    };
  }
}

/** Simulated times and maps of buffers belong to their launches. */
export const isSummable = ({ time, buffers }: Observations): boolean => time === undefined && buffers === undefined;

/** Launches of one guest in which the same was observed. */
export class ObservationSum {
  private readonly addresses: AddressSum | undefined;
  private readonly values: ValueSum | undefined;

  constructor(first: Observations) {
    if (first.addresses) this.addresses = new AddressSum();
    if (first.values) this.values = new ValueSum();
  }

  add({ addresses, values }: Observations): void {
    if (addresses) this.addresses?.add(addresses);
    if (values) this.values?.add(values);
  }

  get observations(): Observations {
    return {
      ...(this.addresses ? { addresses: this.addresses.values } : {}),
      ...(this.values ? { values: this.values.values } : {}),
    };
  }
}

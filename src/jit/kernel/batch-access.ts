// Access of compiled code to the parameters and to the fields of a batch of work-groups.

import { BATCH, type BatchField, GROUPS_PARAMETERS, type GroupsParameter } from '../../emulator/batch-layout.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';

export const PARAM = Object.fromEntries(GROUPS_PARAMETERS.map((name, index) => [name, index])) as Record<
  GroupsParameter,
  number
>;

export class BatchAccess {
  constructor(private readonly b: FunctionBuilder) {}

  store(field: BatchField, value: Local): void {
    this.b.get(PARAM.unit).get(value).memory('i32.store', BATCH[field]);
  }

  load(field: BatchField): FunctionBuilder {
    return this.b.get(PARAM.unit).memory('i32.load', BATCH[field]);
  }

  /** Pushes the address to which a wavefront's fields of the batch are offsets. */
  ownWord(wavefront: Local): FunctionBuilder {
    return this.b.get(PARAM.unit).get(wavefront).i32(2).op('i32.shl').op('i32.add');
  }
}

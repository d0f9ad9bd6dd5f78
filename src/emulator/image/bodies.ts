// The bodies of the helpers that src/isa/helpers.ts declares, by name.

import { HELPERS } from '../../isa/helpers.js';
import type { Instruction } from '../../isa/instruction.js';
import { FaultSignal } from '../faults.js';
import { imageAtomic, imageGetResinfo, imageLoad, imageStore } from './access.js';
import { bufferLoadFormat, bufferLoadHalves, bufferStoreFormat, bufferStoreHalves } from './buffer-format.js';
import type { HelperBody, HelperContext } from './context.js';
import { handleImageLoad, handleImageSample, handleImageStore } from './handles.js';
import { imageGather4, imageSample } from './sample.js';
import { nothing, orUnbound, zeroGather, zeroOldValue, zeroTexel } from './unbound.js';

/** Faults when the field that a refusing helper is about is set. */
function refusalBody(name: string): HelperBody | undefined {
  const refusal = HELPERS.get(name)?.refusal;
  if (!refusal) return undefined;
  return (instruction) => {
    if (instruction.fields[refusal.field]) throw new FaultSignal('unsupported', refusal.reason);
  };
}

const BODIES: ReadonlyMap<string, HelperBody> = new Map([
  ['buffer_load_format', bufferLoadFormat],
  ['buffer_store_format', bufferStoreFormat],
  ['buffer_load_format_d16', bufferLoadHalves],
  ['buffer_store_format_d16', bufferStoreHalves],
  ['image_load', orUnbound(imageLoad, zeroTexel)],
  ['image_store', orUnbound(imageStore, nothing)],
  ['image_atomic', orUnbound(imageAtomic, zeroOldValue)],
  ['image_get_resinfo', orUnbound(imageGetResinfo, zeroTexel)],
  ['image_sample', orUnbound(imageSample, zeroTexel)],
  ['image_gather4', orUnbound(imageGather4, zeroGather)],
  ['handle_image_load', handleImageLoad],
  ['handle_image_store', handleImageStore],
  ['handle_image_sample', handleImageSample],
]);

const RESOLVED: ReadonlyMap<string, HelperBody> = new Map(
  [...HELPERS.keys()].map((name) => {
    const body = BODIES.get(name) ?? refusalBody(name);
    if (!body) throw new TypeError(`the helper ${name} has no body`);
    return [name, body];
  }),
);

/** The body of a helper; engines may look it up once per decoded instruction. Throws TypeError for an unknown name. */
export function helperBody(name: string): HelperBody {
  const body = RESOLVED.get(name);
  if (!body) throw new TypeError(`there is no helper ${name}`);
  return body;
}

/** Runs a helper statement. Throws FaultSignal. */
export function runHelper(name: string, instruction: Instruction, context: HelperContext): void {
  helperBody(name)(instruction, context);
}

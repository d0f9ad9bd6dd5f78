// The requests that are known, of a node.

import type { Abi } from '../../host/device.js';
import { ATOLL, finalState, isOfSignal, PROGRAM_WORDS, REQUEST_WORDS } from './atoll.js';
import { kfdRequest, RENDER } from './kfd.js';
import { LINUX } from './linux.js';
import { encodedSchema, type RequestSchema } from './schema.js';

const OWN = /^\/dev\/atoll\d+$/;

const KFD = '/dev/kfd';
const RENDER_NODE = /^\/dev\/dri\/renderD\d+$/;

function described(path: string, request: number, abi: Abi): RequestSchema | undefined {
  if (OWN.test(path)) return ATOLL.get(request);
  if (path === KFD) return kfdRequest(request);
  if (RENDER_NODE.test(path)) return RENDER.get(request);
  return LINUX[abi === 'i386' ? 'narrow' : 'wide'].get(request);
}

/** The description of a request; without one, what its number says. */
export const schemaOf = (path: string, request: number, abi: Abi = 'x86-64'): RequestSchema =>
  described(path, request, abi) ?? encodedSchema(request);

/** Offsets in a node's mapped memory of words that only programs write, and count in. */
export const programWords = (path: string): readonly number[] => (OWN.test(path) ? PROGRAM_WORDS : []);

/** True if programs and device write a word of a node's mapped memory in turn. */
export const isWrittenByBoth = (path: string, offset: number): boolean => OWN.test(path) && isOfSignal(offset);

/**
 * The final value of a word of a node's mapped memory, once it has no waiters, where that is known.
 * @param value a value that it had later
 */
export const finalWord = (path: string, offset: number, value: number): number | undefined =>
  OWN.test(path) ? finalState(offset, value) : undefined;

/** Of these, words that count what programs have requested by memory alone. */
export const requestWords = (path: string): readonly number[] => (OWN.test(path) ? REQUEST_WORDS : []);

/**
 * True if all relevant changes of a node's mapped memory happen at calls, when programs wait by calls: copies of it can
 * be synchronised at these.
 */
export const isMappedByCalls = (path: string): boolean => OWN.test(path);

// The key of a build in the cache: a hash over everything that the result depends on, but for files that the source
// includes from the disk, whose contents the entry itself remembers.
import { createHash, type Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { BuildRequest } from './front-end.js';
import { VERSION } from './project.js';
import type { Toolchain } from './toolchain.js';

export interface KeyParts {
  readonly request: BuildRequest;
  readonly toolchain: Toolchain;
  /** Hash over our own sources. */
  readonly sourceHash: string;
}

/** Bytes that are hashed at once: programs wait for this thread. */
const PIECE = 4 << 20;

/** Adds bytes that may be many. */
async function addPieces(hash: Hash, bytes: Uint8Array): Promise<void> {
  hash.update(`${bytes.length}:`);
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (at > 0) await setImmediate();
    hash.update(bytes.subarray(at, at + PIECE));
  }
}

export async function buildKey({ request, toolchain, sourceHash }: KeyParts): Promise<string> {
  const hash = createHash('sha256');
  const add = (part: Uint8Array | string): void => {
    hash.update(`${Buffer.byteLength(part)}:`).update(part);
  };
  const identity = [VERSION, toolchain.identity, sourceHash, request.kind, request.device, request.options];
  for (const part of identity) add(String(part));
  add(request.folder ?? '/');
  // What one user may read, or sees under a path, another may not.
  add(request.caller?.view ?? '');
  await addPieces(hash, request.source ?? new Uint8Array(0));
  for (const header of request.headers ?? []) {
    add(header.name);
    await addPieces(hash, header.source);
  }
  for (const input of request.inputs ?? []) await addPieces(hash, input);
  return hash.digest('hex');
}

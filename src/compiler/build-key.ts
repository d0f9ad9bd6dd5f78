// The key of a build in the cache: a hash over everything that the result depends on, but for files that the source
// includes from the disk, whose contents the entry itself remembers.
import { createHash } from 'node:crypto';
import type { BuildRequest } from './front-end.js';
import { VERSION } from './project.js';
import type { Toolchain } from './toolchain.js';

export interface KeyParts {
  readonly request: BuildRequest;
  readonly toolchain: Toolchain;
  /** Hash over our own sources. */
  readonly sourceHash: string;
}

export function buildKey({ request, toolchain, sourceHash }: KeyParts): string {
  const hash = createHash('sha256');
  const add = (part: Uint8Array | string): void => {
    hash.update(`${Buffer.byteLength(part)}:`).update(part);
  };
  const identity = [VERSION, toolchain.identity, sourceHash, request.kind, request.device, request.options];
  for (const part of identity) add(String(part));
  add(request.folder ?? '/');
  // What one user may read, or sees under a path, another may not.
  add(request.caller?.view ?? '');
  add(request.source ?? '');
  for (const header of request.headers ?? []) {
    add(header.name);
    add(header.source);
  }
  for (const input of request.inputs ?? []) add(input);
  return hash.digest('hex');
}

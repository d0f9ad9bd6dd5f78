// The key of a build in the cache: a hash over all inputs of the result, except included files on disk, whose hashes
// are in the entry itself.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sha256 } from '../util/hash.js';
import type { Toolchain } from './clang/toolchain.js';
import { VERSION } from './project.js';
import type { BuildRequest } from './request/build-request.js';
import { compilationKey } from './request/compilation.js';

export interface KeyParts {
  readonly request: BuildRequest;
  readonly toolchain: Toolchain;
  /** Hash over Atoll's own sources. */
  readonly sourceHash: string;
}

type Piece = Uint8Array | string;

/** Bytes of one hashing step: programs wait for this thread. */
const MAX_AT_ONCE = 4 << 20;

const measured = (part: Piece): readonly Piece[] => [`${Buffer.byteLength(part)}:`, part];

/** In the order of hashing. */
function partsOf({ request, toolchain, sourceHash }: KeyParts): readonly Piece[] {
  const identity = [VERSION, toolchain.identity, sourceHash, request.kind, request.device, request.options].map(String);
  // Readable files, and the files at a path, differ between users and root folders.
  const place = [request.folder ?? '/', request.caller?.view ?? ''];
  const texts = [compilationKey(request.compilation), request.sourceName ?? '', request.language ?? ''];
  const headers = (request.headers ?? []).flatMap(({ name, source }) => [name, source]);
  const groups = request.maxWorkGroupSize === undefined ? [] : [`groups ${request.maxWorkGroupSize}`];
  const checked = request.checked ? ['checked'] : [];
  const constants = (request.specializations ?? []).flatMap(({ id, value }) => [`constant ${id}`, value]);
  const output = request.output === undefined ? [] : [`output ${request.output}`];
  const parts = [
    ...identity,
    ...place,
    ...texts,
    ...groups,
    ...checked,
    ...output,
    ...constants,
    request.source ?? new Uint8Array(0),
    ...headers,
    ...(request.inputs ?? []),
  ];
  return parts.flatMap(measured);
}

/** Hash of many bytes, in steps. */
async function sha256InPieces(parts: readonly Piece[]): Promise<string> {
  const hash = createHash('sha256');
  for (const part of parts) {
    if (typeof part === 'string') {
      hash.update(part);
      continue;
    }
    for (let at = 0; at < part.length; at += MAX_AT_ONCE) {
      if (at > 0) await setImmediate();
      hash.update(part.subarray(at, at + MAX_AT_ONCE));
    }
  }
  return hash.digest('hex');
}

export async function buildKey(of: KeyParts): Promise<string> {
  const parts = partsOf(of);
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  return bytes <= MAX_AT_ONCE ? sha256(...parts) : sha256InPieces(parts);
}

// Reads files of recorded launches (docs/recordings.md). They may come from anywhere: everything in them is checked.

import { closeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Region } from '../emulator/page-regions.js';
import { boundedJson } from '../util/bounded-json.js';
import { openRegular, readWhole } from '../util/checked-file.js';
import { AtollError } from '../util/errors.js';
import { expand } from '../util/expand.js';
import { tupleOf } from '../util/required.js';
import { parseHeader, type RecordingHeader, regionAt } from './header.js';
import {
  CONTEXT_LIMIT,
  CONTEXT_VALUES,
  ENTRY,
  LAUNCH_PREFIX,
  MAGIC,
  PARTS,
  PREFIX,
  type Recording,
  VERSION,
} from './layout.js';
import { PAGE_LIMIT, type RecordedPages } from './pages.js';
import { parseLaunchContext } from './parse-context.js';
import type { RecordedContext } from './recorded-context.js';
import { attempt, type RefuseFile } from './refusal.js';

/** A part whose bytes are those that were written. */
interface Part {
  readonly bytes: Uint8Array;
  readonly refuse: RefuseFile;
}

function unpacked({ bytes: part, refuse }: Part, regions: readonly Region[]): RecordedPages {
  // The allocation for a file is limited by its declared size, and by the maximum of all files.
  const most = Math.min(
    PAGE_LIMIT,
    regions.reduce((sum, { count }) => sum + count, 0),
  );
  const bytes = attempt(refuse, () => expand(part, most * ENTRY));
  if (bytes.length % ENTRY !== 0) refuse(`${bytes.length} bytes are not a whole number of pages`);
  const pages: RecordedPages = new Map();
  for (let at = 0; at < bytes.length; at += ENTRY) {
    const page = bytes.readUInt32LE(at);
    if (regionAt(regions, page) < 0) refuse(`page ${page} is in no region of the launch`);
    if (pages.has(page)) refuse(`page ${page} occurs twice`);
    pages.set(page, bytes.subarray(at + 4, at + ENTRY));
  }
  return pages;
}

/** A part whose errors say which one it is. */
const named = ({ bytes, refuse }: Part, name: string): Part => ({
  bytes,
  refuse: (text) => refuse(`${name}: ${text}`),
});

function contents(file: string): Buffer {
  try {
    const { fd, stats } = openRegular(file, true);
    try {
      return readWhole(fd, stats.size);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw new AtollError('BAD_INPUT', `cannot read the recording ${file}: ${(error as Error).message}`);
  }
}

/** The parts of a launch, of bytes that are what was written. */
function partsAt(
  bytes: Buffer,
  start: number,
  refuseAt: (offset: number) => RefuseFile,
): { parts: Part[]; end: number } {
  let at = start + LAUNCH_PREFIX;
  if (at > bytes.length) refuseAt(bytes.length)('the recording is truncated');
  const parts: Part[] = [];
  for (let n = 0; n < PARTS; n++) {
    const begin = at;
    at += bytes.readUInt32LE(start + 8 * n);
    if (at > bytes.length) refuseAt(bytes.length)(`the recording is truncated, ${at} bytes are declared`);
    const part = bytes.subarray(begin, at);
    if (crc32(part) !== bytes.readUInt32LE(start + 8 * n + 4))
      refuseAt(begin)('the recording is damaged (its CRC differs)');
    parts.push({ bytes: part, refuse: refuseAt(begin) });
  }
  return { parts, end: at };
}

function unpackedContext({ bytes, refuse }: Part): RecordedContext {
  return attempt(refuse, () => parseLaunchContext(boundedJson(expand(bytes, CONTEXT_LIMIT), CONTEXT_VALUES)));
}

function recordingOf(parts: readonly Part[]): Recording {
  const [header, context, before, after] = tupleOf(parts, PARTS, 'parts');
  const parsed = parseHeader(header.bytes, header.refuse);
  return {
    ...parsed,
    launchContext: unpackedContext(named(context, 'launch context')),
    before: unpacked(named(before, 'pages before'), parsed.regions),
    after: unpacked(named(after, 'pages after'), parsed.regions),
  };
}

/** A launch of a file. Both read it anew, and throw AtollError BAD_INPUT naming file and offset. */
export interface RecordedLaunch {
  readonly header: () => RecordingHeader;
  readonly read: () => Recording;
}

/**
 * The launches of a file. Each is unpacked on access, so that one at a time is in memory.
 * @throws AtollError BAD_INPUT naming file and offset
 */
export function readRecordings(file: string): readonly RecordedLaunch[] {
  const bytes = contents(file);
  const refuseAt =
    (offset: number): RefuseFile =>
    (text) => {
      throw new AtollError('BAD_INPUT', `${file}, offset ${offset}: ${text}`, 'repeat atoll record');
    };
  if (bytes.toString('latin1', 0, 8) !== MAGIC) refuseAt(0)('not a recording of Atoll');
  if (bytes.length < PREFIX) refuseAt(bytes.length)('the recording is truncated');
  const version = bytes.readUInt32LE(8);
  if (version !== VERSION) refuseAt(8)(`version ${version} of recordings, this Atoll reads ${VERSION}`);
  const count = bytes.readUInt32LE(12);
  if (count === 0) refuseAt(12)('there is no launch in it');
  const launches: RecordedLaunch[] = [];
  let at = PREFIX;
  while (launches.length < count) {
    const { parts, end } = partsAt(bytes, at, refuseAt);
    const [header] = parts as [Part, ...Part[]];
    launches.push({ header: () => parseHeader(header.bytes, header.refuse), read: () => recordingOf(parts) });
    at = end;
  }
  if (at !== bytes.length) refuseAt(at)(`${bytes.length - at} bytes after the last launch`);
  return launches;
}

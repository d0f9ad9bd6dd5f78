// The layout of a file of recorded launches (docs/recordings.md).

import { PAGE_SIZE } from '../abi/memory-map.js';
import type { RecordingHeader } from './header.js';
import type { RecordedPages } from './pages.js';
import type { RecordedContext } from './recorded-context.js';

export interface Recording extends RecordingHeader {
  readonly launchContext: RecordedContext;
  readonly before: RecordedPages;
  /** Pages that the launch has changed. */
  readonly after: RecordedPages;
}

export const MAGIC = 'ATOLLREC';
export const VERSION = 3;
/** Magic, version, number of launches. */
export const PREFIX = 8 + 4 + 4;
/** Header, launch context, pages before, pages after. */
export const PARTS = 4;
/** Length and CRC-32 of each part. */
export const LAUNCH_PREFIX = PARTS * 8;
/** A page: its number and its bytes. */
export const ENTRY = 4 + PAGE_SIZE;
/** Bytes of a launch context, unpacked: it contains source texts of a program. */
export const CONTEXT_LIMIT = 2 ** 28;
/** Values of a launch context: each takes some 30 bytes of memory, and two in the file. */
export const CONTEXT_VALUES = 2 ** 24;

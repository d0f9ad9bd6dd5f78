// The guest programs that the tests run under both back ends, and that the table of guests lists.
import type { GuestKind } from './guests.js';

/** One program of test/guest that checks itself. */
export interface GuestCase {
  readonly name: string;
  readonly kinds: readonly GuestKind[];
  readonly visibleDevices?: boolean;
}

const every: readonly GuestKind[] = ['x86-64', 'i386', 'static'];
/** Every program, with the forms in which it runs. */
export const guestCases: readonly GuestCase[] = [
  { name: 'descriptors', kinds: every },
  { name: 'release', kinds: every },
  { name: 'memory', kinds: ['x86-64', 'i386'] },
  { name: 'shared', kinds: ['x86-64', 'i386'] },
  { name: 'threads', kinds: every },
  { name: 'processes', kinds: every },
  { name: 'signals', kinds: ['x86-64', 'i386'] },
  { name: 'uninterrupted', kinds: ['x86-64', 'i386'] },
  { name: 'stack', kinds: ['x86-64', 'i386'] },
  { name: 'int80', kinds: ['x86-64'] },
  { name: 'x32', kinds: ['x86-64'] },
  { name: 'identity', kinds: ['x86-64', 'i386'] },
  { name: 'hidden', kinds: ['x86-64', 'i386'] },
  { name: 'visible', kinds: ['x86-64', 'i386'], visibleDevices: true },
  { name: 'descriptors', kinds: ['x86-64'], visibleDevices: true },
  { name: 'plain', kinds: ['x86-64', 'i386'] },
];

// The guest programs that the tests run under both back ends, and that the table of guests lists.
import type { VirtualTree } from '../../src/host/virtual-tree.js';
import type { GuestKind } from './guests.js';

/** One program of test/guest that checks itself. */
export interface GuestCase {
  readonly name: string;
  readonly kinds: readonly GuestKind[];
  readonly visibleDevices?: boolean;
  /** Has the tree of `exampleTree`. */
  readonly trees?: boolean;
}

/** The tree that test/guest/trees.c looks at. */
export const exampleTree: VirtualTree = {
  prefix: '/sys/devices/virtual/atoll-test/topology',
  entries: {
    generation_id: '1\n',
    empty: '',
    'nodes/0/gpu_id': '0\n',
    'nodes/0/properties': `cpu_cores_count 8\n${'x'.repeat(5000)}\n`,
    'nodes/1/gpu_id': '4711\n',
    'nodes/1/caches': { folder: true },
    'nodes/latest': { link: '1' },
    current: { link: '/sys/devices/virtual/atoll-test/topology/nodes/0' },
    'loop/a': { link: 'b' },
    'loop/b': { link: 'a' },
    dangling: { link: 'nowhere' },
  },
};

const every: readonly GuestKind[] = ['x86-64', 'i386', 'static'];
/** Every program, with the forms in which it runs. */
export const guestCases: readonly GuestCase[] = [
  { name: 'descriptors', kinds: every },
  { name: 'release', kinds: every },
  { name: 'memory', kinds: ['x86-64', 'i386'] },
  { name: 'shared', kinds: ['x86-64', 'i386'] },
  { name: 'threads', kinds: every },
  { name: 'inspected', kinds: ['x86-64', 'i386'] },
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
  { name: 'trees', kinds: every, trees: true },
  { name: 'visible', kinds: ['x86-64'], trees: true },
  { name: 'descriptors', kinds: ['x86-64', 'i386'], trees: true },
];

// Requests of devices that every Linux has: random, terminals, loop and other block devices, tun. Numbers and
// structures are those of include/uapi/linux: random.h, asm-generic/ioctls.h, loop.h, fs.h, if_tun.h.

import type { RequestSchema } from './schema.js';

type Direction = 'in' | 'out' | 'inout' | 'value';
/** Bytes, of 64-bit and of 32-bit programs where these differ. */
type Size = number | readonly [wide: number, narrow: number];
type Row = readonly [request: number, name: string, direction: Direction, size?: Size];

const [INT, TERMIOS, WINSIZE, LOOP_INFO64, LOOP_CONFIG, WIDE] = [4, 36, 8, 232, 304, 8];
const [LONG, LOOP_INFO, IFREQ] = [[8, 4] as const, [168, 140] as const, [40, 32] as const];

const ROWS: readonly Row[] = [
  [0x80045200, 'RNDGETENTCNT', 'out', INT],
  [0x40045201, 'RNDADDTOENTCNT', 'in', INT],
  [0x5204, 'RNDZAPENTCNT', 'value'],
  [0x5206, 'RNDCLEARPOOL', 'value'],
  [0x5207, 'RNDRESEEDCRNG', 'value'],
  [0x5401, 'TCGETS', 'out', TERMIOS],
  [0x5402, 'TCSETS', 'in', TERMIOS],
  [0x5403, 'TCSETSW', 'in', TERMIOS],
  [0x5404, 'TCSETSF', 'in', TERMIOS],
  [0x5409, 'TCSBRK', 'value'],
  [0x540a, 'TCXONC', 'value'],
  [0x540b, 'TCFLSH', 'value'],
  [0x540e, 'TIOCSCTTY', 'value'],
  [0x540f, 'TIOCGPGRP', 'out', INT],
  [0x5410, 'TIOCSPGRP', 'in', INT],
  [0x5413, 'TIOCGWINSZ', 'out', WINSIZE],
  [0x5414, 'TIOCSWINSZ', 'in', WINSIZE],
  [0x541b, 'FIONREAD', 'out', INT],
  [0x5421, 'FIONBIO', 'in', INT],
  [0x5422, 'TIOCNOTTY', 'value'],
  [0x80045430, 'TIOCGPTN', 'out', INT],
  [0x5441, 'TIOCGPTPEER', 'value'],
  [0x40045431, 'TIOCSPTLCK', 'in', INT],
  [0x4c00, 'LOOP_SET_FD', 'value'],
  [0x4c01, 'LOOP_CLR_FD', 'value'],
  [0x4c02, 'LOOP_SET_STATUS', 'in', LOOP_INFO],
  [0x4c03, 'LOOP_GET_STATUS', 'out', LOOP_INFO],
  [0x4c04, 'LOOP_SET_STATUS64', 'in', LOOP_INFO64],
  [0x4c05, 'LOOP_GET_STATUS64', 'out', LOOP_INFO64],
  [0x4c06, 'LOOP_CHANGE_FD', 'value'],
  [0x4c07, 'LOOP_SET_CAPACITY', 'value'],
  [0x4c08, 'LOOP_SET_DIRECT_IO', 'value'],
  [0x4c09, 'LOOP_SET_BLOCK_SIZE', 'value'],
  [0x4c0a, 'LOOP_CONFIGURE', 'in', LOOP_CONFIG],
  [0x4c80, 'LOOP_CTL_ADD', 'value'],
  [0x4c81, 'LOOP_CTL_REMOVE', 'value'],
  [0x4c82, 'LOOP_CTL_GET_FREE', 'value'],
  [0x125e, 'BLKROGET', 'out', INT],
  [0x1260, 'BLKGETSIZE', 'out', LONG],
  [0x1261, 'BLKFLSBUF', 'value'],
  [0x1268, 'BLKSSZGET', 'out', INT],
  [0x127b, 'BLKPBSZGET', 'out', INT],
  [0x80081270, 'BLKBSZGET', 'out', INT],
  [0x80081272, 'BLKGETSIZE64', 'out', WIDE],
  // Numbers of 32-bit programs: a size_t is in them, not in what is given.
  [0x80041270, 'BLKBSZGET', 'out', INT],
  [0x80041272, 'BLKGETSIZE64', 'out', WIDE],
  [0x400454ca, 'TUNSETIFF', 'inout', IFREQ],
  [0x400454cb, 'TUNSETPERSIST', 'value'],
  [0x400454cc, 'TUNSETOWNER', 'value'],
  [0x400454cd, 'TUNSETLINK', 'value'],
  [0x400454ce, 'TUNSETGROUP', 'value'],
  [0x800454cf, 'TUNGETFEATURES', 'out', INT],
  [0x400454d0, 'TUNSETOFFLOAD', 'value'],
  [0x800454d2, 'TUNGETIFF', 'out', IFREQ],
  [0x800454d3, 'TUNGETSNDBUF', 'out', INT],
  [0x400454d4, 'TUNSETSNDBUF', 'in', INT],
  [0x800454d7, 'TUNGETVNETHDRSZ', 'out', INT],
  [0x400454d8, 'TUNSETVNETHDRSZ', 'in', INT],
];

/** They name or give a descriptor. */
const OF_DESCRIPTORS: readonly string[] = ['LOOP_SET_FD', 'LOOP_CHANGE_FD', 'LOOP_CONFIGURE', 'TIOCGPTPEER'];

/** struct ifreq: only name and flags mean something to TUNSETIFF. */
const MASKED: Readonly<Record<string, readonly number[]>> = { TUNSETIFF: [18, 22] };

const schemaOf = ([, name, direction, size = 0]: Row, isNarrow: boolean): RequestSchema => ({
  name,
  size: typeof size === 'number' ? size : size[isNarrow ? 1 : 0],
  reads: direction === 'in' || direction === 'inout',
  writes: direction === 'out' || direction === 'inout',
  masked: MASKED[name] ?? [],
  pointers: [],
  ...(OF_DESCRIPTORS.includes(name) ? { ofDescriptor: true } : {}),
});

/** struct rand_pool_info: entropy, bytes, and the bytes themselves. */
const ADD_ENTROPY: RequestSchema = {
  name: 'RNDADDENTROPY',
  size: 8,
  tail: { at: 4 },
  reads: true,
  writes: false,
  masked: [],
  pointers: [],
};

const requests = (isNarrow: boolean): ReadonlyMap<number, RequestSchema> =>
  new Map([...ROWS.map((row) => [row[0], schemaOf(row, isNarrow)] as const), [0x40085203, ADD_ENTROPY] as const]);

/** By the convention of the call: structures of 32-bit programs have another layout. */
export const LINUX = { wide: requests(false), narrow: requests(true) } as const;

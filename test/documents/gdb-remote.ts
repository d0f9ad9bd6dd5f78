// One wavefront of a kernel behind the GDB remote protocol: what a debugger gets first, and how it requests
// registers and memory. It shows the behaviour of debuggers with a target amdgcn.

import { createServer, type Server } from 'node:net';

const PC = 0x40000090;
/** `v_xor_b32_e32 v0, 1, v0` and `v_lshlrev_b32_e32 v0, 2, v0`. */
const CODE = Buffer.from('8100003a82000034', 'hex');
/** Readable memory: debuggers read more than they have to. */
const [FIRST, MEMORY] = [PC & ~0xfff, Buffer.alloc(4096)];
CODE.copy(MEMORY, PC - FIRST);
const DESCRIPTION = [
  '<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd"><target version="1.0"><architecture>amdgcn</architecture>',
  '<feature name="org.gnu.gdb.amdgcn.wave"><reg name="s0" bitsize="32" regnum="0" offset="0" group="general"/>',
  '<reg name="pc" bitsize="64" regnum="1" offset="4" type="code_ptr" generic="pc" group="general"/></feature></target>',
].join('');

const hex = (text: string): string => Buffer.from(text).toString('hex');
const process = `pid:1;triple:${hex('amdgcn-amd-amdhsa')};endian:little;ptrsize:8;`;
const [scalar, pc] = ['46000000', `${Buffer.from(Uint32Array.of(PC, 0).buffer).toString('hex')}`];

/** Answers by the beginning of the packet; other requests are not supported, which is an empty answer. */
const ANSWERS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/^qSupported/, () => 'PacketSize=1000;qXfer:features:read+;QStartNoAckMode+'],
  [/^QStartNoAckMode$/, () => 'OK'],
  [
    /^qXfer:features:read:target\.xml:(\w+),(\w+)$/,
    ([, offset, size]) => {
      const [begin, end] = [Number(`0x${offset}`), Number(`0x${offset}`) + Number(`0x${size}`)];
      return `${end >= DESCRIPTION.length ? 'l' : 'm'}${DESCRIPTION.slice(begin, end)}`;
    },
  ],
  [/^\?$/, () => 'T05thread:1;'],
  [/^q(HostInfo|ProcessInfo)$/, () => process],
  [/^qC$/, () => 'QC1'],
  [/^qfThreadInfo$/, () => 'm1'],
  [/^qsThreadInfo$/, () => 'l'],
  [/^[HD]/, () => 'OK'],
  [/^k$/, () => 'X09'],
  [/^g/, () => scalar + pc],
  [/^p0/, () => scalar],
  [/^p1/, () => pc],
  [
    /^m(\w+),(\w+)$/,
    ([, address, size]) => {
      const from = Number(`0x${address}`) - FIRST;
      return from >= 0 && from < MEMORY.length ? MEMORY.toString('hex', from, from + Number(`0x${size}`)) : 'E01';
    },
  ],
];

function answer(packet: string): string {
  for (const [pattern, answerOf] of ANSWERS) {
    const match = pattern.exec(packet);
    if (match !== null) return answerOf(match);
  }
  return '';
}

function framed(text: string): string {
  const sum = [...Buffer.from(text)].reduce((all, byte) => (all + byte) & 255, 0);
  return `$${text}#${sum.toString(16).padStart(2, '0')}`;
}

/** A server at a free port of this machine. */
export function remoteTarget(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer((socket) => {
    let [text, acknowledging] = ['', true];
    // Debuggers go as they like.
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
      for (let match = /\$([^#]*)#../.exec(text); match !== null; match = /\$([^#]*)#../.exec(text)) {
        text = text.slice(match.index + match[0].length);
        socket.write(`${acknowledging ? '+' : ''}${framed(answer(match[1]!))}`, 'latin1');
        if (match[1] === 'QStartNoAckMode') acknowledging = false;
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({ server, port: typeof address === 'object' && address !== null ? address.port : 0 });
    });
  });
}

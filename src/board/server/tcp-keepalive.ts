// Peers that vanish without an end of the connection (a network that is down, a machine that is switched off): the
// kernel asks them, and ends the connection. A program that is only stopped answers, since its kernel does.

import { DataType, load } from 'ffi-rs';
import { thisProcess } from '../c-memory.js';

/** Seconds without a byte before the kernel asks, from one question to the next, and questions without an answer. */
const [IDLE_S, INTERVAL_S, QUESTIONS] = [30, 10, 3];
/**
 * Milliseconds in which what was sent has to arrive. Linux goes by it for its questions, too, and not by their number
 * (tcp(7)).
 */
const UNANSWERED_MS = 60_000;

/** Source: asm-generic/socket.h, netinet/in.h, linux/tcp.h. */
const [SOL_SOCKET, SO_KEEPALIVE, IPPROTO_TCP] = [1, 9, 6];
const TCP = { keepIdle: 4, keepInterval: 5, keepCount: 6, userTimeout: 18 } as const;

/** @returns whether the kernel took it: a socket of this machine has no such options */
function setOption(fd: number, level: number, name: number, value: number): boolean {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  const result: number = load({
    library: thisProcess(),
    funcName: 'setsockopt',
    retType: DataType.I32,
    paramsType: [DataType.I32, DataType.I32, DataType.I32, DataType.U8Array, DataType.I32],
    paramsValue: [fd, level, name, bytes, bytes.length],
  });
  return result === 0;
}

/** Of a socket of this machine nothing changes: its peer cannot vanish. */
export function dropVanished(fd: number): void {
  setOption(fd, IPPROTO_TCP, TCP.keepIdle, IDLE_S);
  setOption(fd, IPPROTO_TCP, TCP.keepInterval, INTERVAL_S);
  setOption(fd, IPPROTO_TCP, TCP.keepCount, QUESTIONS);
  setOption(fd, IPPROTO_TCP, TCP.userTimeout, UNANSWERED_MS);
  setOption(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
}

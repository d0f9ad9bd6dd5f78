// A way between program and board that breaks at one moment: after so many bytes, or after a time.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';

/** How it breaks: an end in order, a reset, or nothing that comes through any more. */
export const BREAKS = ['end', 'reset', 'silence'] as const;

export interface Moment {
  /** Of both directions together; Infinity: only time counts. */
  readonly bytes: number;
  /** From the first byte on. */
  readonly milliseconds: number;
  readonly how: (typeof BREAKS)[number];
}

class Link {
  private passed = 0;
  private broken = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sockets: readonly [program: Socket, board: Socket],
    private readonly moment: Moment,
    private readonly onBreak: () => void,
  ) {
    const [program, board] = sockets;
    this.carry(program, board);
    this.carry(board, program);
  }

  private carry(from: Socket, to: Socket): void {
    from.on('error', () => {});
    from.on('data', (bytes: Buffer) => {
      this.timer ??= setTimeout(() => this.break(), this.moment.milliseconds);
      if (this.broken) return;
      const left = this.moment.bytes - this.passed;
      this.passed += bytes.length;
      to.write(bytes.length > left ? bytes.subarray(0, left) : bytes);
      if (bytes.length >= left) this.break();
    });
    from.on('close', () => {
      clearTimeout(this.timer);
      to.destroy();
    });
  }

  private break(): void {
    if (this.broken) return;
    this.broken = true;
    this.onBreak();
    for (const socket of this.sockets) {
      if (this.moment.how === 'end') socket.end();
      if (this.moment.how === 'reset') socket.resetAndDestroy();
    }
  }
}

export interface BrokenWay {
  readonly engine: string;
  /** True if it has broken. */
  readonly isBroken: () => boolean;
  readonly close: () => void;
}

/** A way to the board at a port; every connection over it breaks at the moment. */
export async function brokenWay(t: ExecutionContext, port: number, moment: Moment): Promise<BrokenWay> {
  let broken = false;
  const open = new Set<Socket>();
  const server = createServer((program) => {
    const board = connect(port, '127.0.0.1');
    open.add(program).add(board);
    new Link([program, board], moment, () => (broken = true));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  t.teardown(close);
  const engine = `opencl:tcp:127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { engine, isBroken: () => broken, close };
}

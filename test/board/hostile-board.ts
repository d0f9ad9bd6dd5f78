// A board of a test's making, in a thread: it greets, and answers hello and launches with the bytes of a script.

import { createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { encode } from '@msgpack/msgpack';
import { FrameAssembler } from '../../src/board/frame-assembler.js';
import { greeting } from '../../src/board/handshake.js';
import { HELLOS, type Hello, ORDERS, type Order } from '../../src/board/protocol.js';
import { PROOF, type Script } from './hostile-script.js';
import { frameOf, proofOf } from './raw-peer.js';

const messageOf = (bytes: Uint8Array, nonce: Uint8Array): Uint8Array => {
  const text = Buffer.from(bytes).toString('latin1');
  if (!text.startsWith('{')) return bytes;
  const head = JSON.parse(text) as Record<string, unknown>;
  return frameOf(encode(head['proof'] === PROOF ? { ...head, proof: proofOf('', 'board', nonce) } : head));
};

/** Each connection follows the next script. */
function serve(scripts: readonly Script[]): void {
  let count = 0;
  const server = createServer((socket) => {
    const { welcome, answer } = scripts[count++ % scripts.length]!;
    const hellos = new FrameAssembler<Hello>(HELLOS, false);
    const orders = new FrameAssembler<Order>(ORDERS, false);
    let nonce: Uint8Array | undefined;
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      for (let at = 0; at < chunk.length; ) {
        const frames = nonce ? orders : hellos;
        const copied = chunk.copy(frames.room, 0, at);
        at += copied;
        const head = frames.took(copied)?.head;
        if (head?.do === 'hello') socket.write(messageOf(welcome, (nonce = head.nonce)));
        if (head?.do === 'launch') socket.write(messageOf(answer, nonce!));
      }
    });
    socket.write(greeting(Buffer.alloc(16)));
  });
  server.listen(0, '127.0.0.1', () => parentPort!.postMessage(server.address()));
}

serve(workerData as readonly Script[]);

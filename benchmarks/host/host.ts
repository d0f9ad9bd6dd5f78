// Runs one program as a guest with the device that benchmarks/host/probe.c measures.
// Arguments: back end, program, its arguments.
import { Worker } from 'node:worker_threads';
import type { Device, IoctlCall } from '../../src/host/device.js';
import { loadNative, protection } from '../../src/host/native.js';
import { startGuest } from '../../src/host/supervisor.js';

const exchangeSize = 16;
const pageOfWasm = 65536;
const deviceSize = 64 << 20;

/** A Worker that answers requests in the shared memory, sleeping on the futex between them. */
function startServer(fd: number): Promise<void> {
  const memory = new WebAssembly.Memory({
    initial: deviceSize / pageOfWasm,
    maximum: deviceSize / pageOfWasm,
    shared: true,
  });
  loadNative().mapFixed(new Uint8Array(memory.buffer), 0, fd, 0, deviceSize, protection.readWrite);
  const worker = new Worker(new URL('./ring-server.js', import.meta.url), { workerData: memory });
  return new Promise((resolve) => worker.once('message', () => resolve()));
}

function echo(call: IoctlCall): number {
  const bytes = call.memory.read(call.argument, exchangeSize)!;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(8, view.getBigUint64(8, true) + 1n, true);
  call.memory.write(call.argument, bytes);
  return 1;
}

const device: Device = {
  path: '/dev/atoll-bench',
  major: 240,
  minor: 0,
  requests: { type: 0xa7 },
  open: ({ fd }) => ({
    size: deviceSize,
    ioctl: (call) => ((call.request & 0xff) === 1 ? echo(call) : startServer(fd).then(() => 0)),
    release: () => {},
  }),
};

const [backend, ...argv] = process.argv.slice(2);
const guest = startGuest({
  file: argv[0]!,
  argv,
  env: process.env as Record<string, string>,
  cwd: process.cwd(),
  devices: [device],
  backend: backend as 'trace' | 'notify',
});
process.exitCode = (await guest.exited).code;

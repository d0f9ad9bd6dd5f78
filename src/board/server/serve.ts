// One connection of a board: a process of its own, so that a kernel that ends it ends nobody else's.

import { loadNative } from '../../host/native.js';
import { AtollError, describeError } from '../../util/errors.js';
import { Channel } from '../channel.js';
import { serveDevices } from '../devices/server/serve-devices.js';
import { HELLOS, ORDERS, type Order } from '../protocol.js';
import { type BoardDevice, openDevice } from './device.js';
import { type AdmittedClient, type ServerChannel, welcome } from './handshake-server.js';
import { Heartbeat } from './heartbeat.js';
import { BoardLaunches } from './launches.js';
import { measure } from './measure.js';
import { BoardMemory } from './memory.js';
import { BoardPrograms } from './programs.js';
import { StdoutCapture } from './stdout-capture.js';
import { dropVanished } from './tcp-keepalive.js';

/** Milliseconds for the other side to take what we say. */
const PEER_TIMEOUT_MS = 60_000;
/** Timeout of one wait for the next request. */
const IDLE_MS = 60_000;

const PEER = 'the program';

class Connection {
  private readonly memory: BoardMemory;
  private readonly programs: BoardPrograms;
  private readonly launches: BoardLaunches;

  constructor(
    private readonly channel: ServerChannel,
    private readonly device: BoardDevice,
    private readonly life: Heartbeat,
  ) {
    const native = loadNative();
    this.memory = new BoardMemory(device);
    this.programs = new BoardPrograms(device);
    this.launches = new BoardLaunches({
      device,
      memory: this.memory,
      programs: this.programs,
      printed: new StdoutCapture(native),
      native,
      fd: channel.fd,
      answer: (answer, data) => channel.send(answer, data),
      abandon: () => native.exitAtOnce(0),
    });
  }

  /** Executes a command; undefined when it has no reply. */
  obey(order: Order, data: Uint8Array): void {
    switch (order.do) {
      case 'buffer':
        return this.memory.create(order.buffer, order.size);
      case 'free':
        this.launches.forget(order.buffer);
        return this.memory.free(order.buffer);
      case 'write':
        return this.memory.write(order.buffer, order.offset, data);
      case 'forget':
        return this.programs.forget(order.program);
      case 'measure':
        return this.channel.send({
          do: 'measured',
          nanoseconds: this.life.during(() => measure(this.device, order)),
        });
      case 'program':
        return this.build(order);
      case 'launch':
        return this.launches.run(order);
    }
  }

  private build({ program, parts, options }: Extract<Order, { do: 'program' }>): void {
    try {
      this.life.during(() => this.programs.build(program, parts, options));
      this.channel.send({ do: 'built' });
    } catch (error) {
      if (!(error instanceof AtollError)) throw error;
      this.channel.send({ do: 'built', failure: describeError(error) });
    }
  }
}

/** An error is reported once, in place of the answer to the next launch or build. */
function serveOrders(channel: ServerChannel, connection: Connection): never {
  let trouble: string | undefined;
  for (;;) {
    const received = channel.receive(IDLE_MS);
    if (!received) continue;
    const { head, data } = received;
    const answers = head.do === 'launch' || head.do === 'program' || head.do === 'measure';
    try {
      if (trouble === undefined) connection.obey(head, data);
    } catch (error) {
      // Also for a defect of the board: it is reported to the program whose launch it was.
      trouble = describeError(error);
    }
    if (trouble === undefined || !answers) continue;
    channel.send(head.do === 'program' ? { do: 'built', failure: trouble } : { do: 'failed', text: trouble });
    trouble = undefined;
  }
}

/** Drives the OpenCL device that the program wants. */
function serveOpenCl(channel: ServerChannel, { platform, proof }: AdmittedClient): never {
  const life = new Heartbeat(channel.fd);
  const device = life.during(() => openDevice(platform));
  channel.send({ do: 'ready', proof: Buffer.from(proof, 'hex'), facts: device.facts });
  return serveOrders(channel, new Connection(channel, device, life));
}

/** Serves a peer that is let in. */
function serveAdmitted(fd: number, admitted: AdmittedClient): void {
  const native = loadNative();
  const channel: ServerChannel = new Channel(fd, native, PEER, PEER_TIMEOUT_MS, ORDERS);
  try {
    dropVanished(fd);
    if (!admitted.devices) return serveOpenCl(channel, admitted);
    channel.send({ do: 'gives', proof: Buffer.from(admitted.proof, 'hex'), ...admitted.devices });
    return serveDevices(fd, admitted.devices, () => native.exitAtOnce(0));
  } catch (error) {
    channel.send({ do: 'refused', text: describeError(error) });
    return native.exitAtOnce(1);
  }
}

/**
 * Serves one connection, until it ends; this process ends with it.
 * @param fd of the socket
 * @param client the peer, where it was let in already; the connection is private otherwise
 */
export function serve(fd: number, client: AdmittedClient | undefined): void {
  const native = loadNative();
  try {
    const settings = { token: '', platform: undefined, devices: undefined, anyRequest: false };
    const admitted = client ?? welcome(new Channel(fd, native, PEER, PEER_TIMEOUT_MS, HELLOS), settings);
    return admitted ? serveAdmitted(fd, admitted) : native.exitAtOnce(1);
  } catch {
    // The program has gone, or it no longer receives data.
    return native.exitAtOnce(0);
  }
}

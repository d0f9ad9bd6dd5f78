// /dev/kfd, the compute driver of ROCm's runtime, with the files that go with it.

import { constants } from 'node:os';
import type { Device, IoctlCall, OpenRequest, RequestDescription, VirtualFile } from '../../host/device.js';
import type { Tripwire } from '../../host/tripwire.js';
import { loadIsa } from '../../isa/load-isa.js';
import type { Contexts } from '../core/contexts.js';
import { type DeviceModel, isLargeMemory } from '../device-models.js';
import type { Arena } from './arena.js';
import { type Agent, agentsOf, FRAME_BUFFER_SIZE } from './chips.js';
import { Doorbells } from './doorbells.js';
import { answered } from './error-reply.js';
import { FinalizerDevice } from './finalizer/device.js';
import type { BrigFinalizer } from './finalizer/finalizer.js';
import { descriptorsOf, isObserved, KfdProcess } from './process.js';
import { RenderDevice, type RenderFile } from './render.js';
import { handlersOf, perform, requestOf } from './requests.js';
import { KFD_TYPE, REQUESTS } from './schema.js';
import { Shares } from './shares.js';
import { classTree, moduleTrees, topologyTree } from './topology.js';

const MAJOR = 238;

class KfdFile implements VirtualFile {
  readonly size: number;
  readonly tripwire: Tripwire;

  constructor(
    private readonly process: KfdProcess,
    private readonly doorbells: Doorbells,
    private readonly handlers: ReturnType<typeof handlersOf>,
  ) {
    this.size = doorbells.end;
    this.tripwire = doorbells.tripwire;
    process.join();
  }

  ioctl(call: IoctlCall): number | Promise<number> {
    const { process } = this;
    if (process.isReleased) return -constants.errno.EIO;
    process.callBy(this.doorbells);
    return answered(
      call,
      (text) => process.log(text),
      () => perform(this.handlers, process, call),
    );
  }

  release(): void {
    this.process.leave();
  }
}

/** A request with the fields of its structure. */
function describeRequest(call: IoctlCall): RequestDescription | undefined {
  const name = requestOf(call.request);
  if (!name) return undefined;
  const struct = REQUESTS[name][2];
  const fields = (): string | undefined => {
    const bytes = call.memory.read(call.argument, struct.size);
    if (!bytes) return undefined;
    const values = struct.read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const shown = Object.entries(values).filter(([field]) => field !== 'pad');
    return `{${shown.map(([field, value]) => `${field}=0x${value.toString(16)}`).join(', ')}}`;
  };
  return { name: `AMDKFD_IOC_${name}`, input: fields(), output: fields };
}

class KfdDevice implements Device {
  readonly path = '/dev/kfd';
  readonly major = MAJOR;
  readonly minor = 0;
  readonly isRung = true;
  readonly requests = { type: KFD_TYPE };
  readonly describe = describeRequest;
  readonly trees;
  private readonly handlers: ReturnType<typeof handlersOf>;
  private readonly shares = new Shares();
  private readonly processes = new Set<KfdProcess>();
  private warned = false;

  constructor(
    private readonly contexts: Contexts,
    private readonly agents: readonly Agent[],
    private readonly files: ReadonlyMap<number, RenderFile>,
  ) {
    this.trees = [topologyTree(agents, isObserved(contexts)), classTree, ...moduleTrees()];
    this.handlers = handlersOf(files);
  }

  ready(): Promise<void> | undefined {
    return this.contexts.room();
  }

  open({ fd, pid }: OpenRequest): VirtualFile {
    this.warnOfMemory();
    return new KfdFile(this.processOf(pid), new Doorbells(fd, this.agents, pid), this.handlers);
  }

  /** Once: the program is not refused, since its GPUs are as without the option. */
  private warnOfMemory(): void {
    if (this.warned || !this.agents.some(({ chip }) => isLargeMemory(chip))) return;
    this.warned = true;
    const has = `${FRAME_BUFFER_SIZE / 2 ** 30} GiB`;
    this.contexts.services.warn(`--device-memory is for OpenCL programs: ROCm's find GPUs with ${has}`);
  }

  /** The heap of the program that the process executes: another one that it was before may have had one, too. */
  private arenaOf(pid: number): Arena | undefined {
    const arenas = [...this.files.values()].flatMap(({ arena }) => (arena?.pid === pid ? [arena] : []));
    if (arenas.length === 0) return undefined;
    const inodes = descriptorsOf(pid);
    return arenas.find(({ inode }) => inodes.includes(inode));
  }

  /** A program that has shut the runtime down has kept its memory. */
  private processOf(pid: number): KfdProcess {
    for (const process of this.processes) if (process.isReleased) this.processes.delete(process);
    const retained = [...this.processes].find((process) => process.pid === pid && process.isRetained);
    if (retained) return retained;
    const created = new KfdProcess(this.contexts, this.agents, pid, this.shares, this.arenaOf(pid));
    this.processes.add(created);
    return created;
  }
}

/** Makes the devices of those chips that ROCm supports; the main thread reports kernels with their code. */
export async function loadKfd(chips: readonly DeviceModel[]): Promise<typeof kfdDevices> {
  for (const { llvm, kfd } of chips) if (kfd) await loadIsa(llvm);
  return kfdDevices;
}

function kfdDevices(contexts: Contexts, chips: readonly DeviceModel[], finalizer?: BrigFinalizer): Device[] {
  const agents = agentsOf(chips);
  if (agents.length === 0) return [];
  const files = new Map<number, RenderFile>();
  const log = (text: string): void => contexts.services.log(text);
  return [
    new KfdDevice(contexts, agents, files),
    ...agents.map((agent) => new RenderDevice(agent, files, log)),
    new FinalizerDevice(finalizer, log),
  ];
}

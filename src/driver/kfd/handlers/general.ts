// Requests about the device itself: version, clocks, address windows, tiles.

import { statSync } from 'node:fs';
import { RequestError, require } from '../../core/errno.js';
import { APERTURE, ARENA, WINDOWS } from '../chips.js';
import { type KfdHandler, writeGuest } from '../handler.js';
import type { KfdProcess } from '../process.js';
import type { RenderFile } from '../render.js';
import { NUM_OF_SUPPORTED_GPUS, ProcessDeviceApertures } from '../schema.js';
import { MACRO_TILE_MODES, TILE_MODES } from '../tiles.js';

/** The first one with AVAILABLE_MEMORY, which newer runtimes want; later ones promise what this driver has not. */
const INTERFACE = { major_version: 1, minor_version: 9 } as const;
const NS_PER_SECOND = 1_000_000_000n;

export const getVersion: KfdHandler<'GET_VERSION'> = () => INTERFACE;

export const setMemoryPolicy: KfdHandler<'SET_MEMORY_POLICY'> = (process, { gpu_id }) => {
  process.agent(gpu_id);
  return {};
};

/** All clocks are the one that the processor stamps signals with. */
export const getClockCounters: KfdHandler<'GET_CLOCK_COUNTERS'> = () => {
  const now = globalThis.process.hrtime.bigint();
  return {
    gpu_clock_counter: now,
    cpu_clock_counter: now,
    system_clock_counter: now,
    system_clock_freq: NS_PER_SECOND,
  };
};

function apertures({ agents, arena }: KfdProcess): DataView {
  // The heap is the program's: the runtime gives out what lies behind it.
  const behind = arena ? BigInt(ARENA.capacity) : 0n;
  const view = new DataView(new ArrayBuffer(agents.length * ProcessDeviceApertures.size));
  agents.forEach(({ gpuId }, n) => {
    const values = {
      lds_base: WINDOWS.lds[0],
      lds_limit: WINDOWS.lds[1],
      scratch_base: WINDOWS.scratch[0],
      scratch_limit: WINDOWS.scratch[1],
      gpuvm_base: APERTURE.base + behind,
      gpuvm_limit: APERTURE.limit + behind,
      gpu_id: gpuId,
    };
    ProcessDeviceApertures.write(view, values, n * ProcessDeviceApertures.size);
  });
  return view;
}

export const getProcessApertures: KfdHandler<'GET_PROCESS_APERTURES'> = (process) => {
  const count = Math.min(process.agents.length, NUM_OF_SUPPORTED_GPUS);
  const { buffer } = apertures(process);
  return { process_apertures: [...new BigUint64Array(buffer)], num_of_nodes: count };
};

export const getProcessAperturesNew: KfdHandler<'GET_PROCESS_APERTURES_NEW'> = (process, args, call) => {
  const { length } = process.agents;
  // Without room it is a question for their number.
  if (args.num_of_nodes === 0) return { num_of_nodes: length };
  const view = apertures(process);
  const count = Math.min(length, args.num_of_nodes);
  const view64 = new DataView(view.buffer, 0, count * ProcessDeviceApertures.size);
  writeGuest(call, args.kfd_process_device_apertures_ptr, view64);
  return { num_of_nodes: count };
};

/** The file behind a descriptor of the calling thread. */
function inodeOf(tid: number, fd: number): number {
  try {
    return statSync(`/proc/${tid}/fd/${fd}`).ino;
  } catch {
    throw new RequestError('EINVAL', `there is no descriptor ${fd}`);
  }
}

export const acquireVm =
  (files: ReadonlyMap<number, RenderFile>): KfdHandler<'ACQUIRE_VM'> =>
  (process, { drm_fd, gpu_id }, { tid }) => {
    const agent = process.agent(gpu_id);
    const file = files.get(inodeOf(tid, drm_fd));
    require(file !== undefined && file.agent.gpuId === gpu_id, `descriptor ${drm_fd} is not a file of this GPU`);
    process.acquire(agent, file);
    return {};
  };

export const setScratchBackingVa: KfdHandler<'SET_SCRATCH_BACKING_VA'> = (process, { gpu_id }) => {
  process.agent(gpu_id);
  return {};
};

/** Traps are ours to report: a handler is never run. */
export const setTrapHandler: KfdHandler<'SET_TRAP_HANDLER'> = (process, { gpu_id }) => {
  process.agent(gpu_id);
  return {};
};

/** There is no replay of page faults: requested (-1), or switched off, it is off. */
export const setXnackMode: KfdHandler<'SET_XNACK_MODE'> = (_process, { xnack_enabled }) => {
  if (xnack_enabled > 0) throw new RequestError('EINVAL', 'there is no replay of page faults');
  return { xnack_enabled: 0 };
};

const BANKS = 2;

function words(values: readonly number[], count: number): DataView {
  return new DataView(Uint32Array.from(values.slice(0, count)).buffer);
}

export const getTileConfig: KfdHandler<'GET_TILE_CONFIG'> = (process, args, call) => {
  const { identity } = process.agent(args.gpu_id);
  const tiles = words(TILE_MODES, args.num_tile_configs);
  const macroTiles = words(MACRO_TILE_MODES, args.num_macro_tile_configs);
  writeGuest(call, args.tile_config_ptr, tiles);
  writeGuest(call, args.macro_tile_config_ptr, macroTiles);
  return {
    num_tile_configs: tiles.byteLength / 4,
    num_macro_tile_configs: macroTiles.byteLength / 4,
    gb_addr_config: identity.addressConfig,
    num_banks: BANKS,
    num_ranks: 0,
  };
};

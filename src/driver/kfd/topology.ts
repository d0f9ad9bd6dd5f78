// The driver's part of sysfs: nodes, their memory, caches and links; and the line of /proc/modules that programs look
// for.

import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import type { TreeEntry, VirtualTree } from '../../host/device.js';
import { FAMILY, FIRST_PCI_BUS } from '../device-models.js';
import { type Agent, FRAME_BUFFER_SIZE, gridBarriersOf } from './chips.js';

export const TOPOLOGY = '/sys/devices/virtual/kfd/kfd/topology';

type Values = Readonly<Record<string, number | bigint>>;
const lines = (values: Values): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}\n`)
    .join('');

/** heap_type of memory banks: of the system; of the GPU, which the host cannot address without a mapping. */
const HEAP = { system: 0, privateFrameBuffer: 1 } as const;
/** Watch points, and doorbells of 64 bits that count packets. */
const CAPABILITY = 0x2280;
const LINK_PCIE = 2;
const LINK_WEIGHT = 20;
const SCRATCH_SLOTS_PER_CU = 32;

const link = (from: number, to: number): string =>
  lines({
    type: LINK_PCIE,
    version_major: 0,
    version_minor: 0,
    node_from: from,
    node_to: to,
    weight: LINK_WEIGHT,
    min_latency: 0,
    max_latency: 0,
    min_bandwidth: 0,
    max_bandwidth: 0,
    recommended_transfer_size: 0,
    flags: 1,
  });

const bank = (heap: number, size: number, width: number, clock: number): string =>
  lines({ heap_type: heap, size_in_bytes: size, flags: 0, width, mem_clk_max: clock });

const cache = (level: number, bytes: number, line: number, type: number): string =>
  lines({
    processor_id_low: 0,
    level,
    size: bytes / 1024,
    cache_line_size: line,
    cache_lines_per_tag: 1,
    association: 16,
    latency: 0,
    type,
    sibling_map: 1,
  });

function hostNode(agents: readonly Agent[]): Record<string, TreeEntry> {
  const links = agents.map(({ node }, n): [string, TreeEntry] => [`nodes/0/io_links/${n}/properties`, link(0, node)]);
  return {
    'nodes/0/gpu_id': '0\n',
    'nodes/0/name': '\n',
    'nodes/0/properties': lines({
      cpu_cores_count: availableParallelism(),
      simd_count: 0,
      mem_banks_count: 1,
      caches_count: 0,
      io_links_count: agents.length,
      cpu_core_id_base: 0,
      simd_id_base: 0,
    }),
    'nodes/0/mem_banks/0/properties': bank(HEAP.system, totalmem(), 64, 2400),
    'nodes/0/caches': { folder: true },
    ...Object.fromEntries(links),
  };
}

/** Data, for a GPU. */
const CACHE_TYPE = 9;

function gpuProperties(
  { chip, identity, gfxTargetVersion, device, renderMinor, node }: Agent,
  observed: boolean,
): string {
  const { limits, computeUnits } = chip;
  return lines({
    cpu_cores_count: 0,
    simd_count: limits.simdsPerComputeUnit * computeUnits,
    mem_banks_count: 1,
    caches_count: 2,
    io_links_count: 1,
    cpu_core_id_base: 0,
    simd_id_base: 0x8000_0000 + node * 0x1000,
    max_waves_per_simd: limits.wavefrontsPerSimd,
    lds_size_in_kb: limits.ldsPerComputeUnit / 1024,
    gds_size_in_kb: 0,
    num_gws: gridBarriersOf({ gfxTargetVersion, device }, observed),
    wave_front_size: limits.wavefrontSize,
    array_count: identity.arrays,
    simd_arrays_per_engine: 1,
    cu_per_simd_array: identity.unitsPerArray,
    simd_per_cu: limits.simdsPerComputeUnit,
    max_slots_scratch_cu: SCRATCH_SLOTS_PER_CU,
    gfx_target_version: gfxTargetVersion,
    vendor_id: FAMILY.vendorId,
    device_id: chip.pciDevice,
    location_id: (FIRST_PCI_BUS + node - 1) << 8,
    domain: 0,
    drm_render_minor: renderMinor,
    hive_id: 0,
    ...engineProperties(identity, chip.clockMHz),
  });
}

/** Engines for copies and commands, clocks, firmware. */
const engineProperties = (identity: Agent['identity'], clockMHz: number) => ({
  num_sdma_engines: identity.copyEngines,
  num_sdma_xgmi_engines: 0,
  num_sdma_queues_per_engine: identity.copyQueues,
  num_cp_queues: 24,
  max_engine_clk_fcompute: clockMHz,
  local_mem_size: 0,
  fw_version: identity.firmware,
  capability: CAPABILITY,
  sdma_fw_version: 0,
  unique_id: 0,
  max_engine_clk_ccompute: 3000,
});

function gpuNode(agent: Agent, observed: boolean): Record<string, TreeEntry> {
  const at = `nodes/${agent.node}`;
  const { chip, identity } = agent;
  const width = identity.channelBits * chip.memoryChannels;
  return {
    [`${at}/gpu_id`]: `${agent.gpuId}\n`,
    [`${at}/name`]: `${chip.id}\n`,
    [`${at}/properties`]: gpuProperties(agent, observed),
    [`${at}/mem_banks/0/properties`]: bank(HEAP.privateFrameBuffer, FRAME_BUFFER_SIZE, width, 945),
    [`${at}/caches/0/properties`]: cache(1, 16 * 1024, FAMILY.cacheLine, CACHE_TYPE),
    [`${at}/caches/1/properties`]: cache(2, chip.cacheSize, FAMILY.cacheLine, CACHE_TYPE),
    [`${at}/io_links/0/properties`]: link(agent.node, 0),
  };
}

/** Folders and files below the driver's own in sysfs. @param observed kernels are observed */
export const topologyTree = (agents: readonly Agent[], observed: boolean): VirtualTree => ({
  prefix: TOPOLOGY,
  entries: {
    generation_id: '1\n',
    system_properties: lines({ platform_oem: 0, platform_id: 0, platform_rev: 0 }),
    ...hostNode(agents),
    ...Object.assign({}, ...agents.map((agent) => gpuNode(agent, observed))),
  },
});

/** Path of the topology for some programs: `rocm_agent_enumerator`, and with it `hipcc` without `--offload-arch`. */
export const classTree: VirtualTree = { prefix: '/sys/class/kfd', entries: { 'kfd/topology': { link: TOPOLOGY } } };

const MODULE = 'amdgpu';
const MODULE_SIZE = 0x80_0000;

function otherModules(): string {
  try {
    return readFileSync('/proc/modules', 'latin1');
  } catch {
    return '';
  }
}

/** Files that show that the driver is loaded. */
export const moduleTrees = (): VirtualTree[] => [
  { prefix: '/proc/modules', entries: `${MODULE} ${MODULE_SIZE} 0 - Live 0x0000000000000000\n${otherModules()}` },
  {
    prefix: `/sys/module/${MODULE}`,
    entries: { initstate: 'live\n', refcnt: '0\n', coresize: `${MODULE_SIZE}\n`, holders: { folder: true } },
  },
];

// Every parameter of a simulated chip once: its group, its name with its unit, what it means, and the least and the
// most that it may be. The schema of configuration files, their documentation and the type that the model reads derive
// from this.

export interface TimingParameter {
  readonly text: string;
  readonly least: number;
  /** Maximum: larger values describe no chip, and exceed a computer's memory. */
  readonly most: number;
  /** Only powers of two. */
  readonly power?: true;
}

const MAX_VALUE = 2 ** 31;
const parameter = (text: string, least = 1, most = MAX_VALUE): TimingParameter => ({ text, least, most });
/** A parameter with a bounded value, as the simulator allocates memory for each. */
const some = (text: string, most: number): TimingParameter => ({ text, least: 1, most });
const power = (text: string): TimingParameter => ({ text, least: 1, most: MAX_VALUE, power: true });

export const PARAMETERS = {
  gpu: {
    computeUnits: some('compute units', 1024),
    clockMHz: parameter('clock of compute units, caches and crossbar; cycles are its'),
    computeUnitsPerCluster: parameter('compute units that share a scalar cache and an instruction cache'),
  },
  computeUnit: {
    simds: some('SIMDs; each may issue once in that many cycles', 16),
    slotsPerSimd: some('wavefronts that a SIMD holds', 64),
    vgprsPerSimd: parameter('VGPRs of 64 lanes'),
    vgprGranule: parameter('allocation granularity of VGPRs'),
    sgprsPerSimd: parameter('SGPRs'),
    sgprGranule: parameter('allocation granularity of SGPRs'),
    ldsBytes: parameter('local data share'),
    ldsGranuleBytes: parameter('allocation granularity of LDS in bytes'),
    barrierSlots: parameter('work-groups of more than one wavefront at a time'),
  },
  dispatcher: {
    cyclesBeforeLaunch: parameter('from the packet to the first work-group', 0),
    cyclesAfterLaunch: parameter('from the end of the last wavefront to the completion', 0),
    cyclesPerWorkGroup: parameter('between the starts of two work-groups on the chip'),
  },
  frontEnd: {
    bufferBytes: parameter('instruction buffer of a wavefront'),
    fetchBytes: power('bytes of one fetch, aligned'),
    fetchLatencyCycles: parameter('from a fetch to its arrival, when the instruction cache has the line'),
    branchCycles: parameter('from the issue of a taken branch to the fetch of its target'),
    longFreeDwords: parameter(
      'number of first dwords of a block of 32 bytes in which 8-byte instructions begin without delay',
      0,
    ),
    longPenaltyCycles: parameter('others delay their wavefront', 0),
    issueWidth: parameter('instructions of different wavefronts and classes that a SIMD issues at once'),
  },
  rates: {
    fullCycles: parameter('vector instructions of no other class'),
    fma32Cycles: parameter('fused multiply-add of single precision'),
    transcendental32Cycles: parameter('reciprocals, roots, logarithms, powers, sines of single precision'),
    multiply32Cycles: parameter('multiplications of 32-bit integers'),
    divide32Cycles: parameter('steps of a division of single precision'),
    add64Cycles: parameter('double precision: additions, comparisons, conversions'),
    multiply64Cycles: parameter('double precision: multiplications, reciprocals, steps of a division'),
    shift64Cycles: parameter('shifts of 64 bits'),
    interpolationCycles: parameter('interpolations'),
  },
  scalar: {
    fullCycles: parameter('scalar instructions of no other class'),
    saveexecCycles: parameter('those that save EXEC and change it'),
    setregCycles: parameter('writes of hardware registers'),
  },
  hazards: {
    vectorToScalarCycles: parameter(
      'from an integer addition or a readlane to a scalar instruction of the same wavefront',
      0,
    ),
    conditionToBranchCycles: parameter(
      'added to a branch directly after the instruction that changes its condition',
      0,
    ),
  },
  lds: {
    latencyCycles: parameter('from the end of its turn to the result'),
    read32Cycles: parameter('turn of a read of 4 bytes a lane, without conflicts'),
    read64Cycles: parameter('of 8 bytes'),
    read128Cycles: parameter('of 16 bytes'),
    write32Cycles: parameter('turn of a write of 4 bytes a lane'),
    write64Cycles: parameter('of 8 bytes'),
    write128Cycles: parameter('of 16 bytes'),
    atomicCycles: parameter('turn of an atomic'),
    queueEntries: some('instructions of a compute unit that wait for their turn', 4096),
  },
  vectorMemory: {
    loadDwordCycles: parameter('address unit: a coalesced load of 4 bytes a lane'),
    loadWideCycles: parameter('of more'),
    storeCycles: parameter('a coalesced store'),
    atomicCycles: parameter('an atomic'),
    compareSwapCycles: parameter('an atomic with two data'),
    lanesPerCycle: parameter('lanes of an access that does not coalesce'),
    queueEntries: some('instructions of a compute unit that wait for their turn', 4096),
    outstandingPerWavefront: some('outstanding accesses of a wavefront', 64),
  },
  l1: {
    bytes: some('vector cache of a compute unit', 2 ** 24),
    ways: parameter('associativity'),
    latencyCycles: parameter('from the address unit to the data, when the line is there'),
    outstandingLines: some('outstanding lines', 65536),
  },
  scalarCache: {
    bytes: some('scalar cache of a cluster', 2 ** 24),
    ways: parameter('associativity'),
    latencyCycles: parameter('from the issue of a load to its data, when the lines are there'),
    load4Cycles: parameter('issue of a load of up to 4 dwords'),
    load8Cycles: parameter('of 8 dwords'),
    load16Cycles: parameter('of 16 dwords'),
  },
  instructionCache: {
    bytes: some('instruction cache of a cluster', 2 ** 24),
    ways: parameter('associativity'),
  },
  l2: {
    channels: some('channels, each with a cache and a channel of DRAM', 256),
    bytesPerChannel: some('cache of a channel', 2 ** 26),
    ways: parameter('associativity'),
    interleaveBytes: power('neighbouring bytes of one channel'),
    latencyCycles: parameter('from a miss of L1 to its data, when L2 has the line and nothing is busy'),
    cyclesPerLine: parameter('cycles for which a line occupies a channel'),
    atomicCyclesPerLine: parameter('cycles for which an atomic occupies a channel'),
  },
  dram: {
    megabytesPerSecond: parameter('all channels together, 10^6 bytes'),
    latencyCycles: parameter('added to that of L2'),
    writePercent: parameter('bandwidth of writes as a part of that of reads'),
    queueLines: parameter('lines of a channel that wait for DRAM before its part of L2 takes no more requests'),
    rowBytes: power('neighbouring bytes of a channel in one row'),
    rowMissCycles: parameter('cycles for which a change of the row occupies a channel', 0),
  },
  model: {
    windowCycles: some(
      'window in which compute units run independently before the requests of all of them are ordered',
      65536,
    ),
  },
} as const satisfies Record<string, Record<string, TimingParameter>>;

type Groups = typeof PARAMETERS;
/** The numbers of a configuration, as the model reads them. */
export type Parameters = { readonly [G in keyof Groups]: { readonly [K in keyof Groups[G]]: number } };

export const CONFIDENCES = {
  documented: 'documented by the vendor, or by a driver of the chip',
  measured: 'measured on a chip, and published',
  guess: 'neither documented nor measured; results that depend on it compare designs and predict nothing',
} as const;
export type Confidence = keyof typeof CONFIDENCES;

/** Lines of all caches. */
export const LINE_BYTES = 64;

/** Calls back with every parameter, in order. */
export function eachParameter(visit: (group: string, key: string, parameter: TimingParameter) => void): void {
  for (const [group, keys] of Object.entries(PARAMETERS))
    for (const [key, each] of Object.entries(keys)) visit(group, key, each);
}

// A chip: one record of facts, from which options, drivers, compiler targets, images and documents derive.

/** Limits of one compute unit, and of a work-group on it. Sizes in bytes. */
export interface ChipLimits {
  readonly wavefrontSize: number;
  readonly simdsPerComputeUnit: number;
  readonly wavefrontsPerSimd: number;
  /** Of a lane. */
  readonly vgprs: number;
  /** VGPRs are allocated by so many. */
  readonly vgprGranule: number;
  /** Of the wavefronts of a SIMD together, and by how many they are allocated. */
  readonly sgprsPerSimd: number;
  readonly sgprGranule: number;
  /** Work-items of a work-group that the hardware takes, and that its OpenCL driver offered. */
  readonly hardwareWorkGroupSize: number;
  readonly workGroupSize: number;
  readonly ldsPerWorkGroup: number;
  readonly ldsPerComputeUnit: number;
  /** Work-groups of more than one wavefront that have a barrier at the same time. */
  readonly barriersPerComputeUnit: number;
}

/** Units of the settings of a chip's kernels. Source: LLVM's AMDGPU usage guide, COMPUTE_PGM_RSRC1 and 2. */
export interface Granules {
  /** Bytes of LDS. */
  readonly lds: number;
  /** Scalar registers; the field counts eights whatever they come in. */
  readonly sgprs: number;
}

/** Identity of a chip in images of AMD's CAL format. */
export interface CalIdentity {
  /** e_machine of the outer ELF file. */
  readonly machine: number;
  /** d_machine of the encoding dictionary entry that holds the GPU's code. */
  readonly encoding: number;
  readonly granules: Granules;
}

/** Identity of a chip in Linux' compute driver. */
export interface KfdIdentity {
  /** Of the command processor. */
  readonly firmware: number;
  /** Of the PCI device: libdrm names boards by it. */
  readonly revision: number;
  /** AMDGPU_FAMILY_ of libdrm. */
  readonly drmFamily: number;
  /** GB_ADDR_CONFIG: how tiles are laid out. */
  readonly addressConfig: number;
  /** Shader arrays, and the places for compute units in each, not all of which a board has in use. */
  readonly arrays: number;
  readonly unitsPerArray: number;
  /** Lines of a channel of its memory: HBM has 128, DDR of two chips and GDDR fewer. */
  readonly channelBits: number;
  /** Copy engines (SDMA), and queues of each. */
  readonly copyEngines: number;
  readonly copyQueues: number;
}

/** A chip on its reference board. Sizes in bytes. */
export interface Chip {
  /** As `--device` takes it, and as images name it. */
  readonly id: string;
  /** As CL_DEVICE_NAME shows it. */
  readonly name: string;
  readonly board: string;
  /** Further names that users know it by; case, blanks and punctuation do not matter. */
  readonly aliases: readonly string[];
  /** LLVM's name of it, which is also that of its HSA agent, and EF_AMDGPU_MACH in e_flags of code for it. */
  readonly llvm: string;
  readonly elfMachine: number;
  /** Target of OpenCL C, by LLVM's name: chips with one target run the same images. */
  readonly target: string;
  /** The instruction set that executes its code, by its name in `src/isa`. */
  readonly isa: string;
  /** PCI device of the board. Source: the PCI ID database. */
  readonly pciDevice: number;
  readonly computeUnits: number;
  readonly clockMHz: number;
  /** Size that programs see: the engines' memory ends at 4 GiB. */
  readonly globalMemory: number;
  /** L2. */
  readonly cacheSize: number;
  readonly memoryChannels: number;
  readonly limits: ChipLimits;
  readonly cal: CalIdentity;
  /** Present for chips that ROCm knows: programs find its driver, /dev/kfd, and may bring code for them. */
  readonly kfd?: KfdIdentity;
  /** Its configuration of the timing model: a file of `src/timing/chips`. */
  readonly timing: string;
}

export const KiB = 1 << 10;
export const MiB = 1 << 20;

// From IR text and object file to a CAL image: links every kernel and puts the parts together.
import { ASSUMED_GROUP, alignUp, groupThatFits } from '../../cal/convention.js';
import type { CalImage, CalKernel } from '../../cal/image.js';
import type { Granules } from '../../chips/chip.js';
import { chipById } from '../../chips/chips.js';
import { readLineTable } from '../../dwarf/line-table.js';
import { DebugEntries } from '../../dwarf/scopes.js';
import type { PrintfFormat } from '../../launch/image.js';
import type { DebugInfo } from '../../source/debug-info.js';
import { AtollError } from '../../util/errors.js';
import { required } from '../../util/required.js';
import { readKernels } from '../ir/kernels.js';
import { metadataNodes } from '../ir/metadata.js';
import type { IrTextModule } from '../ir/module.js';
import { debugSectionsOf } from './debug-sections.js';
import { groupLimitsOf } from './group-limits.js';
import { describeKernel, type IrKernelSignature } from './kernel-signature.js';
import { ldsPlacesOf, placeKey } from './lds-places.js';
import { describeLinkFailure } from './link-diagnostics.js';
import { type LinkedCode, linkKernel } from './linker.js';
import { type FunctionConfig, ObjectFile } from './object-file.js';

/** Fields of COMPUTE_PGM_RSRC1 and RSRC2. Source: "Southern Islands 3D Registers", COMPUTE_PGM_RSRC1/2. */
const vgprsOf = (rsrc1: number): number => ((rsrc1 & 63) + 1) * 4;
const sgprsOf = (rsrc1: number, { sgprs }: Granules): number => alignUp((((rsrc1 >>> 6) & 15) + 1) * 8, sgprs);
const floatModeOf = (rsrc1: number): number => (rsrc1 >>> 12) & 0xff;
const ieeeModeOf = (rsrc1: number): boolean => ((rsrc1 >>> 23) & 1) !== 0;
const userSgprsOf = (rsrc2: number): number => (rsrc2 >>> 1) & 31;
const ldsBytesOf = (rsrc2: number, { lds }: Granules): number => ((rsrc2 >>> 15) & 0x1ff) * lds;

/** The only user registers of the convention: the address of the kernarg segment. */
const KERNARG_SGPRS = 2;

export interface PackageRequest {
  readonly module: IrTextModule;
  /** The IR of the object. */
  readonly code: IrTextModule;
  readonly object: Uint8Array;
  readonly device: string;
  readonly compileOptions: string;
  readonly driverText: string;
  readonly printfFormats: readonly PrintfFormat[];
  /** No kernel depends on the division of its NDRange into work-groups. */
  readonly groupsUnseen: boolean;
}

export type PackageResult =
  | { readonly image: CalImage; readonly errors: readonly [] }
  | { readonly image: undefined; readonly errors: readonly string[] };

function checkRegisters(name: string, config: FunctionConfig): void {
  const count = userSgprsOf(config.rsrc2);
  if (count === 0 || count === KERNARG_SGPRS) return;
  throw new AtollError(
    'UNSUPPORTED',
    `kernel '${name}' expects ${count} user registers; only the ${KERNARG_SGPRS} of the kernarg address exist`,
  );
}

function packageKernel(
  signature: IrKernelSignature,
  linked: LinkedCode,
  config: FunctionConfig,
  debug: DebugInfo,
  granules: Granules,
): Omit<CalKernel, 'printfFormats' | 'groupsUnseen' | 'workGroupLimit'> {
  checkRegisters(signature.name, config);
  return {
    ...signature,
    convention: 'llvm',
    code: linked.code,
    textSize: linked.textSize,
    entryOffset: linked.entryOffset,
    codeRelocations: linked.codeRelocations,
    data: new Uint8Array(0),
    vgprs: vgprsOf(config.rsrc1),
    sgprs: sgprsOf(config.rsrc1, granules),
    rsrc1: config.rsrc1,
    rsrc2: config.rsrc2,
    floatMode: floatModeOf(config.rsrc1),
    ieeeMode: ieeeModeOf(config.rsrc1),
    ldsBytes: ldsBytesOf(config.rsrc2, granules),
    scratchBytesPerLane: config.scratchBytesPerLane,
    uavPrivateBytes: 0,
    userElements: [],
    uavs: [],
    constantBuffers: [],
    samplers: [],
    inlineSamplers: [],
    debug,
  };
}

/**
 * Links and packages all kernels of a module.
 *
 * @returns the image, or errors for the build log (undefined functions, recursion)
 * @throws AtollError INTERNAL or UNSUPPORTED for unexpected output of the compiler
 */
export function packageImage(request: PackageRequest): PackageResult {
  const module = readKernels(request.module, metadataNodes(request.module));
  const object = new ObjectFile(request.object);
  const sections = debugSectionsOf(object);
  const lines = readLineTable(sections);
  const entries = new DebugEntries(sections, lines);
  const { printfFormats, device, compileOptions, driverText } = request;
  const { granules } = required(chipById(device), 'chip').cal;
  const errors = new Set<string>();
  const kernels: CalKernel[] = [];
  const ldsBytes = (name: string): number => ldsBytesOf(object.config(name)?.rsrc2 ?? 0, granules);
  const places = ldsPlacesOf(request.code, module, { ldsBytes, granule: granules.lds });
  const limits = groupLimitsOf(request.code);
  for (const kernel of module.kernels) {
    const linked = linkKernel(object, kernel.name);
    if ('missing' in linked) {
      for (const error of describeLinkFailure(kernel.name, linked, lines)) errors.add(error);
      continue;
    }
    const config = object.config(kernel.name);
    if (!config) throw new AtollError('INTERNAL', `the object file has no settings for kernel '${kernel.name}'`);
    const inLds = (name: string, line: number): number | undefined =>
      places.get(kernel.name)?.get(placeKey(name, line));
    const debug = { ...entries.of(linked.placement, linked.entryOffset, inLds), sources: lines.sources };
    const packaged = packageKernel(describeKernel(kernel, module), linked, config, debug, granules);
    const limit = Math.min(limits.get(kernel.name) ?? ASSUMED_GROUP, groupThatFits(packaged.vgprs));
    kernels.push({
      ...packaged,
      printfFormats,
      groupsUnseen: request.groupsUnseen && packaged.ldsBytes === 0,
      workGroupLimit: packaged.reqdWorkGroupSize || limit === ASSUMED_GROUP ? undefined : limit,
    });
  }
  if (errors.size > 0) return { image: undefined, errors: [...errors] };
  const none = new Uint8Array(0);
  return {
    image: { device, compileOptions, driverText, intermediate: none, globalData: none, kernels },
    errors: [],
  };
}

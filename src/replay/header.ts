// The header of a recorded launch: what it has to look like. Every field decides what memory is touched, so every field
// is checked.

import { z } from 'zod';
import { ADDRESS_SPACE_SIZE, CONTROL_BASE, PAGE_SIZE, SCRATCH_BASE, SCRATCH_SIZE } from '../abi/memory-map.js';
import { AddressSpace } from '../emulator/address-space.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import { PERMISSION } from '../emulator/memory.js';
import type { Region } from '../emulator/page-regions.js';
import { LDS_SIZE, SCRATCH_PER_UNIT, VGPR_COUNT } from '../emulator/state.js';
import { checkLaunch } from '../emulator/wavefronts.js';
import { SCALAR_FILE_SIZE } from '../isa/instruction.js';
import { isaNamed } from '../isa/isas.js';
import { isaOfCode } from '../isa/load-isa.js';
import { printable, printableName } from '../util/printable.js';
import { required } from '../util/required.js';
import { RANDOM_SCHEDULE, SCHEDULES } from '../util/schedule-syntax.js';
import { attempt, type RefuseFile } from './refusal.js';

export interface RecordingHeader {
  readonly launch: LaunchDescriptor;
  /** Address of the first byte of GPU memory. */
  readonly base: bigint;
  readonly regions: readonly Region[];
  /** Why the launch did not end well. */
  readonly failure: string | undefined;
  /** The order of its wavefronts, if one was given (src/emulator/schedule.ts). */
  readonly schedule?: string | undefined;
}

/** Bytes of code of one kernel: what is beyond would only be copied. */
const CODE_LIMIT = 2 ** 26;
const PAGES = ADDRESS_SPACE_SIZE / PAGE_SIZE;

const upTo = (limit: number) => z.int().min(0).max(limit);
const address = upTo(ADDRESS_SPACE_SIZE - 1);
const word = upTo(0xffff_ffff);
const size3 = z.tuple([word, word, word]);

const LAUNCH = z.object({
  kernel: z.string().transform(printableName),
  isa: z.string(),
  codeAddress: address.multipleOf(4),
  codeBytes: upTo(CODE_LIMIT).multipleOf(4),
  entry: address.multipleOf(4),
  userSgprs: z.array(word).max(16),
  vgprs: upTo(VGPR_COUNT),
  sgprs: upTo(SCALAR_FILE_SIZE),
  ldsBytes: upTo(LDS_SIZE),
  scratchBytesPerLane: upTo(SCRATCH_PER_UNIT),
  floatMode: upTo(0xff),
  ieee: z.boolean(),
  dx10Clamp: z.boolean(),
  groupIdX: z.boolean(),
  groupIdY: z.boolean(),
  groupIdZ: z.boolean(),
  groupSize: z.boolean(),
  scratchOffset: z.boolean(),
  localIds: z.literal([0, 1, 2]),
  globalSize: size3,
  localSize: size3,
});

/**
 * Fields that a launch has got and a recording has not: what others did at the same time, what is in memory anyway,
 * what no device requests.
 */
type UnrecordedField = 'code' | 'following' | 'isRepeated' | 'order' | 'gpu';
type MissingField = Exclude<keyof LaunchDescriptor, keyof z.infer<typeof LAUNCH> | UnrecordedField>;
/** A field that launches have got and that stands nowhere here does not compile. */
export const KEPT_FIELDS: readonly string[] & ([MissingField] extends [never] ? unknown : MissingField) = Object.keys(
  LAUNCH.shape,
);

const REGION = z.object({
  page: upTo(PAGES - 1).min(CONTROL_BASE / PAGE_SIZE),
  count: upTo(PAGES).min(1),
  permission: upTo(PERMISSION.readWrite).min(1),
});

const HEADER = z.object({
  launch: LAUNCH,
  base: z.string().regex(/^\d{1,20}$/),
  regions: z.array(REGION),
  failure: z.string().transform(printable).optional(),
  schedule: z.union([z.enum(SCHEDULES), z.string().regex(RANDOM_SCHEDULE.pattern)]).optional(),
});

/** One behind the other, in memory that kernels have, without scratch. */
function checkRegions(regions: readonly Region[], refuse: RefuseFile): void {
  const [scratch, behindScratch] = [SCRATCH_BASE / PAGE_SIZE, (SCRATCH_BASE + SCRATCH_SIZE) / PAGE_SIZE];
  let last = 0;
  regions.forEach(({ page, count }, n) => {
    const end = page + count;
    if (end > PAGES) refuse(`regions.${n}: pages up to ${end}, there are ${PAGES}`);
    if (page < last) refuse(`regions.${n}: page ${page} overlaps the region before it`);
    if (page < behindScratch && end > scratch) refuse(`regions.${n}: page ${page} and ${count - 1} more are scratch`);
    last = end;
  });
}

/** The number of the region that holds a page; -1 for none. @param regions ascending */
export function regionAt(regions: readonly Region[], page: number): number {
  let [low, high] = [0, regions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (required(regions[middle], 'region').page <= page) low = middle + 1;
    else high = middle;
  }
  const region = regions[low - 1];
  return region && page < region.page + region.count ? low - 1 : -1;
}

function checkCode(
  { codeAddress, codeBytes, entry }: LaunchDescriptor,
  regions: readonly Region[],
  refuse: RefuseFile,
) {
  const end = codeAddress + codeBytes;
  if (entry < codeAddress || entry >= end)
    refuse(`launch.entry: ${entry} is outside of the code, ${codeBytes} bytes at ${codeAddress}`);
  for (let page = Math.floor(codeAddress / PAGE_SIZE); page * PAGE_SIZE < end; ) {
    const region = regions[regionAt(regions, page)];
    if (!region || (region.permission & PERMISSION.read) === 0)
      return refuse(`launch.codeAddress: the code has ${codeBytes} bytes, page ${page} of it is not readable`);
    page = region.page + region.count;
  }
}

/**
 * Reads a header.
 *
 * @param refuse throws the text of what is wrong, with the place in the file
 */
export function parseHeader(bytes: Uint8Array, refuse: RefuseFile): RecordingHeader {
  const { launch, base, regions, failure, schedule } = attempt(refuse, () =>
    HEADER.parse(JSON.parse(Buffer.from(bytes).toString())),
  );
  const described: LaunchDescriptor = { ...launch, userSgprs: Uint32Array.from(launch.userSgprs) };
  attempt(refuse, () => isaOfCode(described.isa) ?? isaNamed(described.isa));
  attempt(refuse, () => checkLaunch(described));
  const start = attempt(refuse, () => new AddressSpace(BigInt(base)).base);
  checkRegions(regions, refuse);
  checkCode(described, regions, refuse);
  return { launch: described, base: start, regions, failure, schedule };
}

// docs/opencl.md: the entry points with what they do, the extensions and the simulated devices, read off the sources.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTENSIONS } from '../abi/extensions.js';
import { MAX_DEVICES } from '../abi/schema.js';
import { DEVICE_MODELS, FAMILY, maxAllocation } from '../driver/device-models.js';
import { root } from '../util/paths.js';
import { groupOf, groupsOf, lastOf, required } from '../util/required.js';

/** One entry point. */
export interface OpenClCall {
  readonly name: string;
  /** The folder of its file: the object that it is about. */
  readonly group: string;
  /** Version node: the OpenCL that brought it. */
  readonly version: string;
  /** Why its valid use is refused; undefined for a call that works. */
  readonly refusal: string | undefined;
}

/** A body that ends with an error whatever its arguments are, or does nothing. */
const REFUSES = /^ {4}fail\(\w+\);\n {2}\}\);\n\}|\) \{\n {2}return CL_INVALID_\w+;\n\}|\{ return nullptr; \}|\) \{\}/m;

/** The version node of every exported name, from the linker's version script. */
function versions(): Map<string, string> {
  const script = readFileSync(join(root, 'runtime', 'libOpenCL.map'), 'utf8');
  const nodes = [...script.matchAll(/^OPENCL_([\d.]+) \{([^}]*)\}/gm)];
  return new Map(
    nodes.flatMap((match) => {
      const [node, body] = groupsOf(match, 2);
      return [...body.matchAll(/\b(cl\w+);/g)].map((name) => [groupOf(name, 1), node] as const);
    }),
  );
}

/** Functions that the library exports for programs; the ICD loader's own entry is not among them. */
export const exported = (): string[] => [...versions().keys()].filter((name) => name !== 'clIcdGetPlatformIDsKHR');

/** Functions of extensions that programs request by name, by folder of `runtime/khr`, which has one file for each. */
export function extensionFunctions(): ReadonlyMap<string, readonly string[]> {
  const folder = join(root, 'runtime', 'khr');
  const names = (group: string): string[] =>
    readdirSync(join(folder, group))
      .sort()
      .map((file) => file.replace('.cc', ''));
  return new Map(
    readdirSync(folder)
      .sort()
      .map((group) => [group.replaceAll('_', ' '), names(group)]),
  );
}

/** The entry points by group and name. `runtime/cl` has one file for each. */
export function calls(): OpenClCall[] {
  const folder = join(root, 'runtime', 'cl');
  const nodes = versions();
  return readdirSync(folder)
    .sort()
    .flatMap((group) =>
      readdirSync(join(folder, group))
        .sort()
        .map((file): OpenClCall => {
          const text = readFileSync(join(folder, group, file), 'utf8');
          const name = file.replace('.cc', '');
          const reason = /^\/\/ \w+: (.*)\.$/m.exec(text)?.[1];
          const refusal = REFUSES.test(text) ? (reason ?? 'not offered') : undefined;
          return { name, group, version: nodes.get(name) ?? '?', refusal };
        }),
    );
}

const plain = (bytes: number): string =>
  bytes >= 1 << 20 ? `${bytes / (1 << 20)} MiB` : bytes >= 1 << 10 ? `${bytes / (1 << 10)} KiB` : `${bytes}`;

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

function callTables(all: readonly OpenClCall[]): string[] {
  const works = all.filter(({ refusal }) => refusal === undefined);
  const refused = all.filter(({ refusal }) => refusal !== undefined);
  const groups = [...new Set(all.map(({ group }) => group))];
  const list = (group: string): string =>
    works
      .filter((call) => call.group === group)
      .map(({ name }) => `\`${name}\``)
      .join(' ');
  return [
    '## Entry points',
    '',
    `${all.length} of ${exported().length} entry points exist, each in a file of its own in \`runtime/cl\`. ${works.length} work;`,
    `${refused.length} need features outside of OpenCL 1.2 without graphics, and return the error code of the specification.`,
    '',
    '| about | calls |',
    '|---|---|',
    ...groups.filter((group) => list(group)).map((group) => row([group, list(group)])),
    '',
    '| refused | since | why |',
    '|---|---|---|',
    ...refused.map(({ name, version, refusal }) => row([`\`${name}\``, version, required(refusal, 'reason')])),
    '',
  ];
}

const LAST = lastOf(DEVICE_MODELS, 'device model');

const devices = (): string[] => [
  '## Devices',
  '',
  `\`--device\` chooses one of these, \`--devices\` up to ${MAX_DEVICES}. The first is the default. Other names of a chip are accepted`,
  `too, whatever their case, blanks and punctuation: \`--device ${LAST.llvm}\`, \`--device "${LAST.aliases[0]}"\`.`,
  '',
  '| name | LLVM | board | also called | PCI device | compute units | clock | memory | largest buffer | L2 cache | channels | work-group | its local memory |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|---|',
  ...DEVICE_MODELS.map((chip) =>
    row([
      chip.id,
      chip.llvm,
      chip.board,
      chip.aliases.join(', '),
      `0x${chip.pciDevice.toString(16)}`,
      chip.computeUnits,
      `${chip.clockMHz} MHz`,
      plain(chip.globalMemory),
      plain(maxAllocation(chip)),
      plain(chip.cacheSize),
      chip.memoryChannels,
      chip.maxWorkGroupSize,
      plain(chip.limits.ldsPerWorkGroup),
    ]),
  ),
  '',
];

const limits = (): string[] => [
  'Limits, enforced:',
  '',
  '| limit | value | beyond it |',
  '|---|---|---|',
  row([
    'work-items of a work-group',
    'the work-group of the table; --max-work-group-size',
    'CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE',
  ]),
  row([
    'local memory of a work-group',
    'that of the table',
    'a build error for variables of the kernel, CL_OUT_OF_RESOURCES at launch with arguments',
  ]),
  row(['one `__constant` buffer', plain(FAMILY.constantBuffer), 'CL_OUT_OF_RESOURCES at launch']),
  row(['images that a kernel reads', FAMILY.maxReadImages, 'CL_OUT_OF_RESOURCES at launch']),
  row(['images that a kernel writes', FAMILY.maxWriteImages, 'CL_OUT_OF_RESOURCES at launch']),
  row(['sampler arguments of a kernel', FAMILY.maxSamplers, 'CL_OUT_OF_RESOURCES at launch']),
  row(['width, height of a 2D image', FAMILY.image2dMax, 'CL_INVALID_IMAGE_SIZE']),
  row(['width, height, depth of a 3D image', FAMILY.image3dMax, 'CL_INVALID_IMAGE_SIZE']),
  row(['images of an array', FAMILY.imageArrayMax, 'CL_INVALID_IMAGE_SIZE']),
  row(['pixels of an image from a buffer', FAMILY.imageBufferMax, 'CL_INVALID_IMAGE_SIZE']),
  row([
    'printf output of a launch, in bytes',
    `${plain(FAMILY.printfBuffer)}, up to 67,108,864 with many work-items; --printf-buffer`,
    'the rest is lost, with a message',
  ]),
  '',
];

const deviceTable = (): string[] => [...devices(), ...limits()];

const GUIDE = [
  '## Notes',
  '',
  '- **Sub-devices** (`clCreateSubDevices`, equally and by counts; there are no affinity domains) have the requested compute units',
  '  in CL_DEVICE_MAX_COMPUTE_UNITS, and queues, programs and events of their own. Their kernels run on the same simulated chip, in the',
  '  order of its ring: the simulator computes results and counts instructions, it does not model time, so that a part of the chip computes',
  '  what the whole does.',
  '- **A lost device.** When the simulator stops serving a program (it wrote garbage into its command ring, or a defect of Atoll ended the',
  '  processor thread, which is reported on stderr), unfinished events get CL_OUT_OF_RESOURCES, waits end with',
  '  CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, and every later command and clFinish return CL_OUT_OF_RESOURCES. Objects can still be',
  '  queried and released. Other programs of the run continue in the first case, and are refused the device in the second.',
  '- **A GPU fault** (a stray access, `--timeout`) fails its own event, and commands that wait for it, with CL_OUT_OF_RESOURCES; the device continues.',
  '- **fork**: the child starts without objects, and can open the device for itself.',
  '- **reqd_work_group_size**: a launch without a local size takes it, as OpenCL 3.0 says; OpenCL 1.2 has an error there.',
  '- **Command buffers** execute their commands in the order of recording, whatever order the sync points leave free. Consecutive kernels',
  '  go to the device as one list with one signal. A kernel that fails ends the execution, and its error is that of the event. The memory',
  '  objects of kernel arguments live as long as the command buffer, although their reference counts do not show it.',
  '- **32-bit programs** see at most 2 GiB of memory and buffers of 1 GiB, since they must be able to map them.',
  '',
];

/** The reference page of the runtime. */
export function openclDoc(): string {
  return [
    '# OpenCL',
    '',
    'Generated from `runtime/cl`, `src/abi/extensions.ts` and `src/chips` by `npm run build`. Do not edit.',
    '',
    'OpenCL 1.2, full profile, with the calls of later versions that a 1.2 device may implement.',
    '',
    ...callTables(calls()),
    '## Extensions',
    '',
    '| extension | functions |',
    '|---|---|',
    ...EXTENSIONS.map(({ name, text }) => row([`\`${name}\``, text])),
    '',
    'Functions that clGetExtensionFunctionAddressForPlatform returns:',
    '',
    '| about | functions |',
    '|---|---|',
    ...[...extensionFunctions()].map(([group, names]) => row([group, names.map((name) => `\`${name}\``).join(' ')])),
    '',
    ...deviceTable(),
    ...GUIDE,
  ].join('\n');
}

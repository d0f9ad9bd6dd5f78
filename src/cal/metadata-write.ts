// Writes the text lines of a kernel's metadata in the form of genuine images: ;ARGSTART ... ;ARGEND.
import type { CalArgument } from './argument.js';
import { calTypeSize, toCalType } from './cal-types.js';
import { ARGUMENT_ALIGNMENT, FIRST_POINTER_UAV, IMAGE_ARGUMENT_SIZE, PRIVATE_UAV } from './catalyst.js';
import { alignUp } from './convention.js';
import type { CalKernel } from './image.js';

/** Ids of kernels and functions start here in genuine images. */
const FIRST_UNIQUE_ID = 1024;
const ACCESS = { none: 'RW', read_only: 'RO', write_only: 'WO', read_write: 'RW' } as const;

/** Constant buffer offsets and resource ids, handed out in the order of the arguments. */
class Slots {
  private offset = 0;
  private nextUav = FIRST_POINTER_UAV;
  private readImage = 0;
  private writeImage = 0;
  private nextSampler = 0;

  place(arg: CalArgument, size: number): number {
    const at = arg.resourceId === undefined ? this.offset : arg.offset;
    this.offset = at + alignUp(Math.max(size, 1), ARGUMENT_ALIGNMENT);
    return at;
  }

  uav(arg: CalArgument): number {
    return arg.resourceId ?? this.nextUav++;
  }

  image(arg: CalArgument): number {
    return arg.resourceId ?? (arg.accessQualifier === 'read_only' ? this.readImage++ : this.writeImage++);
  }

  sampler(arg: CalArgument): number {
    return arg.resourceId ?? this.nextSampler++;
  }
}

function pointerLine(arg: CalArgument, slots: Slots): string {
  const pointee = arg.typeName.replace(/\*$/, '');
  const cal = toCalType(pointee, 4);
  const offset = slots.place(arg, 4);
  const memory = { local: 'hl', constant: 'hc', global: 'uav' }[arg.kind as 'local' | 'constant' | 'global'];
  const id = arg.kind === 'local' ? (arg.resourceId ?? 1) : slots.uav(arg);
  const readOnly = arg.kind === 'constant' || arg.typeQualifiers.includes('const');
  const flags = [arg.typeQualifiers.includes('volatile'), arg.typeQualifiers.includes('restrict')].map(Number);
  const type = cal.type === 'struct' ? 'opaque' : cal.type;
  const size = calTypeSize(cal) ?? 4;
  return `;pointer:${arg.name}:${type}:1:1:${offset}:${memory}:${id}:${size}:${readOnly ? 'RO' : 'RW'}:${flags.join(':')}`;
}

function argumentLine(arg: CalArgument, slots: Slots): string {
  if (arg.kind === 'image') {
    const dimension = (arg.imageDimension ?? '2d').toUpperCase().replace('_ARRAY', 'A').replace('_BUFFER', 'B');
    const offset = slots.place(arg, IMAGE_ARGUMENT_SIZE);
    return `;image:${arg.name}:${dimension}:${ACCESS[arg.accessQualifier]}:${slots.image(arg)}:1:${offset}`;
  }
  if (arg.kind === 'sampler') return `;value:${arg.name}:u32:1:1:${slots.place(arg, 4)}`;
  if (arg.kind !== 'value') return pointerLine(arg, slots);
  const cal = toCalType(arg.typeName, arg.size);
  return `;value:${arg.name}:${cal.type}:${cal.count}:1:${slots.place(arg, arg.size)}`;
}

/** A name may hold no separator of the line format. */
const plain = (text: string): string => text.replace(/[\r\n]/g, ' ');

/**
 * The metadata lines of a kernel, without a final newline character missing.
 *
 * @param index place of the kernel in the image; gives its unique id
 * @param extra further lines, each beginning with ';', put before ;ARGEND
 */
export function metadataLines(kernel: CalKernel, device: string, index: number, extra: readonly string[]): string {
  const slots = new Slots();
  const symbol = `__OpenCL_${kernel.name}_kernel`;
  const args = kernel.args.flatMap((arg, i) => {
    const line = argumentLine(arg, slots);
    return arg.kind === 'global' && arg.typeQualifiers.includes('const')
      ? [line, `;constarg:${i}:${arg.name}`]
      : [line];
  });
  const samplerArgs = kernel.args.filter((arg) => arg.kind === 'sampler');
  const lines = [
    `;ARGSTART:${symbol}`,
    ';version:3:1:104',
    `;device:${device}`,
    `;uniqueid:${FIRST_UNIQUE_ID + index}`,
    `;memory:uavprivate:${kernel.uavPrivateBytes}`,
    ';memory:hwregion:0',
    `;memory:hwlocal:${kernel.ldsBytes}`,
    ...(kernel.reqdWorkGroupSize ? [`;cws:${kernel.reqdWorkGroupSize.join(':')}`] : []),
    ...args,
    ...(kernel.constantBuffers.some((buffer) => buffer.index === 2) ? [';memory:datareqd'] : []),
    `;function:1:${FIRST_UNIQUE_ID + index}`,
    ...kernel.inlineSamplers.map((s) => `;sampler:unknown_${s.value}:${s.id}:1:${s.value}`),
    ...samplerArgs.map((arg) => `;sampler:${arg.name}:${slots.sampler(arg)}:0:0`),
    `;privateid:${PRIVATE_UAV}`,
    ...kernel.args.map((arg, i) => `;reflection:${i}:${plain(arg.typeName)}`),
    ...extra,
    `;ARGEND:${symbol}`,
  ];
  return `${lines.join('\n')}\n`;
}

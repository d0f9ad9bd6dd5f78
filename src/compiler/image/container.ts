// Compiled objects and libraries: the results of clCompileProgram and clLinkProgram -create-library. The container is
// the outer file of a CAL image without kernels; section .llvmir holds the LLVM bitcode, a mark in .comment
// distinguishes them.
import { checkFamily } from '../../cal/devices.js';
import type { CalImage } from '../../cal/image.js';
import { readCalImage } from '../../cal/reader.js';
import { writeOuterElf } from '../../cal/write-outer.js';
import { chipById } from '../../chips/chips.js';
import { AtollError } from '../../util/errors.js';

export type ContainerType = 'compiled-object' | 'library';
export type BinaryType = ContainerType | 'executable';

const MARK = ';atoll:binary:';

export interface ContainerRequest {
  readonly type: ContainerType;
  readonly bitcode: Uint8Array;
  readonly device: string;
  readonly compileOptions: string;
  readonly driverText: string;
}

/** The bytes of a container. */
export function writeContainer(request: ContainerRequest): Uint8Array {
  const chip = chipById(request.device);
  if (!chip) throw new AtollError('UNSUPPORTED', `there are no images for the GPU '${request.device}'`);
  return writeOuterElf({
    machine: chip.cal.machine,
    compileOptions: request.compileOptions,
    driverText: `${request.driverText}${MARK}${request.type}`,
    intermediate: request.bitcode,
    globalData: new Uint8Array(0),
    kernels: [],
  });
}

/** The type of an image. */
export function binaryTypeOf(image: Pick<CalImage, 'driverText'>): BinaryType {
  const at = image.driverText.lastIndexOf(MARK);
  const type = at < 0 ? '' : image.driverText.slice(at + MARK.length);
  return type === 'compiled-object' || type === 'library' ? type : 'executable';
}

/** True if bytes are a container of a type. */
export function isContainer(bytes: Uint8Array, type: string | undefined): boolean {
  try {
    return type !== 'executable' && binaryTypeOf(readCalImage(bytes)) === type;
  } catch {
    return false;
  }
}

/**
 * The bitcode of a compiled object or library.
 *
 * @param device the target GPU
 * @throws AtollError BAD_IMAGE if it is no container, BAD_INPUT for an executable or another family of GPUs
 */
export function readContainer(bytes: Uint8Array, name: string, device: string): Uint8Array {
  const image = readCalImage(bytes, name);
  if (binaryTypeOf(image) === 'executable')
    throw new AtollError('BAD_INPUT', `${name} is an executable: it cannot be linked`);
  checkFamily(image, device, name);
  return image.intermediate;
}

// Images that a module describes: a descriptor and zeroed elements in the code object.

import {
  IMAGE_ALIGNMENT,
  type ImageProperties,
  imageLayout,
  type UnplacedImage,
  unplacedImage,
} from '../../isa/hsail/images.js';
import type { IrProgram } from './ir-program.js';
import { symbolName } from './ir-program.js';

const HANDLE_BYTES = 8;
const SPACE = { global: 'addrspace(1)', constant: 'addrspace(4)' } as const;

const arrayOf = (bytes: Uint8Array): string =>
  `[${bytes.length} x i8] [${[...bytes].map((byte) => `i8 ${byte}`).join(', ')}]`;

/** Bytes of a descriptor, its alignment before it, with the address of the surface among them. */
function descriptorText({ words, addressPlace, upper }: UnplacedImage, surface: string): string {
  const { descriptor } = IMAGE_ALIGNMENT;
  const bytes = new Uint8Array(descriptor + words.byteLength);
  bytes.set(new Uint8Array(words.buffer), descriptor);
  const place = descriptor + addressPlace;
  const [before, after] = [arrayOf(bytes.subarray(0, place)), arrayOf(bytes.subarray(place + HANDLE_BYTES))];
  const address = `ptrtoint (ptr ${SPACE.global} ${surface} to i64)`;
  const typeOf = (text: string): string => text.slice(0, text.indexOf(']') + 1);
  const types = [typeOf(before), 'i64', typeOf(after)].join(', ');
  return `<{ ${types} }> <{ ${before}, i64 add (i64 ${address}, i64 ${BigInt.asIntN(64, BigInt(upper) << 48n)}), ${after} }>`;
}

/**
 * Adds an image of its own.
 *
 * @param name begins the names of its symbols, which no other image has
 * @returns the address of its descriptor, as a constant of 64 bits
 */
export function addImage(program: IrProgram, name: string, properties: ImageProperties): string {
  const [surface, words] = [symbolName(`${name}.elements`), symbolName(`${name}.descriptor`)];
  const { surfaceBytes } = imageLayout(properties);
  const elements = `[${surfaceBytes} x i8] zeroinitializer, align ${IMAGE_ALIGNMENT.surface}`;
  program.addGlobal(`${surface} = internal ${SPACE.global} global ${elements}`);
  const text = descriptorText(unplacedImage(properties), surface);
  const { descriptor } = IMAGE_ALIGNMENT;
  program.addGlobal(`${words} = internal ${SPACE.constant} constant ${text}, align ${descriptor}`);
  return `add (i64 ptrtoint (ptr ${SPACE.constant} ${words} to i64), i64 ${descriptor})`;
}

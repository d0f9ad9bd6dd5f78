// GPU memory and code for an editor's views of memory and of instructions.

import type { DebugProtocol } from '@vscode/debugprotocol';
import { PERMISSION } from '../../emulator/memory.js';
import { hex32 } from '../numbers.js';
import { refuse } from '../refuse.js';
import type { HandleTable } from './handle-table.js';

/** Maximum size of one read. */
const MAX_BYTES = 1 << 20;

function addressOf(reference: string, offset = 0): number {
  const address = Number(reference) + offset;
  return Number.isSafeInteger(address) ? address : refuse(`'${reference}' is not an address`);
}

/** Bytes from an address on that can be read. */
function readable({ prompt }: HandleTable, address: number, count: number): number {
  const { memory } = prompt.selected;
  if (address < 0) return 0;
  if (memory.allows(address, count, PERMISSION.read)) return count;
  let [low, high] = [0, count];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (memory.allows(address, middle, PERMISSION.read)) low = middle;
    else high = middle;
  }
  return low;
}

export function readMemory(
  desk: HandleTable,
  { memoryReference, offset, count }: DebugProtocol.ReadMemoryArguments,
): DebugProtocol.ReadMemoryResponse['body'] {
  const address = addressOf(memoryReference, offset);
  const length = Math.min(Math.max(count, 0), MAX_BYTES);
  const size = length === 0 ? 0 : readable(desk, address, length);
  const { u8 } = desk.prompt.selected.memory;
  // A copy: decoders refuse views of shared memory.
  const data = Buffer.from(u8.slice(address, address + size)).toString('base64');
  return { address: hex32(address), data, ...(size < count ? { unreadableBytes: count - size } : {}) };
}

export function writeMemory(
  desk: HandleTable,
  { memoryReference, offset, data }: DebugProtocol.WriteMemoryArguments,
): DebugProtocol.WriteMemoryResponse['body'] {
  const address = addressOf(memoryReference, offset);
  const bytes = Buffer.from(data, 'base64');
  const { memory } = desk.prompt.selected;
  if (bytes.length > 0 && !(address >= 0 && memory.allows(address, bytes.length, PERMISSION.write)))
    refuse(`${bytes.length} bytes at ${hex32(address)} cannot all be written`);
  memory.u8.set(bytes, address);
  return { bytesWritten: bytes.length };
}

/** Exactly as many instructions as requested: editors insist. */
export function disassemble(
  desk: HandleTable,
  args: DebugProtocol.DisassembleArguments,
): { instructions: DebugProtocol.DisassembledInstruction[] } {
  const { selected, listing, launchContext } = desk.prompt;
  const { codeAddress } = selected.workGroup.launch;
  const address = addressOf(args.memoryReference, args.offset);
  const lines = listing.of(selected);
  const behind = lines.findIndex(({ offset, words }) => address < codeAddress + offset + 4 * words.length);
  const index = address < codeAddress ? 0 : behind < 0 ? lines.length : behind;
  const first = index + (args.instructionOffset ?? 0);
  const end = lines.at(-1);
  const endAddress = codeAddress + (end ? end.offset + 4 * end.words.length : 0);
  const instructions = Array.from({ length: Math.max(0, args.instructionCount) }, (_, k) => {
    const line = lines[first + k];
    if (!line) {
      const outside = first + k < 0 ? codeAddress + 4 * (first + k) : endAddress + 4 * (first + k - lines.length);
      return { address: hex32(Math.max(outside, 0)), instruction: '(no code)', presentationHint: 'invalid' as const };
    }
    const row = launchContext.where.lineAt(line.offset);
    return {
      address: hex32(codeAddress + line.offset),
      instructionBytes: line.words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join(' '),
      instruction: line.text,
      ...(line.label ? { symbol: line.label } : {}),
      ...(row
        ? { location: desk.texts.sourceOf(row.file, launchContext.where), line: row.line, column: row.column }
        : {}),
    };
  });
  return { instructions };
}

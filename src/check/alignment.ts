// Addresses of HSAIL's loads and stores against the alignment that they declare.

import type { MemoryAccess } from '../emulator/probes.js';
import { accessText } from './access-text.js';
import type { HsailClaims } from './hsail-claims.js';
import type { Reports } from './reports.js';

export class AlignmentCheck {
  /** Lanes of the current instruction whose first access has been checked: vectors declare it of that. */
  private checked = 0n;

  constructor(private readonly reports: Reports) {}

  /** Before an instruction. */
  begin(): void {
    this.checked = 0n;
  }

  access({ lane, address, size, kind }: MemoryAccess, isLocal: boolean, claims: HsailClaims | undefined): void {
    const alignment = claims?.alignment;
    if (alignment === undefined || lane < 0) return;
    const bit = 1n << BigInt(lane);
    const isFirst = (this.checked & bit) === 0n;
    this.checked |= bit;
    if (!isFirst || address % alignment === 0) return;
    const place = isLocal ? `${address} of local memory` : `address 0x${address.toString(16)}`;
    this.reports.memory(
      'misaligned',
      `${accessText(kind)} of ${size} bytes at ${place}, which is no multiple of ${alignment} as align(${alignment}) says`,
      lane,
      { space: isLocal ? 'local' : 'global', address, bytes: size },
    );
  }
}

// A BRIG module in memory: entries by their offsets.

/** An entry of hsa_code or hsa_operand. */
export interface BrigEntry {
  readonly offset: number;
  readonly bytes: number;
  /** The name of its kind (`STRUCTURES`), or `none`. */
  readonly kind: string;
  /** Fields of up to 32 bits. */
  readonly values: Readonly<Record<string, number>>;
  /** Fields of 64 bits. */
  readonly wide: Readonly<Record<string, bigint>>;
}

export interface BrigModule {
  readonly code: ReadonlyMap<number, BrigEntry>;
  readonly operands: ReadonlyMap<number, BrigEntry>;
  readonly data: ReadonlyMap<number, Uint8Array>;
  /** End of hsa_code: a reference to it refers to no entry. */
  readonly codeEnd: number;
  readonly hash: Uint8Array;
  /** Names and sizes of all sections. */
  readonly sections: readonly { readonly name: string; readonly bytes: number }[];
}

/** The text of a string; without one it is empty. */
export function stringAt(module: BrigModule, offset: number): string {
  return Buffer.from(module.data.get(offset) ?? []).toString('latin1');
}

/** The directive that begins an entry's module: a program may have several modules in one. */
export const headerOf = (module: BrigModule, { offset }: Pick<BrigEntry, 'offset'>): BrigEntry =>
  [...module.code.values()].findLast((each) => each.kind === 'directive_module' && each.offset <= offset)!;

/** The offsets in a list. */
export function listAt(module: BrigModule, offset: number): number[] {
  const bytes = module.data.get(offset);
  if (bytes === undefined) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength >> 2 }, (_, index) => view.getUint32(4 * index, true));
}

/** Operands of an instruction or directive. */
export const operandsOf = (module: BrigModule, { values }: BrigEntry): BrigEntry[] =>
  listAt(module, values['operands'] ?? 0).map((offset) => module.operands.get(offset)!);

/** Numbers among the operands of a control directive; NaN for other operands. */
export function controlNumbers(module: BrigModule, directive: BrigEntry): number[] {
  return operandsOf(module, directive).map(({ kind, values }) => {
    if (kind !== 'operand_constant_bytes') return Number.NaN;
    const bytes = module.data.get(values['bytes']!) ?? new Uint8Array(0);
    return [...bytes].reduceRight((sum, byte) => sum * 256 + byte, 0);
  });
}

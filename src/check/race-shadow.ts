// The last accesses to each byte, for races: the memory behind RaceCheck. A cell for each dword, or for each byte of
// pages in which less than a dword has been accessed. Its size is bounded: beyond that the oldest pages are dropped,
// and races with earlier accesses to them are not found.

/**
 * Words of a cell: actor and kind of the last write, the last read, and the read before that. All accesses have two
 * words.
 */
export const CELL = {
  writer: 0,
  writerHow: 1,
  reader: 2,
  readerHow: 3,
  earlier: 4,
  earlierHow: 5,
  perReader: 2,
  words: 6,
} as const;

const PAGE_BITS = 12;
const PAGE = 1 << PAGE_BITS;
/** Pages of a part of the table by which they are found: lanes that walk down a column request another one each. */
const PART_BITS = 10;
const PART = 1 << PART_BITS;

export interface ShadowPage {
  /** log2 of the bytes of a cell. */
  bits: 0 | 2;
  cells: Uint32Array;
}

export class RaceShadow {
  /** By number, in the order in which they were made. */
  private readonly pages = new Map<number, ShadowPage>();
  /** The same, part by part. */
  private readonly parts: ((ShadowPage | undefined)[] | undefined)[] = [];
  private lastNumber = -1;
  private last: ShadowPage | undefined;
  private words = 0;
  /** Pages that were forgotten. */
  forgotten = 0;

  /** @param limit bytes that it may take */
  constructor(private readonly limit: number) {}

  /** The page of an address, with cells that are fine enough for an access. */
  page(address: number, size: number): ShadowPage {
    const number = address >>> PAGE_BITS;
    let page = number === this.lastNumber ? this.last! : this.find(number);
    if (page.bits === 2 && ((address | size) & 3) !== 0) page = this.refine(page);
    this.last = page;
    this.lastNumber = number;
    return page;
  }

  clear(): void {
    this.pages.clear();
    this.parts.length = 0;
    this.last = undefined;
    this.lastNumber = -1;
    this.words = 0;
  }

  /** Nothing has touched these bytes. */
  forget(address: number, size: number): void {
    const end = address + size;
    for (const [number, { bits, cells }] of this.pages) {
      const from = Math.max(address, number * PAGE);
      const to = Math.min(end, (number + 1) * PAGE);
      if (from >= to) continue;
      const cellOf = (at: number): number => ((at - number * PAGE) >>> bits) * CELL.words;
      cells.fill(0, cellOf(from), cellOf(to - 1) + CELL.words);
    }
  }

  private find(number: number): ShadowPage {
    const part = (this.parts[number >>> PART_BITS] ??= new Array<ShadowPage | undefined>(PART).fill(undefined));
    const cell = part[number & (PART - 1)];
    if (cell) return cell;
    const page: ShadowPage = { bits: 2, cells: new Uint32Array((PAGE / 4) * CELL.words) };
    this.pages.set(number, page);
    part[number & (PART - 1)] = page;
    this.grow(page.cells.length);
    return page;
  }

  private grow(words: number): void {
    this.words += words;
    for (const [number, page] of this.pages) {
      if (4 * this.words <= this.limit || this.pages.size < 2) return;
      this.pages.delete(number);
      this.parts[number >>> PART_BITS]![number & (PART - 1)] = undefined;
      this.words -= page.cells.length;
      this.forgotten++;
    }
  }

  private refine(page: ShadowPage): ShadowPage {
    const coarse = page.cells;
    const fine = new Uint32Array(4 * coarse.length);
    for (let cell = 0; cell < PAGE; cell++) {
      const from = (cell >>> 2) * CELL.words;
      fine.set(coarse.subarray(from, from + CELL.words), cell * CELL.words);
    }
    page.bits = 0;
    page.cells = fine;
    this.grow(fine.length - coarse.length);
    return page;
  }
}

/** Number of a cell's first word. */
export const cellAt = (page: ShadowPage, address: number): number =>
  ((address & (PAGE - 1)) >>> page.bits) * CELL.words;

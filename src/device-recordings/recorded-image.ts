// Memory of a device as a recording has it by now.

const PAGE = 4096;
const EMPTY = new Uint8Array(PAGE);

/** Contents as the recording has them, page by page; zero where nothing is known. */
export class RecordedImage {
  private readonly pages = new Map<number, Uint8Array>();

  /** Of pages that the recording has seen change. */
  pageOffsets(): number[] {
    return [...this.pages.keys()].map((number) => number * PAGE);
  }

  page(offset: number): Uint8Array {
    return this.pages.get(Math.floor(offset / PAGE)) ?? EMPTY;
  }

  read(offset: number): number {
    const page = this.pages.get(Math.floor(offset / PAGE));
    return page ? new DataView(page.buffer).getUint32(offset % PAGE, true) : 0;
  }

  write(offset: number, word: number): void {
    const number = Math.floor(offset / PAGE);
    const page = this.pages.get(number) ?? new Uint8Array(PAGE);
    this.pages.set(number, page);
    new DataView(page.buffer).setUint32(offset % PAGE, word, true);
  }
}

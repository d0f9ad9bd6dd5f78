// Pages of files in GPU memory: what drivers need of the host beside virtual files. Protections: 1 read, 3 also write.

export interface PageMapper {
  /** Maps [fileOffset, +length) of a memfd shared over the view at byteOffset. All page-aligned. */
  mapFixed(
    view: Uint8Array,
    byteOffset: number,
    fd: number,
    fileOffset: number,
    length: number,
    protection: number,
  ): void;
  /** Bytes by which the address of view[byteOffset] lies behind a multiple of `alignment`, a power of two. */
  misalignment(view: Uint8Array, byteOffset: number, alignment: number): number;
  /**
   * Replaces pages of the view by pages of no file, which read as zeros. They stay accessible, for other holders of the
   * view.
   */
  unmapToZero(view: Uint8Array, byteOffset: number, length: number): void;
  /**
   * Gives huge pages, of `size` bytes each, to the part of a page-aligned range that consists of them; what is there
   * stays. Returns how many bytes that part has; 0 where the kernel cannot.
   */
  populateHuge(view: Uint8Array, byteOffset: number, length: number, size: number): number;
  /** Gives the memory behind a range of a file back to the system; it reads as zero afterwards. */
  punchHole(fd: number, fileOffset: number, length: number): void;
  /** Wakes up to `count` waiters, in any process, of the word; returns how many. */
  futexWake(view: Uint8Array, byteOffset: number, count: number): number;
}

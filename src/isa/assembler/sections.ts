// Sections of a source. Those that a program needs when it runs are laid out one behind the other, code first, so that
// code finds its constants by distance; what tools put aside (.AMDGPU.config, .ident, debug information) is checked and
// left out.

export interface Section {
  readonly name: string;
  /** Part of the loaded image. */
  readonly allocated: boolean;
  /** Holds code: it is filled with s_nop. */
  readonly code: boolean;
  /** Bytes so far. */
  size: number;
  /** Largest requested alignment, in bytes. */
  alignment: number;
  /** Byte offset in the image, once every size is known. */
  base: number;
}

const ALLOCATED = /^\.(text|rodata|data|bss)\b/;
const WORD = 4;

/** All sections, and which of them is written. */
export class Sections {
  current: Section;
  private readonly all = new Map<string, Section>();
  private readonly stack: Section[] = [];
  private before: Section;

  constructor() {
    this.current = this.before = this.named('.text', '');
  }

  /** @param flags of the directive, in quotes or as #names; empty where there are none */
  enter(name: string, flags: string): void {
    this.before = this.current;
    this.current = this.named(name, flags);
  }

  push(): void {
    this.stack.push(this.current);
  }

  /** Returns to the previous section; false if there is none. */
  pop(): boolean {
    const section = this.stack.pop();
    if (section) [this.before, this.current] = [this.current, section];
    return section !== undefined;
  }

  previous(): void {
    [this.before, this.current] = [this.current, this.before];
  }

  /** Places every section; gives the bytes of the image. */
  layOut(): number {
    let end = 0;
    for (const section of this.all.values()) {
      if (!section.allocated || section.size === 0) continue;
      const alignment = Math.max(section.alignment, WORD);
      section.base = Math.ceil(end / alignment) * alignment;
      end = section.base + section.size;
    }
    return Math.ceil(end / WORD) * WORD;
  }

  private named(name: string, flags: string): Section {
    const existing = this.all.get(name);
    if (existing) return existing;
    const allocated = flags === '' ? ALLOCATED.test(name) : /^"[^"]*a|#alloc/.test(flags);
    const code = /^\.text\b/.test(name) || /^"[^"]*x|#execinstr/.test(flags);
    const section: Section = { name, allocated, code, size: 0, alignment: 1, base: 0 };
    this.all.set(name, section);
    return section;
  }
}

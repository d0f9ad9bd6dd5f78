// The part of elf-tools that tests use: it brings no types.

declare module 'elf-tools' {
  interface ProgramHeader {
    readonly offset: number;
    readonly vaddr: number;
    readonly filesz: number;
    readonly memsz: number;
  }
  interface SectionHeader {
    readonly name: string;
    readonly addr: number;
    readonly offset: number;
    readonly size: number;
    readonly link: number;
    readonly info: number;
    readonly addralign: number;
    readonly entsize: number;
  }
  interface Image {
    readonly header: { readonly class: string; readonly flags: number; readonly phnum: number; readonly shnum: number };
    readonly programs: readonly { readonly header: ProgramHeader; readonly data: Buffer }[];
    readonly sections: readonly { readonly header: SectionHeader; readonly data: Buffer }[];
  }
  const tools: { parse(image: Buffer): Image };
  export default tools;
}

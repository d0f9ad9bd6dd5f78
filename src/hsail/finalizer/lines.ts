// Source lines by the `loc` directives of a module, as debug information of LLVM.

import type { BrigEntry, BrigModule } from '../brig/module.js';
import { stringAt } from '../brig/module.js';
import type { IrProgram } from './ir-program.js';

const quoted = (text: string): string => text.replace(/["\\]/g, (char) => `\\${char.charCodeAt(0).toString(16)}`);

/** The debug information of one program; its units are the modules. */
export class DebugLines {
  private unit: string | undefined;
  private readonly files = new Map<string, string>();
  private type: string | undefined;

  constructor(
    private readonly program: IrProgram,
    private readonly moduleName: string,
  ) {}

  private file(name: string): string {
    const existing = this.files.get(name);
    if (existing !== undefined) return existing;
    const node = this.program.node(`!DIFile(filename: "${quoted(name)}", directory: "")`);
    this.files.set(name, node);
    return node;
  }

  private unitOf(file: string): string {
    if (this.unit !== undefined) return this.unit;
    const { program } = this;
    this.unit = program.node(
      `distinct !DICompileUnit(language: DW_LANG_OpenCL, file: ${file}, producer: "atoll", emissionKind: LineTablesOnly)`,
    );
    program.addNamed('llvm.dbg.cu', this.unit);
    program.setDebugVersion();
    return this.unit;
  }

  /** The lines of a function; without `loc` it has none. */
  function(module: BrigModule, name: string, first: BrigEntry | undefined): FunctionLines | undefined {
    if (first === undefined) return undefined;
    const file = this.file(stringAt(module, first.values['filename']!) || this.moduleName);
    const { program } = this;
    this.type ??= program.node('!DISubroutineType(types: !{})');
    const scope = program.node(
      `distinct !DISubprogram(name: "${quoted(name)}", scope: ${file}, file: ${file}, ` +
        `line: ${first.values['line']}, type: ${this.type}, spFlags: DISPFlagDefinition, unit: ${this.unitOf(file)})`,
    );
    return new FunctionLines(program, scope, (fileName) => this.file(fileName || this.moduleName), file);
  }
}

export class FunctionLines {
  private readonly scopes = new Map<string, string>();

  constructor(
    private readonly program: IrProgram,
    readonly scope: string,
    private readonly fileOf: (name: string) => string,
    ownFile: string,
  ) {
    this.scopes.set(ownFile, scope);
  }

  /** Metadata of an instruction, with the comma before it. */
  at(fileName: string, line: number, column: number): string {
    const file = this.fileOf(fileName);
    let scope = this.scopes.get(file);
    if (scope === undefined) {
      scope = this.program.node(`!DILexicalBlockFile(scope: ${this.scope}, file: ${file}, discriminator: 0)`);
      this.scopes.set(file, scope);
    }
    return this.location(line, column, scope);
  }

  /** Before the first `loc`. */
  none(): string {
    return this.location(0, 0, this.scope);
  }

  private location(line: number, column: number, scope: string): string {
    return `, !dbg ${this.program.node(`!DILocation(line: ${line}, column: ${column}, scope: ${scope})`)}`;
  }
}

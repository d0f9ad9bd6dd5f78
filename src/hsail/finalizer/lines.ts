// Source lines as debug information of LLVM: those of the `loc` directives, or, in functions without them, those of the
// HSAIL text, which the debug information contains.

import type { BrigEntry, BrigModule } from '../brig/module.js';
import { stringAt } from '../brig/module.js';
import type { HsailSource } from '../text/source-text.js';
import type { IrProgram } from './ir-program.js';

const hexPair = (char: string): string => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
const quoted = (text: string): string => text.replace(/[^ !#-[\]-~]/g, hexPair);

/** The debug information of one program; its units are the modules. */
export class DebugLines {
  private unit: string | undefined;
  private readonly files = new Map<string, string>();
  private type: string | undefined;

  constructor(
    private readonly program: IrProgram,
    private readonly moduleName: string,
    private readonly source: HsailSource,
  ) {}

  private file(name: string): string {
    const existing = this.files.get(name);
    if (existing !== undefined) return existing;
    const text = name === this.source.name ? `, source: "${quoted(this.source.text)}"` : '';
    const node = this.program.node(`!DIFile(filename: "${quoted(name)}", directory: ""${text})`);
    this.files.set(name, node);
    return node;
  }

  private unitOf(file: string): string {
    if (this.unit !== undefined) return this.unit;
    const { program } = this;
    this.unit = program.node(
      `distinct !DICompileUnit(language: DW_LANG_OpenCL, file: ${file}, producer: "atoll", ` +
        // Otherwise functions have no names where nothing is inlined.
        `emissionKind: ${program.hasVariables ? 'FullDebug' : 'LineTablesOnly'}, debugInfoForProfiling: true)`,
    );
    program.addNamed('llvm.dbg.cu', this.unit);
    program.setDebugVersion();
    return this.unit;
  }

  /** The lines of a function. @param body what stands in it */
  function(module: BrigModule, name: string, body: readonly BrigEntry[]): FunctionLines {
    const loc = body.find(({ kind }) => kind === 'directive_loc');
    const fileName = loc ? stringAt(module, loc.values['filename']!) || this.moduleName : this.source.name;
    const line = loc?.values['line'] ?? this.source.lines.get(body[0]?.offset ?? 0) ?? 0;
    const file = this.file(fileName);
    const { program } = this;
    this.type ??= program.node('!DISubroutineType(types: !{})');
    const scope = program.node(
      `distinct !DISubprogram(name: "${quoted(name)}", scope: ${file}, file: ${file}, ` +
        `line: ${line}, type: ${this.type}, spFlags: DISPFlagDefinition, unit: ${this.unitOf(file)})`,
    );
    const own = loc ? undefined : this.source;
    return new FunctionLines(program, scope, (named) => this.file(named || this.moduleName), file, own);
  }
}

export class FunctionLines {
  private readonly scopes = new Map<string, string>();

  constructor(
    private readonly program: IrProgram,
    readonly scope: string,
    private readonly fileOf: (name: string) => string,
    private readonly file: string,
    /** The text whose lines instructions have; absent where `loc` gives them. */
    private readonly source: HsailSource | undefined,
  ) {
    this.scopes.set(file, scope);
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

  /** Metadata of an entry by its line in the HSAIL text; undefined where `loc` gives the lines. */
  ofEntry({ offset }: BrigEntry): string | undefined {
    return this.source && this.at(this.source.name, this.source.lines.get(offset) ?? 0, 0);
  }

  /** A register as a variable, where they are requested: a call that stands behind its `alloca`. */
  registerText(name: string, place: string, bits: number): string | undefined {
    const { program } = this;
    if (!program.hasVariables) return undefined;
    const type = program.onceNode(
      `!DIBasicType(name: "b${bits}", size: ${Math.max(8, bits)}, encoding: DW_ATE_unsigned)`,
    );
    const variable = program.node(
      `!DILocalVariable(name: "${name}", scope: ${this.scope}, file: ${this.file}, line: 1, type: ${type})`,
    );
    const declare = program.declare('void', 'llvm.dbg.declare', ['metadata', 'metadata', 'metadata']);
    const expression = program.onceNode('!DIExpression()');
    return `call void ${declare}(metadata ptr addrspace(5) ${place}, metadata ${variable}, metadata ${expression})${this.none()}`;
  }

  /** Before the first `loc`. */
  none(): string {
    return this.location(0, 0, this.scope);
  }

  private location(line: number, column: number, scope: string): string {
    return `, !dbg ${this.program.onceNode(`!DILocation(line: ${line}, column: ${column}, scope: ${scope})`)}`;
  }
}

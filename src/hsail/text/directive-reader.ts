// Directives: the header of a module, extensions, comments, source places, pragmas and control directives.

import { CONTROL_RULES } from '../brig/controls.js';
import { CONTROLS, MACHINE_MODELS, numberOf, PROFILES, ROUNDINGS, TYPES } from '../brig/enums.js';
import type { BrigWriter } from '../brig/writer.js';
import type { ConstantReader } from './constants.js';
import { stringValue } from './literals.js';
import type { OperandReader } from './operand-reader.js';
import type { Scopes } from './scopes.js';
import type { TokenReader } from './token-reader.js';

/** A block comment becomes a line comment for each line that is not empty. */
const blockLines = (text: string): string[] =>
  text
    .slice(2, -2)
    .split(/[\r\n]/)
    .filter((line) => line !== '')
    .map((line) => `//${line}`);

export class DirectiveReader {
  private sourceFile = '';
  /** Extensions of the module other than IMAGE. */
  private readonly vendorExtensions: string[] = [];

  constructor(
    private readonly tokens: TokenReader,
    private readonly writer: BrigWriter,
    private readonly scopes: Scopes,
    private readonly constants: ConstantReader,
    private readonly operands: OperandReader,
  ) {}

  /** The extension of the module to which a mnemonic belongs: `amd_gcn_madu` to `amd:gcn`. */
  extensionOf(mnemonic: string): string | undefined {
    return this.vendorExtensions.find((name) => mnemonic.startsWith(`${name.replaceAll(':', '_')}_`));
  }

  append(kind: string, name: string, values: Readonly<Record<string, number>> = {}): number {
    const offset = this.writer.append(kind, values);
    this.writer.set(kind, offset, kind === 'directive_loc' ? 'filename' : 'name', this.writer.string(name));
    return offset;
  }

  /** Directives that are allowed outside and inside of bodies. */
  common(): boolean {
    const { kind, text } = this.tokens.peek(0, true);
    if (kind === 'comment') this.comment(this.tokens.next(true).text);
    else if (text === 'pragma') this.pragma();
    else if (text === 'loc') this.loc();
    else if (Object.hasOwn(CONTROL_RULES, text)) this.control();
    else return false;
    return true;
  }

  private comment(text: string): void {
    const lines = text.startsWith('//') ? [text] : blockLines(text);
    for (const line of lines) this.append('directive_comment', line);
  }

  header(): void {
    const name = this.tokens.take('name');
    const part = <T>(read: () => T): T => {
      this.tokens.expect(':');
      return read();
    };
    const word = (table: Readonly<Record<string, number>>) => () => {
      const value = numberOf(table, this.tokens.peek().text.slice(1));
      if (value === undefined) throw this.tokens.error(`$${Object.keys(table).join(', $')} is expected`);
      this.tokens.next();
      return value;
    };
    const [hsailMajor, hsailMinor] = [
      part(() => Number(this.tokens.integer())),
      part(() => Number(this.tokens.integer())),
    ];
    if (hsailMajor !== 1 || hsailMinor !== 0)
      throw this.tokens.error(`this is HSAIL ${hsailMajor}.${hsailMinor}; version 1.0 is supported`);
    const profile = part(word(PROFILES));
    const machineModel = part(word(MACHINE_MODELS));
    const { default: usual, near, zero } = ROUNDINGS;
    const defaultFloatRound = part(word({ default: usual, near, zero }));
    this.tokens.expect(';');
    this.operands.isLarge = machineModel === MACHINE_MODELS.large;
    const values = { hsailMajor, hsailMinor, profile, machineModel, defaultFloatRound };
    this.scopes.define(name, { kind: 'directive_module', offset: this.append('directive_module', name, values) }, true);
  }

  extension(): void {
    const name = stringValue(this.tokens.take('string'));
    this.tokens.expect(';');
    if (name !== 'CORE' && name !== 'IMAGE' && name !== '') this.vendorExtensions.push(name);
    this.append('directive_extension', name);
  }

  private loc(): void {
    this.tokens.next();
    const line = Number(this.tokens.integer());
    const column = this.tokens.peek().kind === 'number' ? Number(this.tokens.integer()) : 1;
    if (Math.max(line, column) >= 2 ** 32) throw this.tokens.error('a line or column has more than 32 bits');
    if (this.tokens.peek().kind === 'string') this.sourceFile = this.strings();
    this.tokens.expect(';');
    this.append('directive_loc', this.sourceFile, { line, column });
  }

  private strings(): string {
    let text = '';
    while (this.tokens.peek().kind === 'string') text += stringValue(this.tokens.next().text);
    return text;
  }

  private pragma(): void {
    this.tokens.next();
    const operands: number[] = [];
    do operands.push(this.pragmaOperand());
    while (this.tokens.skip(','));
    this.tokens.expect(';');
    const offset = this.writer.append('directive_pragma');
    this.writer.set('directive_pragma', offset, 'operands', this.writer.list(operands));
  }

  private pragmaOperand(): number {
    const { kind, text } = this.tokens.peek();
    if (kind === 'string') {
      const operand = this.writer.append('operand_string');
      this.writer.set('operand_string', operand, 'string', this.writer.string(this.strings()));
      return operand;
    }
    if (kind === 'name' || kind === 'register' || text === 'WAVESIZE') return this.operands.operand(TYPES.none, false);
    return this.constants.initializer(TYPES.none, false)[0];
  }

  private control(): void {
    const name = this.tokens.next().text;
    const offset = this.writer.append('directive_control', { control: CONTROLS[name as keyof typeof CONTROLS] });
    const operands: number[] = [];
    if (this.tokens.peek().text !== ';') {
      const type = CONTROL_RULES[name]?.type ?? TYPES.none;
      do {
        if (this.tokens.peek().kind === 'sign') throw this.tokens.error('an integer without a sign is expected');
        operands.push(this.operands.operand(type, false));
      } while (this.tokens.skip(','));
    }
    this.writer.set('directive_control', offset, 'operands', this.writer.list(operands));
    this.tokens.expect(';');
  }
}

// Parses the options of clBuildProgram, clCompileProgram and clLinkProgram against the table.
import { isAbsolute, resolve } from 'node:path';
import { LANGUAGES, OPTION_TABLE, type OptionRow, type OptionScope } from './option-table.js';

export interface ParsedOptions {
  /** Errors; if not empty, the options are invalid and the other fields undefined. */
  readonly errors: readonly string[];
  /** Notes about options without effect, for the build log. */
  readonly notes: readonly string[];
  /** Arguments of clang, all from the table or this file. */
  readonly clangArgs: readonly string[];
  readonly optimisation: '1' | '2' | '3' | 's';
  readonly debug: boolean;
  /** Debug information of variables as well: the code may differ. */
  readonly debugVariables: boolean;
  readonly argInfo: boolean;
  readonly createLibrary: boolean;
  readonly enableLinkOptions: boolean;
  readonly warningsAreErrors: boolean;
}

interface Draft {
  errors: string[];
  notes: string[];
  clangArgs: string[];
  optimisation: ParsedOptions['optimisation'];
  debug: boolean;
  debugVariables: boolean;
  argInfo: boolean;
  createLibrary: boolean;
  enableLinkOptions: boolean;
  warningsAreErrors: boolean;
}

const MAX_OPTIONS_LENGTH = 1 << 20;
const SPACE = /\s/;

/**
 * Splits options at white space. Double and single quotes group; a backslash keeps a following quote, space or
 * backslash as it is, and is an ordinary character elsewhere.
 *
 * @returns the words, or undefined for an unclosed quote
 */
export function splitOptions(text: string): string[] | undefined {
  const words: string[] = [];
  let current: string | undefined;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '\\' && /["'\\ ]/.test(text[i + 1] ?? '')) current = (current ?? '') + text[++i];
    else if (quote) {
      if (character === quote) quote = '';
      else current = (current ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      current ??= '';
    } else if (SPACE.test(character)) {
      if (current !== undefined) words.push(current);
      current = undefined;
    } else current = (current ?? '') + character;
  }
  if (quote) return undefined;
  if (current !== undefined) words.push(current);
  return words;
}

/** A macro definition for -D; undefined for an invalid name. */
function definition(value: string): string | undefined {
  return /^[A-Za-z_]\w*(?:\([\w\s,.]*\))?(?:=[^\r\n\0]*)?$/.test(value) ? `-D${value}` : undefined;
}

/**
 * clang's -O for the option's number; larger ones are 3. There is no 0: without optimisation clang 16 compiles
 * divergent branches wrongly for this target. Its fast register allocator reloads a value at the beginning of the block
 * where branches meet, before the instruction that switches the other lanes on again (`buffer_load_dword v0 ... ;
 * s_or_b64 exec, exec, ...`), so that those lanes get another value. lgamma_r of a float shows it, on hardware as well.
 */
const OPTIMISATION: Readonly<Record<string, ParsedOptions['optimisation']>> = {
  '': '2',
  '0': '1',
  '1': '1',
  '2': '2',
  s: 's',
};

/** Applies one option to the draft. */
function apply(row: OptionRow, word: string, value: string, folder: string, draft: Draft): void {
  const { effect } = row;
  if (effect.kind === 'refused') draft.errors.push(`option '${word}' is refused: ${effect.reason}`);
  else if (effect.kind === 'ignored') draft.notes.push(`note: option '${word}' is ignored: ${effect.note}`);
  else if (effect.kind === 'clang') applyClang(effect.args, word, value, draft);
  else applySetting(effect.name, word, value, folder, draft);
}

function applyClang(args: readonly string[], word: string, value: string, draft: Draft): void {
  draft.clangArgs.push(...args);
  if (word !== '-x') return;
  const language = Object.hasOwn(LANGUAGES, value) ? LANGUAGES[value] : undefined;
  if (language) draft.clangArgs.push(...language);
  else draft.errors.push(`option '-x ${value}' is refused: the languages are ${Object.keys(LANGUAGES).join(', ')}`);
}

function applySetting(name: string, word: string, value: string, folder: string, draft: Draft): void {
  switch (name) {
    case 'define': {
      const arg = definition(value);
      if (arg) draft.clangArgs.push(arg);
      else draft.errors.push(`option '${word}': '${value}' does not define a macro`);
      break;
    }
    case 'include':
      if (value === '' || /[\r\n\0]/.test(value)) draft.errors.push(`option '${word}' has no folder`);
      else draft.clangArgs.push(`-I${isAbsolute(value) ? value : resolve(folder, value)}`);
      break;
    case 'optimisation':
      draft.optimisation = word === '-cl-opt-disable' ? '1' : (OPTIMISATION[value] ?? '3');
      break;
    case 'noWarnings':
    case 'warning':
      draft.clangArgs.push(word);
      break;
    case 'debugVariables':
      draft.debug = true;
      draft.debugVariables = true;
      break;
    default:
      draft[name as 'debug' | 'argInfo' | 'createLibrary' | 'enableLinkOptions' | 'warningsAreErrors'] = true;
  }
}

function allowed(scope: OptionScope, kind: 'build' | 'compile' | 'link'): boolean {
  if (scope === 'both') return true;
  return kind === 'link' ? scope === 'link' : scope === 'compile';
}

/**
 * Parses options.
 *
 * @param kind API call of the options
 * @param folder working directory of the guest, the base of relative include folders
 */
export function parseOptions(text: string, kind: 'build' | 'compile' | 'link', folder: string): ParsedOptions {
  const draft: Draft = {
    errors: [],
    notes: [],
    clangArgs: [],
    optimisation: '2',
    debug: false,
    debugVariables: false,
    argInfo: false,
    createLibrary: false,
    enableLinkOptions: false,
    warningsAreErrors: false,
  };
  if (text.length > MAX_OPTIONS_LENGTH)
    return { ...draft, errors: [`the options have more than ${MAX_OPTIONS_LENGTH} characters`] };
  const words = splitOptions(text);
  if (!words) return { ...draft, errors: ['a quote in the options is not closed'] };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const row = OPTION_TABLE.find((candidate) => candidate.pattern.test(word));
    if (!row) {
      draft.errors.push(`option '${word}' is unknown`);
      continue;
    }
    if (!allowed(row.scope, kind)) {
      draft.errors.push(`option '${word}' does not belong to a ${kind}`);
      continue;
    }
    let value = row.pattern.exec(word)?.groups?.['value'] ?? '';
    if (row.takesWord && value === '') {
      value = words.shift() ?? '';
      if (value === '') draft.errors.push(`option '${word}' needs a value`);
    }
    apply(row, word, value, folder, draft);
  }
  if (draft.enableLinkOptions && !draft.createLibrary)
    draft.errors.push("option '-enable-link-options' needs '-create-library'");
  return draft;
}

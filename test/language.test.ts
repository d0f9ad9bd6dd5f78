// The language of names, comments, messages and documents (CONTRIBUTING, "Language").

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../src/util/paths.js';
import { readProse, type SourceText } from './language/prose.js';
import {
  clauses,
  durationsWithoutUnit,
  exportedTypes,
  idioms,
  type Offence,
  participleNames,
  participleTypes,
  retiredNames,
  retiredWords,
  speechNames,
  titleClauses,
  wideComments,
  wordsOf,
} from './language/rules.js';

const FOLDERS = ['src', 'native', 'runtime', 'test', 'benchmarks'];
const TYPESCRIPT = /\.[cm]?ts$/;
const SOURCES = /\.(?:[cm]?[jt]s|cc|cpp|h|hpp|c|cl|hip)$/;

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

interface SourceFile extends SourceText {
  readonly path: string;
  readonly text: string;
}
const sources: readonly SourceFile[] = FOLDERS.flatMap(filesIn)
  .filter((path) => SOURCES.test(path) && !/\/(?:generated|build|node_modules)\/|^test\/language[./]/.test(path))
  .sort()
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, ...readProse(path, text) };
  });
const production = sources.filter(({ path }) => path.startsWith('src/'));

/** Folders whose locals, parameters and functions are judged by `participleNames`. */
const PARTICIPLE_FOLDERS = ['src', 'test', 'benchmarks'];
/** Folders whose comments begin with a term. */
const TERM_FOLDERS = FOLDERS;
const filesOf = (folders: readonly string[], pattern = SOURCES): readonly SourceFile[] =>
  sources.filter(({ path }) => folders.includes(path.split('/', 1)[0]!) && pattern.test(path));

const placesOf = (files: readonly SourceFile[], find: (file: SourceFile) => readonly Offence[]): string[] =>
  files.flatMap((file) => find(file).map(({ line, what }) => `${file.path}:${line} ${what}`));

test('comments and literals are found', (t) => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is what is scanned
  const { prose, code } = readProse('a.ts', "const a = /'/; // it's\nf(`x ${g('y')} z`); /* two\nlines */ h('w');\n");
  t.deepEqual(
    prose.map(({ kind, line, text }) => `${line} ${kind} ${text}`),
    ["1 comment // it's", '2 string x ', "2 string 'y'", '2 string  z', '2 comment /* two\nlines */', "3 string 'w'"],
  );
  t.false(code.includes('two'));
  t.is(readProse('a.cc', "int a = 1'000; // b").prose.length, 1);
});

test('each rule finds its offences', (t) => {
  const offencesOf = (rule: (source: SourceText) => readonly Offence[], text: string) =>
    rule(readProse('a.ts', text)).map(({ what }) => what);
  t.deepEqual(
    offencesOf(participleTypes, 'export interface Told {}\nexport type LaunchMade = 1;\nexport class Speed {}'),
    ['Told', 'LaunchMade'],
  );
  t.deepEqual(offencesOf(retiredNames, 'const MOST_LINES = 3; const maxLines = 4; let patience;'), [
    'MOST_LINES',
    'patience',
  ]);
  t.deepEqual(offencesOf(speechNames, "const told = a.wanted; const size = 'told'; // told"), ['told', 'wanted']);
  const locals =
    'const held = a.found; f({ found: 1, made }); function g(known: A, { given }: B): void {} const SAYS = 1;';
  t.deepEqual(offencesOf(participleNames, locals), ['held', 'made', 'known', 'given', 'SAYS']);
  t.deepEqual(
    offencesOf(durationsWithoutUnit, 'const IDLE_TIMEOUT = 5; const IDLE_MS = 5; interface A { delay: number }'),
    ['IDLE_TIMEOUT', 'delay'],
  );
  t.deepEqual(offencesOf(retiredWords, "// Somebody waits.\nf('a launch who waits', 'who');"), ['somebody', 'who']);
  t.deepEqual(offencesOf(idioms, "// It asks for a page, and goes on.\nf('it asks for a page');"), [
    'asks for: request',
    'goes on: continue',
  ]);
  t.deepEqual(
    offencesOf(
      clauses,
      '// What is read.\n// Is it?\na; // Which is wide.\n// A\n// which\n/**\n * Whether so.\n */\n// What is it?',
    ),
    ['What is read.', 'Which is wide.', 'Whether so.\n */'],
  );
  t.deepEqual(
    offencesOf(titleClauses, "test('what is read', f);\ntest.serial(`where`, f);\ntest('a: b', g('what it'));"),
    ["what is read'"],
  );
  const wide = `const a = 1; // ${'word '.repeat(30)}`;
  t.is(wideComments(readProse('a.ts', wide), wide).length, 1);
});

test('comments fit into the width of the formatter', (t) => {
  t.true(sources.length > 1000);
  t.deepEqual(
    placesOf(sources, (file) => wideComments(file, file.text)),
    [],
  );
});

test('each exported type has a name of its own', (t) => {
  const names = production.flatMap((file) => exportedTypes(file).map(({ what }) => what));
  t.true(names.length > 500);
  t.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});

test('types are nouns, limits are max and min, durations name their unit', (t) => {
  const rules = [participleTypes, retiredNames, durationsWithoutUnit];
  t.deepEqual(
    [
      ...rules.flatMap((rule) => placesOf(production, rule)),
      ...placesOf(filesOf(['native', 'runtime', 'benchmarks', 'test']), retiredNames),
    ],
    [],
  );
});

test('names are no participles and verbs of speech', (t) => {
  t.deepEqual(placesOf(filesOf(FOLDERS, TYPESCRIPT), speechNames), []);
  t.deepEqual(placesOf(filesOf(PARTICIPLE_FOLDERS, TYPESCRIPT), participleNames), []);
});

const DOCUMENTS = readdirSync(root)
  .concat(filesIn('docs'))
  .filter((path) => path.endsWith('.md') && !path.includes('node_modules'));
const wordsOfDocument = (path: string): string[] =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .flatMap((line, index) => wordsOf(line).map((word) => `${path}:${index + 1} ${word}`));

test('comments, messages and documents use the vocabulary', (t) => {
  t.true(DOCUMENTS.length > 30);
  t.deepEqual([...placesOf(sources, retiredWords), ...DOCUMENTS.flatMap(wordsOfDocument)], []);
});

test('comments use terms in the place of idiom', (t) => {
  t.deepEqual(placesOf(sources, idioms), []);
});

test('comments and titles of tests begin with a term', (t) => {
  t.deepEqual(placesOf(filesOf(TERM_FOLDERS), clauses), []);
  t.deepEqual(placesOf(filesOf(['test'], TYPESCRIPT), titleClauses), []);
});

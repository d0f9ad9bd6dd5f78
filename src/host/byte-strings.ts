// Arguments and environment variables are bytes to a program; Node takes them for UTF-8, and what is none becomes
// U+FFFD. Here such a byte N becomes the lone surrogate U+DC00 + N, which no valid text has (as Python's
// "surrogateescape"): strings stay strings, and the addon gives the guest the bytes (native/exact_text.h).

import { readFileSync } from 'node:fs';

const REPLACEMENT = '\ufffd';
const ESCAPE = 0xdc00;

const lengthOf = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);

export function decodeExactly(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  let end = 0;
  for (const [at, byte] of bytes.entries()) {
    if (at < end) continue;
    const length = lengthOf(byte);
    try {
      text += decoder.decode(bytes.subarray(at, at + length));
      end = at + length;
    } catch {
      text += String.fromCharCode(ESCAPE + byte);
    }
  }
  return text;
}

/** The strings between the NULs of a file of /proc. */
function stringsOf(file: string): Buffer[] {
  const bytes = readFileSync(file);
  const strings: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0, start);
    strings.push(bytes.subarray(start, end < 0 ? bytes.length : end));
    start = end < 0 ? bytes.length : end + 1;
  }
  return strings;
}

/** The last arguments of this process, as Node gives them, with every byte. */
export function exactArguments(texts: readonly string[]): readonly string[] {
  if (!texts.some((text) => text.includes(REPLACEMENT))) return texts;
  const raw = stringsOf('/proc/self/cmdline').slice(-texts.length);
  return texts.map((text, index) => {
    const bytes = raw[index];
    return bytes?.toString() === text ? decodeExactly(bytes) : text;
  });
}

/** The environment of this process, as Node gives it, with every byte. */
export function exactEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const damaged = Object.keys(environment).filter((name) => environment[name]?.includes(REPLACEMENT));
  if (damaged.length === 0) return environment;
  const raw = new Map(stringsOf('/proc/self/environ').map((bytes) => [bytes.toString(), bytes]));
  const exact = damaged.flatMap((name) => {
    const bytes = raw.get(`${name}=${environment[name]}`);
    return bytes ? [[name, decodeExactly(bytes.subarray(Buffer.byteLength(name) + 1))] as const] : [];
  });
  return { ...environment, ...Object.fromEntries(exact) };
}

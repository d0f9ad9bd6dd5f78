// Invalid instructions decode to an error value with a reason; nothing is thrown.

import test from 'ava';
import type { DecodeProblem } from '../../src/isa/decode.js';
import { printInstruction } from '../../src/isa/print.js';
import { codes, decode } from './southern-islands.js';

const { floatCode, inlineConstant, integerCode, parseRegister, scalarName } = codes;

function refused(words: readonly number[], problem: DecodeProblem, reason: RegExp) {
  return decode(words).ok === false && problemMatches(words, problem, reason);
}

function problemMatches(words: readonly number[], problem: DecodeProblem, reason: RegExp): boolean {
  const decoded = decode(words);
  return !decoded.ok && decoded.error.problem === problem && reason.test(decoded.error.reason);
}

test('truncated code', (t) => {
  t.true(refused([], 'truncated', /ends here/));
  t.true(refused([0xd2060000], 'truncated', /second word of a VOP3/));
  t.true(refused([0xbe8003ff], 'truncated', /literal of s_mov_b32/));
  t.true(refused([0xba800000], 'truncated', /literal of s_setreg_imm32_b32/));
  t.false(decode([0xbf800000], 1).ok);
  t.false(decode([0xbf800000], -1).ok);
});

test('words of no format and undefined opcodes', (t) => {
  t.true(refused([0xffffffff], 'encoding', /0xffffffff/));
  t.true(refused([0xbf8b0000], 'opcode', /SOPP has no instruction with opcode 11/));
  t.true(refused([0xd2f00000, 0], 'opcode', /VOP3 .*376/));
});

test('undefined operand codes', (t) => {
  t.true(refused([0xbe800368], 'operand', /s_mov_b32: S0 .*104/));
  t.true(refused([0xbee80380], 'operand', /s_mov_b32: D .*104/));
  t.true(refused([0xbe8003f8], 'operand', /248/));
  t.true(refused([0xd2060000, 0xff], 'operand', /255/));
});

test('register pairs and quads keep their alignment and their bank', (t) => {
  t.true(refused([0xbe810402], 'registers', /s\[1:2\] is an odd register pair/));
  t.true(refused([0xbe800403], 'registers', /s\[3:4\] is an odd register pair/));
  t.true(refused([0xc0810100], 'registers', /s\[2:5\] is not aligned to 4/));
  t.true(
    refused([0xc0f60100], 'operand', /108|D/) ||
      refused([0xc0f50100], 'operand', /./) ||
      refused([0xc0f20100], 'registers', /do not exist/),
  );
  t.true(refused([0x7e0008ff | (0xff << 17), 0], 'registers', /v\[255:256\] is beyond v255/));
});

test('a refused instruction can still be printed', (t) => {
  const decoded = decode([0xbe810402]);
  t.false(decoded.ok);
  if (!decoded.ok) t.is(printInstruction(decoded.error.instruction!), 's_mov_b64 s[1:2], s[2:3]');
});

test('bits that no operand uses are kept and printed', (t) => {
  const decoded = decode([0xbe801f05]);
  t.true(decoded.ok);
  if (decoded.ok) t.is(printInstruction(decoded.instruction), 's_getpc_b64 s[0:1] ssrc0:0x5');
});

test('operand codes and names are each other’s inverse', (t) => {
  for (let code = 0; code < 128; code++) {
    const register = parseRegister(scalarName(code, 1));
    if (code === 104 || code === 105 || code === 125) continue;
    t.deepEqual(register, { bank: 'scalar', index: code, count: 1 });
  }
  t.deepEqual(parseRegister('s[4:7]'), { bank: 'scalar', index: 4, count: 4 });
  t.deepEqual(parseRegister('vcc'), { bank: 'scalar', index: 106, count: 2 });
  t.deepEqual(parseRegister('ttmp[4:5]'), { bank: 'scalar', index: 116, count: 2 });
  t.deepEqual(parseRegister('v[252:255]'), { bank: 'vgpr', index: 252, count: 4 });
  for (const text of ['v256', 's104', 'v[3:2]', 'ttmp12', 'v[253:256]', 'x1', 's', 'v[0:16]'])
    t.is(parseRegister(text), undefined);
  for (let value = -16; value <= 64; value++) t.is(inlineConstant(integerCode(value)!)!.bits, value >>> 0);
  t.is(integerCode(65), undefined);
  t.is(inlineConstant(floatCode(-4)!)!.bits64, 0xc010000000000000n);
  t.is(floatCode(3), undefined);
});

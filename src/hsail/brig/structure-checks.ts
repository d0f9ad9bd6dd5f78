// Checks of references: formal arguments, bodies, operands of instructions, constants and names.

import { AtollError } from '../../util/errors.js';
import { GEOMETRIES, MACHINE_MODELS, PROFILES, spellingOf } from './enums.js';
import { EXECUTABLE_KINDS } from './layout.js';
import { type ModuleModel, modifierProblem } from './modifier-checks.js';
import { type BrigEntry, type BrigModule, listAt, stringAt } from './module.js';
import { isFormatOf, OPCODES, SIZE_GEOMETRIES } from './opcodes.js';
import { operandCounts, operandProblem } from './operand-checks.js';
import { operandWord } from './operand-types.js';
import { checkScopes } from './scope-checks.js';
import { damaged } from './sections.js';
import { bytesOf, isArray, typeName } from './types.js';

const VALUES = ['operand_register', 'operand_constant_bytes', 'operand_wavesize'];
const CONSTANTS = [
  'operand_constant_bytes',
  'operand_constant_image',
  'operand_constant_sampler',
  'operand_constant_operand_list',
];
/** Entries with a name that operands refer to. */
const NAMED = [...EXECUTABLE_KINDS, 'directive_variable', 'directive_label', 'directive_fbarrier', 'directive_module'];
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  operand_operand_list: VALUES,
  operand_constant_operand_list: [...CONSTANTS.slice(0, 3), 'operand_align'],
};
/** The kinds of operands that the words of the rows of opcodes stand for. */
const KINDS_OF_WORD: Readonly<Record<string, readonly string[]>> = {
  reg: ['operand_register'],
  src: VALUES,
  fixed: VALUES,
  const: ['operand_constant_bytes'],
  dimension: ['operand_constant_bytes'],
  part: ['operand_constant_bytes'],
  data: [...VALUES, 'operand_operand_list'],
  result: ['operand_register', 'operand_operand_list'],
  coordinate: [...VALUES, 'operand_operand_list'],
  vector: ['operand_operand_list'],
  results: ['operand_operand_list'],
  address: ['operand_address'],
  label: ['operand_code_ref'],
  function: ['operand_code_ref'],
  fbarrier: ['operand_code_ref'],
  signature: ['operand_code_ref'],
  labels: ['operand_code_list'],
  functions: ['operand_code_list'],
  arguments: ['operand_code_list'],
  barrier: ['operand_register', 'operand_code_ref'],
};

const hex = (value: number): string => `0x${value.toString(16)}`;

function require(
  entry: BrigEntry | undefined,
  kinds: readonly string[],
  place: readonly [string, number],
  what: string,
) {
  if (entry === undefined || !kinds.includes(entry.kind))
    throw damaged(place[0], place[1], `${what} is ${entry?.kind ?? 'absent'}, and must be ${kinds.join(' or ')}`);
}

function checkConstant(module: BrigModule, { offset, values }: BrigEntry): void {
  const [type, bytes] = [values['type']!, module.data.get(values['bytes']!)];
  const size = bytesOf(type);
  const fits = bytes !== undefined && size > 0 && (isArray(type) ? bytes.length % size === 0 : bytes.length === size);
  if (!fits || /img$|^samp$/.test(typeName(type)))
    throw damaged('hsa_operand', offset, `a constant of type ${typeName(type)} has ${bytes?.length ?? 0} bytes`);
}

/** An image has the sizes of its geometry, and no others. */
function checkImage({ offset, values, wide }: BrigEntry): void {
  if (wide['width'] === 0n) throw damaged('hsa_operand', offset, 'an image has no width');
  const geometry = spellingOf(GEOMETRIES, values['geometry']!)!;
  for (const [field, geometries] of Object.entries(SIZE_GEOMETRIES)) {
    const isNeeded = geometries.split(' ').includes(geometry);
    if (isNeeded !== wide[field]! > 0n)
      throw damaged(
        'hsa_operand',
        offset,
        `an image of geometry ${geometry} has ${isNeeded ? 'a' : 'no'} size ${field}`,
      );
  }
}

function checkOperand(module: BrigModule, operand: BrigEntry): void {
  const place = ['hsa_operand', operand.offset] as const;
  const { kind, values } = operand;
  if (kind === 'operand_constant_bytes') checkConstant(module, operand);
  if (kind === 'operand_constant_image') checkImage(operand);
  if (kind === 'operand_code_ref') require(module.code.get(values['ref']!), NAMED, place, 'what it refers to');
  if (kind === 'operand_address') {
    if (values['reg'] !== 0) require(module.operands.get(values['reg']!), ['operand_register'], place, 'its register');
    if (values['symbol'] !== 0)
      require(module.code.get(values['symbol']!), ['directive_variable'], place, 'its symbol');
  }
  const elements = ELEMENTS[kind];
  if (elements !== undefined) {
    for (const element of listAt(module, values['elements']!))
      require(module.operands.get(element), elements, place, `element ${hex(element)}`);
  }
  if (kind === 'operand_code_list') {
    for (const element of listAt(module, values['elements']!))
      require(module.code.get(element), NAMED, place, `element ${hex(element)}`);
  }
}

/** The extensions of a module, by their names. */
const extensionsOf = (module: BrigModule): string[] =>
  [...module.code.values()]
    .filter(({ kind }) => kind === 'directive_extension')
    .map(({ values }) => stringAt(module, values['name']!));

function unknownOpcode(module: BrigModule, opcode: number): string {
  const names = extensionsOf(module).filter((name) => name !== 'IMAGE' && name !== 'CORE' && name !== '');
  const named = names.length > 0 ? `; the module has extensions that are not supported: ${names.join(', ')}` : '';
  return `opcode ${opcode} belongs to no extension that is supported${named}`;
}

function checkInstruction(module: BrigModule, model: ModuleModel, { offset, kind, values }: BrigEntry): void {
  const row = OPCODES[values['opcode']!];
  if (row === undefined) throw damaged('hsa_code', offset + 4, unknownOpcode(module, values['opcode']!));
  if (!isFormatOf(row, kind)) throw damaged('hsa_code', offset, `${row.name} cannot be in an entry of kind ${kind}`);
  const instruction = { row, kind, values };
  const problem = modifierProblem(instruction, model);
  if (problem !== undefined) throw damaged('hsa_code', offset, `${row.name}: ${problem}`);
  const operands = listAt(module, values['operands']!);
  const [min, max] = operandCounts(row, values);
  if (operands.length < min || operands.length > max)
    throw damaged('hsa_code', offset, `${row.name} has ${operands.length} operands instead of ${min}`);
  operands.forEach((offsetOfOperand, index) => {
    const [what, operand] = [`operand ${index} of ${row.name}`, module.operands.get(offsetOfOperand)];
    require(operand, KINDS_OF_WORD[operandWord(row, index)[0]]!, ['hsa_code', offset], what);
    const wrong = operandProblem(module, model, instruction, operand!, index);
    if (wrong !== undefined) throw damaged('hsa_operand', offsetOfOperand, `${what}: ${wrong}`);
  });
}

/** The formal arguments follow the entry; then comes the body, up to the next entry of the module. */
function checkExecutable(module: BrigModule, { offset, bytes, values }: BrigEntry): void {
  let next = offset + bytes;
  const skip = (count: number) => {
    for (let left = count; left > 0; left--) {
      const argument = module.code.get(next);
      require(argument, ['directive_variable'], ['hsa_code', next], 'a formal argument');
      next += argument!.bytes;
    }
  };
  skip(values['outArgCount']!);
  if (values['inArgCount']! > 0 && values['firstInArg'] !== next)
    throw damaged('hsa_code', offset + 12, `the first argument is not at ${hex(next)}`);
  skip(values['inArgCount']!);
  const [body, end] = [values['firstCodeBlockEntry']!, values['nextModuleEntry']!];
  if (body < next || end < body)
    throw damaged('hsa_code', offset + 16, `its body ${hex(body)} to ${hex(end)} is not behind its arguments`);
}

function checkBody(module: BrigModule, { values }: BrigEntry): void {
  for (let at = values['firstCodeBlockEntry']!; at < values['nextModuleEntry']!; ) {
    const entry = module.code.get(at)!;
    if (EXECUTABLE_KINDS.includes(entry.kind) || entry.kind === 'directive_module')
      throw damaged('hsa_code', at, `${entry.kind} stands in a body`);
    at += entry.bytes;
  }
}

function checkDirective(module: BrigModule, { offset, kind, values }: BrigEntry): void {
  if (kind === 'directive_module' && (values['hsailMajor'] !== 1 || values['hsailMinor'] !== 0)) {
    const version = `${values['hsailMajor']}.${values['hsailMinor']}`;
    throw new AtollError('UNSUPPORTED', `hsa_code+${hex(offset)}: this is HSAIL ${version}; version 1.0 is supported`);
  }
  if (kind === 'directive_variable' && values['init'] !== 0)
    require(module.operands.get(values['init']!), CONSTANTS, ['hsa_code', offset + 8], 'its initial value');
}

/** Walks the module from one top-level entry to the next. */
function checkTopLevel(module: BrigModule): void {
  let modules = 0;
  for (let at = [...module.code.keys()][0] ?? module.codeEnd; at < module.codeEnd; ) {
    const entry = module.code.get(at)!;
    if (entry.kind.startsWith('inst_')) throw damaged('hsa_code', at, 'an instruction stands outside of a body');
    if (entry.kind === 'directive_module' && ++modules > 1)
      throw damaged('hsa_code', at, 'there is a second module directive');
    if (EXECUTABLE_KINDS.includes(entry.kind)) {
      checkExecutable(module, entry);
      checkBody(module, entry);
      at = entry.values['nextModuleEntry']!;
    } else at += entry.bytes;
  }
  if (modules === 0) throw damaged('hsa_code', 0, 'there is no module directive');
}

function modelOf(module: BrigModule): ModuleModel {
  const entries = [...module.code.values()];
  const header = entries.find(({ kind }) => kind === 'directive_module');
  const { machineModel, profile } = header?.values ?? {};
  const hasImages = extensionsOf(module).includes('IMAGE');
  return { isLarge: machineModel !== MACHINE_MODELS.small, isBase: profile === PROFILES.base, hasImages };
}

/** Checks what refers to what. @throws AtollError with section and offset */
export function checkStructure(module: BrigModule): void {
  for (const operand of module.operands.values()) checkOperand(module, operand);
  const model = modelOf(module);
  for (const entry of module.code.values()) {
    if (entry.kind.startsWith('inst_')) checkInstruction(module, model, entry);
    else checkDirective(module, entry);
  }
  checkTopLevel(module);
  checkScopes(module, model);
}

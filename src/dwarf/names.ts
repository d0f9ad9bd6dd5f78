// The numbers of tags and attributes that are looked at. Source: DWARF 5, sections 7.5.3 and 7.5.4.

export const TAG = {
  lexicalBlock: 0x0b,
  compileUnit: 0x11,
  inlinedSubroutine: 0x1d,
  subprogram: 0x2e,
} as const;

export const AT = {
  name: 0x03,
  stmtList: 0x10,
  lowPc: 0x11,
  highPc: 0x12,
  abstractOrigin: 0x31,
  specification: 0x47,
  ranges: 0x55,
  callColumn: 0x57,
  callFile: 0x58,
  callLine: 0x59,
  strOffsetsBase: 0x72,
  addrBase: 0x73,
  rnglistsBase: 0x74,
} as const;

// Findings as SARIF 2.1.0, which code hosts show beside the source.
// Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.

import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Location, Log } from 'sarif';
import { type Finding, type FindingLocation, KINDS } from './finding.js';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

interface ToolInfo {
  readonly version: string;
  readonly command: readonly string[];
}

const uriOf = (file: string): string =>
  isAbsolute(file) ? pathToFileURL(file).href : file.split('/').map(encodeURIComponent).join('/');

function location(place: FindingLocation, kernel: string, message?: string): Location {
  const { source, offset, instruction } = place;
  const physical = source && {
    physicalLocation: {
      artifactLocation: { uri: uriOf(source.file) },
      region: { startLine: source.line, ...(source.column > 0 ? { startColumn: source.column } : {}) },
    },
  };
  const logical = [{ name: kernel, kind: 'function', fullyQualifiedName: `${kernel}+0x${offset.toString(16)}` }];
  return { ...physical, logicalLocations: logical, message: { text: message ?? instruction } };
}

/** The log of one run. */
export function sarif(findings: readonly Finding[], { version, command }: ToolInfo): Log {
  const ids = Object.keys(KINDS);
  const rules = Object.entries(KINDS).map(([id, text]) => ({ id, shortDescription: { text } }));
  const results = findings.map(({ kind, kernel, message, place, other, count, workItem, launch, memory }) => ({
    ruleId: kind,
    ruleIndex: ids.indexOf(kind),
    level: 'error' as const,
    message: { text: message },
    locations: [location(place, kernel)],
    ...(other
      ? { relatedLocations: [{ id: 1, ...location(other.place, kernel, `the other access: ${other.does}`) }] }
      : {}),
    occurrenceCount: count,
    partialFingerprints: {
      'atoll/v1': `${kind}:${kernel}:${place.source ? `${place.source.file}:${place.source.line}` : place.offset}`,
    },
    properties: { workItem, otherWorkItem: other?.workItem, launch, memory },
  }));
  const tool = { driver: { name: 'atoll check', version, rules } };
  const invocations = [{ executionSuccessful: true, commandLine: command.join(' ') }];
  return { $schema: SCHEMA, version: '2.1.0', runs: [{ tool, invocations, results }] };
}

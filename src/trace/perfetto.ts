// A timeline as Perfetto's protocol buffers (TrackEvent), for ui.perfetto.dev and trace_processor. The messages are the
// few of perfetto_trace.proto that it takes, with the numbers that stand there.

import { closeSync, openSync, writeSync } from 'node:fs';
import protobuf from 'protobufjs/light.js';
import type { Details, TimelineWriter, TraceSlice, Track, TrackGroup } from './writer.js';

const optional = (type: string, id: number) => ({ type, id });
const repeated = (type: string, id: number) => ({ rule: 'repeated', type, id });

const root = protobuf.Root.fromJSON({
  nested: {
    Trace: { fields: { packet: repeated('TracePacket', 1) } },
    TracePacket: {
      fields: {
        timestamp: optional('uint64', 8),
        trustedPacketSequenceId: optional('uint32', 10),
        trackEvent: optional('TrackEvent', 11),
        sequenceFlags: optional('uint32', 13),
        trackDescriptor: optional('TrackDescriptor', 60),
      },
    },
    TrackDescriptor: {
      fields: {
        uuid: optional('uint64', 1),
        name: optional('string', 2),
        process: optional('ProcessDescriptor', 3),
        thread: optional('ThreadDescriptor', 4),
        parentUuid: optional('uint64', 5),
      },
    },
    ProcessDescriptor: { fields: { pid: optional('int32', 1), processName: optional('string', 6) } },
    ThreadDescriptor: {
      fields: { pid: optional('int32', 1), tid: optional('int32', 2), threadName: optional('string', 5) },
    },
    TrackEvent: {
      fields: {
        debugAnnotations: repeated('DebugAnnotation', 4),
        type: optional('int32', 9),
        trackUuid: optional('uint64', 11),
        categories: repeated('string', 22),
        name: optional('string', 23),
      },
    },
    DebugAnnotation: {
      fields: {
        intValue: optional('int64', 4),
        doubleValue: optional('double', 5),
        stringValue: optional('string', 6),
        name: optional('string', 10),
      },
    },
  },
});

/** The whole file. */
export const TraceMessage = root.lookupType('Trace');
/** TrackEvent.Type. */
export const EVENT = { begin: 1, end: 2, instant: 3 } as const;
/** One writer, whose packets depend on none before: what Perfetto requests of traces without interned names. */
const SEQUENCE = { trustedPacketSequenceId: 1 } as const;
/** TracePacket.SEQ_INCREMENTAL_STATE_CLEARED. */
const STATE_CLEARED = 1;
const PIECE = 1 << 16;

const annotation = ([name, value]: readonly [string, string | number]) => {
  if (typeof value === 'string') return { name, stringValue: value };
  return Number.isSafeInteger(value) ? { name, intValue: value } : { name, doubleValue: value };
};
const annotations = (details: Details) => Object.entries(details).map(annotation);

export class PerfettoWriter implements TimelineWriter {
  private readonly fd: number;
  private pending: Uint8Array[] = [];
  private bytes = 0;
  private first = true;

  /** @throws Error of the system */
  constructor(path: string) {
    this.fd = openSync(path, 'wx');
  }

  group({ id, process, name }: TrackGroup): void {
    this.packet({ trackDescriptor: { uuid: id, process: { pid: process, processName: name } } });
  }

  track({ id, group, name, thread }: Track): void {
    const what =
      thread === undefined
        ? { name, parentUuid: group.id }
        : { thread: { pid: group.process, tid: thread, threadName: name } };
    this.packet({ trackDescriptor: { uuid: id, ...what } });
  }

  span({ track, category, name, startNs, endNs, details }: TraceSlice): void {
    const trackUuid = track;
    const debugAnnotations = annotations(details);
    const begin = { type: EVENT.begin, trackUuid, categories: [category], name, debugAnnotations };
    this.packet({ timestamp: startNs, trackEvent: begin });
    this.packet({ timestamp: endNs, trackEvent: { type: EVENT.end, trackUuid } });
  }

  finish(about: Details): void {
    const event = { type: EVENT.instant, categories: ['atoll'], name: 'about this trace' };
    this.packet({ timestamp: 0, trackEvent: { ...event, debugAnnotations: annotations(about) } });
    this.flush();
    closeSync(this.fd);
  }

  abandon(): void {
    closeSync(this.fd);
  }

  private packet(packet: object): void {
    const flags = this.first ? { sequenceFlags: STATE_CLEARED } : {};
    this.first = false;
    // A file is one message: packets, each written as if it were the only one, follow one another.
    const bytes = TraceMessage.encode({ packet: [{ ...SEQUENCE, ...flags, ...packet }] } as never).finish();
    this.pending.push(bytes);
    this.bytes += bytes.length;
    if (this.bytes >= PIECE) this.flush();
  }

  private flush(): void {
    let rest: Uint8Array = Buffer.concat(this.pending);
    this.pending = [];
    this.bytes = 0;
    while (rest.length > 0) rest = rest.subarray(writeSync(this.fd, rest));
  }
}

// Protocol of the native addon and TypeScript in numbers: the one description, from which native/generated/wire.h
// derives (generate-wire.ts). wire.ts reads and writes it on this side.

/** A set of names with numbers; `values` in the order of their numbers where these begin with 0. */
export interface WireEnum {
  readonly doc: string;
  /** `class`: a scoped enumeration; `struct`: names that are numbers, inside of a structure of that name. */
  readonly as: 'class' | 'struct';
  readonly type: 'uint8_t' | 'int' | 'size_t';
  readonly values: Readonly<Record<string, number>>;
}

const inOrder = <const Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name, index) => [name, index])) as Readonly<Record<Name, number>>;

/**
 * A guest's calls are made by one of these; a row's id is (index of the call) * (number of ABIs) + (number of the ABI).
 */
export const abiNumbers = inOrder('x86-64', 'i386', 'x32');

/** Handling of a call by the addon. */
export const roleNumbers = inOrder(
  'ioctl',
  'open',
  'path',
  'descriptor',
  'report',
  'poll',
  'select',
  'futex',
  'ptrace',
  'wait',
  'clone',
  'faultHandler',
);

export const eventKinds = inOrder(
  'call',
  'opened',
  'released',
  'passed',
  'started',
  'mainExited',
  'ended',
  'stalled',
  'mainStopped',
  'left',
  'unreached',
);

export const stallActions = inOrder('none', 'hungUp', 'killed');

/** Their meaning: DecisionAction of WIRE_ENUMS. */
export const actions = inOrder('resume', 'finish', 'accept', 'reject', 'give', 'follow');

/** Calls that the addon makes in a guest's name, in the order of their numbers. */
export const issuedCalls = inOrder('memfd_create', 'close', 'mmap', 'munmap', 'open');

export const startStages = inOrder(
  'none',
  'fork',
  'seize',
  'filter',
  'listener',
  'directory',
  'exec',
  'feature',
  'thread',
);

/** 0 is none of them: it is no errno either. */
export const startFeatures = { syscallInfo: 1, pidfdGetfd: 2, addDescriptor: 3, killableNotification: 4 } as const;

/** Positions in the array of numbers of an event. */
export const eventNumbers = inOrder(
  'kind',
  'serial',
  'row',
  'tid',
  'process',
  'device',
  'fd',
  'flags',
  'error',
  'inode',
  'result',
);

/** Positions in a row of the table of calls; positions of arguments are -1 where a call has no such argument. */
export const callColumns = inOrder(
  'id',
  'abi',
  'number',
  'role',
  'descriptor',
  'directory',
  'path',
  'flags',
  'flagsIndirect',
);

/** Raw arguments of a system call. */
export const ARGUMENT_COUNT = 6;

export const WIRE_ENUMS: Readonly<Record<string, WireEnum>> = {
  Abi: { doc: 'By which interface a call is made.', as: 'class', type: 'uint8_t', values: abiNumbers },
  CallRole: { doc: 'What the host does with a call.', as: 'class', type: 'uint8_t', values: roleNumbers },
  EventKind: { doc: 'What has happened.', as: 'class', type: 'int', values: eventKinds },
  StallAction: {
    doc: 'What was done about processes that outlive the main one and are all stopped.',
    as: 'class',
    type: 'int',
    values: stallActions,
  },
  DecisionAction: {
    doc: 'call: the kernel executes it (resume), it is skipped with this result (finish), an open gets what lies in a virtual tree (give), or it is watched to its end (follow), which the event left reports; opened: the guest gets its descriptor (accept), or its open fails with this negative errno (reject).',
    as: 'class',
    type: 'int',
    values: actions,
  },
  IssuedCall: { doc: "Calls that are made in a guest's name.", as: 'struct', type: 'size_t', values: issuedCalls },
  StartStage: { doc: 'At what a guest could not be started.', as: 'struct', type: 'int', values: startStages },
  StartFeature: {
    doc: 'With the stage `feature`: what the kernel lacks, instead of an errno.',
    as: 'struct',
    type: 'int',
    values: startFeatures,
  },
  EventNumber: {
    doc: 'Positions in the array of numbers of an event.',
    as: 'struct',
    type: 'size_t',
    values: eventNumbers,
  },
  CallColumn: { doc: 'Positions in a row of the table of calls.', as: 'struct', type: 'size_t', values: callColumns },
};

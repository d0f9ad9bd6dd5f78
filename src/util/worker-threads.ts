// Node's threads. Not imported: they bring streams and much else, 2 ms of every start, and most short runs start no
// thread.

import type * as WorkerThreads from 'node:worker_threads';

export const workerThreads = (): typeof WorkerThreads => process.getBuiltinModule('node:worker_threads');

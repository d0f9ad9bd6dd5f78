// Answers of a board that a test makes (hostile-board.ts).

/** Bytes that follow a hello, and those that follow a launch. `PROOF` in a head stands for the right proof. */
export interface Script {
  readonly welcome: Uint8Array;
  readonly answer: Uint8Array;
}

export const PROOF = 'the proof';
export const FACTS = {
  ...{ platform: 'P', name: 'D', workGroupSize: 256, localMemory: 65536, allocation: 2 ** 30, globalMemory: 2 ** 32 },
  ...{ alignment: 128, doubles: true, images: true, image2dWidth: 16384, image2dHeight: 16384, image3dWidth: 2048 },
  clockMHz: 1000,
};

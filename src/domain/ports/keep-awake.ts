// Port: keeps the computer that Hangtag runs on from falling asleep.

/** `missing`: this computer has no program for it. `refused`: the program is there, and the system doesn't let Hangtag. */
export type AwakeAnswer = 'held' | 'missing' | 'refused';

export type KeepAwake = {
  /** Holds the computer awake until `release`, or until this process ends in any way. A second call changes nothing. */
  hold(): Promise<AwakeAnswer>;
  release(): void;
};

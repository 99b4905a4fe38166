/** Keeps the calls of one account in order: one after another, while those of different accounts run side by side. */
export type CallQueue = { run<T>(account: string | object, call: () => Promise<T>): Promise<T> };

/** An account is a text, or an object by its identity. */
export function createCallQueue(): CallQueue {
  const last = new Map<string | object, Promise<unknown>>();
  return {
    run(account, call) {
      const before = last.get(account);
      const mine = before === undefined ? call() : before.then(call, call);
      last.set(account, mine);
      const leave = () => {
        if (last.get(account) === mine) last.delete(account);
      };
      mine.then(leave, leave);
      return mine;
    },
  };
}

// Queues the calls of each account.

/** Runs the calls of one account one after another. Calls of different accounts run at the same time. */
export type CallQueue = { run<T>(account: string | object, call: () => Promise<T>): Promise<T> };

/** An account is identified by a text, or by an object. */
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

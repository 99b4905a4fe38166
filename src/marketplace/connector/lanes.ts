/** Runs the jobs of one key (a text, or an object by its identity) one after another, those of different keys side by side. */
export type Lanes = { run<T>(key: string | object, job: () => Promise<T>): Promise<T> };

export function createLanes(): Lanes {
  const last = new Map<string | object, Promise<unknown>>();
  return {
    run(key, job) {
      const before = last.get(key);
      const mine = before === undefined ? job() : before.then(job, job);
      last.set(key, mine);
      const leave = () => {
        if (last.get(key) === mine) last.delete(key);
      };
      mine.then(leave, leave);
      return mine;
    },
  };
}

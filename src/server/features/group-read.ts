// Answers reads that come at the same time with one statement. Keeps the promise that 99 of 100 status calls take at most 50 ms with
// 10,000 open dashboards: a thousand calls at once are four statements. A lone reader's calls are one statement each, and none waits.

/** How many statements run at once. A third would find fewer requests waiting, and gain nothing. */
const atOnce = 2;
const mostTogether = 500;
/**
 * With several callers, at most `atOnce` statements start in this time. With 1,000 calls a second, their groups then have five reads
 * instead of two. Most of what a small group costs is its statement.
 */
const spacingMs = 10;

/**
 * With few callers, each read starts at once, and so does every one of a caller who is alone. Reads that come while two are running,
 * or after two have started in the last 10 ms, share a statement, because one more statement costs the sender and the database more
 * than a few more rows. No answer is older than its request. If a statement fails, all its requests do. `read` must answer in the
 * order of the requests.
 */
export function createGroupRead<Ask, Answer>(
  read: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (ask: Ask) => Promise<Answer> {
  let waiting: { ask: Ask; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  let running = 0;
  const startedAt: number[] = new Array(atOnce).fill(Number.NEGATIVE_INFINITY);
  /** When a read last came while another one ran or waited. */
  let togetherAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    const taken = waiting.slice(0, mostTogether);
    waiting = waiting.slice(mostTogether);
    startedAt.push(performance.now());
    startedAt.shift();
    running += 1;
    try {
      const answers = await read(taken.map(({ ask }) => ask));
      for (const [index, { resolve }] of taken.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
    running -= 1;
    plan();
  };
  const plan = (): void => {
    if (waiting.length === 0 || running >= atOnce || timer !== undefined) return;
    const now = performance.now();
    const isAlone = running === 0 && now - togetherAt >= spacingMs;
    const waitMs = (startedAt[0] ?? 0) + spacingMs - now;
    if (isAlone || waitMs <= 0) void run();
    else {
      timer = setTimeout(() => {
        timer = undefined;
        plan();
      }, waitMs);
    }
  };
  return (ask) =>
    new Promise<Answer>((resolve, reject) => {
      if (running > 0 || waiting.length > 0) togetherAt = performance.now();
      waiting.push({ ask, resolve, reject });
      plan();
    });
}

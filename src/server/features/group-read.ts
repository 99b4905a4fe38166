/** Answers reads that come at the same time by one statement. */

/** A third statement would find fewer asks waiting, and gain nothing. */
const atOnce = 2;
const mostTogether = 500;

/**
 * With few callers, each read starts at once. Those that come while two are running wait for one of them to end, and then go
 * together: a statement costs its sender and the database more than a few rows more. No answer is older than its ask. If a
 * read fails, all of its asks do. `read` answers in the order of its asks.
 */
export function createGroupRead<Ask, Answer>(
  read: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (ask: Ask) => Promise<Answer> {
  let waiting: { ask: Ask; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  let running = 0;

  const run = async (): Promise<void> => {
    const taken = waiting.slice(0, mostTogether);
    waiting = waiting.slice(mostTogether);
    running += 1;
    try {
      const answers = await read(taken.map(({ ask }) => ask));
      for (const [place, { resolve }] of taken.entries()) resolve(answers[place] as Answer);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
    running -= 1;
    if (waiting.length > 0) void run();
  };
  return (ask) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      if (running < atOnce) void run();
    });
}

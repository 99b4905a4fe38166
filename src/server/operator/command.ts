// What each command of the operator gets, and the app that most of them open.

import { createLog } from '../adapters/log/log.ts';
import { type App, createApp } from '../app.ts';
import type { Config } from '../config/config.ts';
import type { OptionValues } from './command-line.ts';

export type Ask = { config: Config; argument: string; values: OptionValues };
/** What to print, with an exit code other than 0, or only the exit code if it has printed everything itself. */
type Outcome = string | { text: string; code: number } | number;
export type Command = (ask: Ask) => Promise<Outcome> | Outcome;

export const quiet = (config: Config) => createLog({ level: 'error', secrets: config.secrets });

/** Opens the app without its web server, workers, or practice marketplace, runs `work`, and closes it. */
export const withApp = async <T>(config: Config, work: (app: App) => Promise<T>): Promise<T> => {
  const app = await createApp(
    { ...config, role: 'command', practice: false, practiceUrl: null },
    { log: quiet(config) },
  );
  try {
    return await work(app);
  } finally {
    await app.close();
  }
};

/** Checks an installation and prints what is wrong with it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from '#domain/ports/database.ts';
import { lookAtModel } from '../adapters/advisor/look-at-model.ts';
import type { Log } from '../adapters/log/log.ts';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';

type Finding = { ok: boolean; what: string; remedy?: string };

const web = fileURLToPath(new URL('../../../dist/web/app.html', import.meta.url));
const patienceMs = 5_000;

const reaches = async (what: string, origin: string): Promise<Finding> => {
  try {
    const answer = await fetch(origin, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
    return { ok: answer.status < 500, what: `${what} ${origin} answers (${answer.status})` };
  } catch {
    return { ok: false, what: `${what} ${origin} does not answer`, remedy: 'Check the address and the network.' };
  }
};

const lookAtDatabase = async (database: Database): Promise<Finding[]> => {
  const { rows } = await database.query<{
    version: string;
    running: number;
    needing: number;
    overdue: number;
    workers: number;
    unsettled: number;
  }>(
    `select current_setting('server_version') as version, running, needing, overdue, workers, unsettled from bot_health`,
  );
  const [seen] = rows;
  if (!seen) return [];
  return [
    { ok: true, what: `PostgreSQL ${seen.version}; the schema is up to date and the secret key is the right one` },
    {
      ok: true,
      what: `${seen.running} bots run, ${seen.needing} of them wait for their seller; ${seen.workers} workers hold a lease`,
    },
    {
      ok: seen.overdue === 0,
      what: `${seen.overdue} running bots are overdue and nobody works for them`,
      remedy: 'Start a worker: npm start, or ROLE=worker npm start.',
    },
    {
      ok: seen.unsettled === 0,
      what: `${seen.unsettled} shares were reserved more than five minutes ago and never settled`,
      remedy: 'A running worker settles them as unknown within a minute; start one.',
    },
  ];
};

/** Prints one line per finding. Resolves to the exit code: 1 if something is wrong, else 0. */
export const doctor = async (config: Config, log: Log): Promise<number> => {
  const findings: Finding[] = [
    { ok: true, what: `Node ${process.versions.node}` },
    { ok: true, what: 'The configuration is readable' },
    ...config.warnings.map((what): Finding => ({ ok: true, what })),
    { ok: existsSync(web), what: 'The web app is built', remedy: 'npm run build, or simply npm start.' },
  ];
  try {
    const app = await createApp({ ...config, role: 'web', practice: false, practiceUrl: null }, { log });
    findings.push(...(await lookAtDatabase(app.database)));
    await app.close();
  } catch (error) {
    findings.push({ ok: false, what: error instanceof Error ? error.message : String(error) });
  }
  if (config.marketplaceUrl) findings.push(await reaches('The marketplace', config.marketplaceUrl.origin));
  if (config.practiceUrl) findings.push(await reaches('The practice marketplace', config.practiceUrl.origin));
  findings.push(
    config.ai
      ? await lookAtModel(config.ai, AbortSignal.timeout(patienceMs))
      : { ok: true, what: 'No model is set up: photos are read by what comes with Hangtag alone' },
    config.mail
      ? { ok: true, what: 'Mail is set up' }
      : { ok: true, what: 'Mail is not set up: reset links are made with npm run hangtag -- reset-link EMAIL' },
  );
  for (const { ok, what, remedy } of findings)
    console.log(`${ok ? 'ok   ' : 'WRONG'}  ${what}${!ok && remedy ? `. ${remedy}` : ''}`);
  return findings.every(({ ok }) => ok) ? 0 : 1;
};

// `npm run hangtag -- doctor`: checks everything that Hangtag needs and explains problems.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkModel } from '../../adapters/advisor/check-model.ts';
import { lastDamage } from '../../adapters/database/embedded/server.ts';
import { freeBytesOf } from '../../adapters/disk-space.ts';
import type { Log } from '../../adapters/log/log.ts';
import { checkMail } from '../../adapters/mailer/mailer.ts';
import { type App, createApp } from '../../app.ts';
import type { Config } from '../../config/config.ts';
import { hasRealCloset, isSuperuser } from '../store.ts';
import { type Finding, findingOf, fine, lineOf, problem, warning } from './finding.ts';
import { lookAtBackups, lookAtBots, lookAtHold, lookAtRefusals, lookAtRole, lookAtStandby } from './installation.ts';
import { findKeyFile, lookAtDisk, lookAtLog, lookAtRunner } from './machine.ts';
import { lookAtProfile, reaches, timeoutMs } from './services.ts';

const web = fileURLToPath(new URL('../../../../dist/web/app.html', import.meta.url));

async function lookInside(app: App, config: Config): Promise<Finding[]> {
  const { webKeyFile, botsPaused } = config;
  const hold = await app.hold.read();
  const key = webKeyFile === undefined ? 'secret key' : 'web key';
  return [
    ...lookAtHold(hold, botsPaused),
    ...(await lookAtBots(app.database, { key, isHeld: hold !== null || botsPaused })),
    ...(await lookAtRefusals(app.database)),
    await lookAtBackups(app.database, Date.now()),
    ...lookAtRunner(app.databaseRunsAs),
    ...lookAtRole(await isSuperuser(app.database)),
    ...findKeyFile(config),
  ];
}

/** Opens the app without its services. `isRealClosetLinked`: whether Hangtag sends the marketplace anything. */
async function openAndLook(config: Config, log: Log): Promise<{ findings: Finding[]; isRealClosetLinked: boolean }> {
  try {
    const waiting = await lookAtStandby(config, log);
    if (waiting !== null) return { findings: [waiting], isRealClosetLinked: false };
    const app = await createApp({ ...config, role: 'command', practice: false, practiceUrl: null }, { log });
    try {
      return {
        findings: await lookInside(app, config),
        isRealClosetLinked: await hasRealCloset(app.database),
      };
    } finally {
      await app.close();
    }
  } catch (error) {
    // Without any other program, what waits is what was just asked for.
    const waiting = await lookAtStandby(config, log).catch(() => null);
    const found = waiting ?? problem(error instanceof Error ? error.message : String(error));
    return { findings: [found], isRealClosetLinked: false };
  }
}

/**
 * Checks everything that Hangtag needs and prints one line per finding. Resolves to the exit code: 0, or 1 if there is a
 * problem.
 */
export const doctor = async (config: Config, log: Log): Promise<number> => {
  const { marketplaceUrl, practiceUrl, ai, mail } = config;
  const inside = await openAndLook(config, log);
  const findings: Finding[] = [
    fine(`Node ${process.versions.node}`),
    fine('The configuration is valid'),
    lookAtProfile(config, Date.now()),
    ...config.warnings.map(warning),
    existsSync(web)
      ? fine('The web app is built')
      : problem('The web app is not built', 'Run npm start, or npm run build.'),
    ...inside.findings,
    // A full disk may be why the database doesn't start.
    ...lookAtDisk(await freeBytesOf(config.dataDir)),
    ...lookAtLog(config.databaseUrl === undefined ? lastDamage(config.dataDir) : null),
  ];
  if (marketplaceUrl && inside.isRealClosetLinked)
    findings.push(await reaches('The marketplace', marketplaceUrl.origin));
  if (practiceUrl) findings.push(await reaches('The practice marketplace', practiceUrl.origin));
  findings.push(
    ai
      ? findingOf(await checkModel(ai, AbortSignal.timeout(timeoutMs)))
      : fine('No AI model is configured. Hangtag reads photos on its own'),
    mail
      ? findingOf(await checkMail(mail, timeoutMs))
      : fine('Mail is not configured. To create a reset link, run npm run hangtag -- reset-link EMAIL'),
  );
  for (const finding of findings) console.log(lineOf(finding));
  return findings.some(({ level }) => level === 'problem') ? 1 : 0;
};

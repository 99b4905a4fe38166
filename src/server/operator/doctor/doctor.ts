// `npm run hangtag -- doctor`: checks everything that Hangtag needs and explains problems.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { counted } from '#domain/text/counted.ts';
import { sourceName } from '#marketplace/profile/profile.ts';
import { checkModel } from '../../adapters/advisor/model-advisor.ts';
import type { Log } from '../../adapters/log/log.ts';
import { checkMail } from '../../adapters/mailer/mailer.ts';
import { type App, createApp } from '../../app.ts';
import type { Config } from '../../config/config.ts';
import { newestEvent } from '../../features/account/account.ts';
import { findTroubles } from '../../launch/computer/checks.ts';
import { readFacts } from '../../launch/computer/facts.ts';
import { ageOf, type Finding, findingOf, fine, lineOf, problem, warning } from '../plain-text.ts';
import { hasRealCloset, isSuperuser } from '../store.ts';
import {
  findingOfTrouble,
  findKeyFile,
  lookAtClock,
  lookAtComputer,
  lookAtRunner,
  reaches,
  timeoutMs,
} from './computer.ts';
import { lookAtBackups, lookAtBots, lookAtHold, lookAtRefusals, lookAtRole, lookAtStandby } from './installation.ts';

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
    ...lookAtClock(await newestEvent(app.database), { now: Date.now(), by: 'what happened here last', isPast: true }),
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

/** Checks everything that Hangtag needs: one line per finding, and the exit code 0, or 1 if there is a problem. */
export const doctor = async (config: Config, log: Log): Promise<{ text: string; code: number }> => {
  const { marketplaceUrl, practiceUrl, ai, mail } = config;
  const troubles = findTroubles(readFacts(config.dataDir, config));
  const inside = troubles.some(({ level }) => level === 'stops')
    ? { findings: [], isRealClosetLinked: false }
    : await openAndLook(config, log);
  const findings: Finding[] = [
    fine(`Node ${process.versions.node}`),
    fine('Your settings are valid'),
    lookAtProfile(config, Date.now()),
    ...config.warnings.map(warning),
    existsSync(web)
      ? fine('The web app is built')
      : problem('The web app is not built', 'Run npm start, or npm run build.'),
    ...troubles.map(findingOfTrouble),
    ...inside.findings,
    // A full disk may be why the database doesn't start.
    ...(await lookAtComputer(config)),
  ];
  if (marketplaceUrl && inside.isRealClosetLinked)
    findings.push(...(await reaches('The marketplace', marketplaceUrl.origin)));
  if (practiceUrl) findings.push(...(await reaches('The practice marketplace', practiceUrl.origin)));
  findings.push(
    ai
      ? findingOf(await checkModel(ai, AbortSignal.timeout(timeoutMs)))
      : fine('No AI model is set up. Hangtag reads photos on its own'),
    mail
      ? findingOf(await checkMail(mail, timeoutMs))
      : fine('No mail is set up. If somebody forgets a password, run npm run hangtag -- reset-link EMAIL'),
  );
  const problems = findings.filter(({ level }) => level === 'problem').length;
  const result =
    problems === 0
      ? 'Nothing keeps Hangtag from working.'
      : `${counted(problems, 'problem')}. Begin with the first one: it may be why there are others.`;
  return { text: [...findings.map(lineOf), '', result].join('\n'), code: problems === 0 ? 0 : 1 };
};

/** Which marketplace profile is in force, how old it is, and what it changes. */
export const lookAtProfile = (
  { real, marketplaceUrl }: Pick<Config, 'real' | 'marketplaceUrl'>,
  now: number,
): Finding => {
  const { inForce } = real;
  if (inForce === null) return fine('Hangtag talks to Poshmark the way it was built to (no marketplace profile)');
  const { profile, file } = inForce;
  const { switches, calls, shapes, marketplace } = profile;
  const parts = [
    ...Object.keys(switches),
    ...Object.keys(calls).map((name) => `call.${name}`),
    ...Object.keys(shapes).map((name) => `shape.${name}`),
  ];
  const age = ageOf(now - Date.parse(profile.madeAt));
  const changes = parts.length === 0 ? 'It changes nothing' : `It changes ${parts.join(', ')}`;
  const what = `The marketplace profile ${file} is in force: made ${age} from a recording of ${sourceName(marketplace)} on ${profile.recordedOn}. ${changes}`;
  const isForeign = marketplace === 'practice' && /(^|\.)poshmark\.com$/.test(marketplaceUrl?.hostname ?? '');
  return isForeign ? problem(what, 'It describes the practice marketplace, not Poshmark. Remove it.') : fine(what);
};

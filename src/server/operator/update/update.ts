// `hangtag update`: gets the newest version, checks its signature, saves the data, and starts it. If it doesn't get ready, the version
// and the data from before come back. Decision 57 says why it works this way.
import { setTimeout as sleep } from 'node:timers/promises';
import { withFolderLock } from '../../adapters/database/embedded/folder-lock.ts';
import { freeBytesOf, fullBytes } from '../../adapters/disk-space.ts';
import { makeFolder } from '../../adapters/files.ts';
import { orFullDisk, StartProblem } from '../../adapters/start-problem.ts';
import { releaseKey } from '../../config/release-key.ts';
import { version } from '../../config/version.ts';
import { dataFolder, Unavailable } from '../../launch/command.ts';
import { lookAround } from '../../launch/computer/checks.ts';
import { type Front, openFront, updating } from '../../launch/front.ts';
import { readNote } from '../../launch/running.ts';
import { changeService } from '../../launch/service/system-service.ts';
import { portFor, runServer } from '../../launch/start.ts';
import { howElse } from '../../launch/update/how.ts';
import {
  beginNote,
  moveNote,
  programsIn,
  readUpdate,
  reportFailed,
  setCurrent,
  whyFailed,
} from '../../launch/update/program.ts';
import { makeProgramFolder } from '../../launch/update/program-folder.ts';
import { fetchPackage, isNewer, newestVersion, packageName, registryHost } from '../../launch/update/registry.ts';
import { changesBetween, readRelease } from '../../launch/update/release.ts';
import { finish, goBack, isLeft, saveData, sizeOfData } from '../../launch/update/saved-data.ts';

type Ask = {
  env: NodeJS.ProcessEnv;
  say: (text: string) => void;
  agrees: (question: string) => Promise<boolean>;
  /** How long the new version may take, with its changes to the database. */
  readyMs?: number;
};

const readyWithinMs = 180_000;
const stopMs = 30_000;
const lockMs = 1_000;
const lookEveryMs = 100;

/** Resolves to what it found, in words. Throws `Unavailable` if nobody can say. */
export async function checkForUpdate(env: NodeJS.ProcessEnv): Promise<string> {
  const newest = await newestVersion(env);
  if (newest === null) return `This is Hangtag ${version}. No version has been published at ${registryHost(env)} yet.`;
  return isNewer(newest, version)
    ? `Hangtag ${newest} is there. This is ${version}. To see what is new, and to update: hangtag update`
    : isNewest;
}

const isNewest = `This is Hangtag ${version}, the newest version.`;

/** Resolves to what happened, in words. Throws `Unavailable` if the version before still runs. */
export async function update({ env, say, agrees, readyMs = readyWithinMs }: Ask): Promise<string> {
  const other = howElse(env);
  if (other !== null) throw new Unavailable(other);
  if (releaseKey === null)
    throw new Unavailable(
      'This copy of Hangtag was made without the key of its releases, so it can’t check a new version. Nothing was changed.',
    );
  const newest = await newestVersion(env);
  if (newest === null || !isNewer(newest, version)) return checkForUpdate(env);
  const dataDir = dataFolder(env);
  const { obstacle } = lookAround({ dataDir, databaseUrl: undefined });
  if (obstacle !== null) throw new Unavailable(obstacle.message);

  const release = readRelease(await fetchPackage(env, packageName, newest), {
    publicKey: releaseKey,
    present: version,
  });
  const changes = changesBetween(
    release.content.get('CHANGELOG.md')?.content.toString() ?? '',
    version,
    release.version,
  );
  say(`Hangtag ${release.version} is there. This is ${version}.\n\n${changes}\n`);
  if (!(await agrees('Update now? Hangtag stops for about a minute, and comes back on the same page.')))
    throw new Unavailable('Nothing was changed. To update without the question: hangtag update --yes');

  makeFolder(programsIn(dataDir));
  return withFolderLock(
    programsIn(dataDir),
    async () => {
      say(`Getting what ${release.version} needs …`);
      await makeProgramFolder(release, dataDir, env);
      await needSpace(dataDir);
      return replace({ dataDir, env, say, to: release.version, readyMs });
    },
    { waitMs: lockMs, problem: 'Another update of this Hangtag is under way.' },
  ).catch((error: unknown) => {
    const known = orFullDisk(dataDir, error);
    throw known instanceof StartProblem ? new Unavailable(`${known.message} Hangtag ${version} stays.`) : known;
  });
}

async function needSpace(dataDir: string): Promise<void> {
  if ((await freeBytesOf(dataDir)) < sizeOfData(dataDir) + fullBytes)
    throw new Unavailable(
      `The disk of ${dataDir} has too little room for a copy of your data. Free some space, then try again. Nothing was changed.`,
    );
}

type Replacing = { dataDir: string; env: NodeJS.ProcessEnv; say: (text: string) => void; to: string; readyMs: number };

/** From here on, a kill or a power cut leaves a note, and the next start finishes the update or takes it back. */
async function replace({ dataDir, env, say, to, readyMs }: Replacing): Promise<string> {
  const running = readNote(dataDir);
  say('Saving a copy of your data …');
  beginNote(dataDir, { from: version, to });
  let front: Front | null = null;
  const resume = async (): Promise<string> => {
    if (running === null) return 'Start it with hangtag.';
    if (running.by === 'server') changeService(env, 'start');
    const address = await untilAnswers(dataDir);
    return address === null ? 'It isn’t running yet. Start it with hangtag.' : `It runs at ${address}`;
  };
  try {
    if (!(await isLeft(dataDir, stopMs)))
      throw new Unavailable(
        `Another program still uses Hangtag’s data, so Hangtag ${version} stays. Close it, then try again.`,
      );
    // The command that runs shows the page itself.
    if (running?.by === 'server') front = await holdPort(running.address);
    await saveData(dataDir);
    setCurrent(dataDir, to);
    // A start would take another port if this one were in use.
    await front?.close();
  } catch (error) {
    await front?.close();
    await goBack(dataDir);
    await resume();
    throw error;
  }

  say(`Starting ${to} …`);
  moveNote(dataDir, 'stop', 'try');
  const own = running === null ? await runHere(dataDir, env) : null;
  if (running?.by === 'server') changeService(env, 'start');
  const isOver = await untilDecided(dataDir, {
    patienceMs: readyMs,
    isGone: () => running?.by === 'command' && readNote(dataDir) === null,
  });
  if (!isOver && running?.by === 'server') changeService(env, 'stop');
  if (!isOver) reportFailed(dataDir, 'It wasn’t ready in time, or was closed.');
  const why = whyFailed(dataDir) || 'It didn’t say why.';
  if (readUpdate(dataDir)?.step !== 'ready') await takeBack();
  // A new version that was ready at the last moment stays.
  const stayed = readUpdate(dataDir)?.step === 'ready';
  if (stayed) {
    finish(dataDir);
    await own?.stop();
  }
  const how = await resume();
  if (stayed) return `Hangtag ${to} is there. ${how}`;
  throw new Unavailable(
    `Hangtag ${to} didn’t start, so ${version} is back, with your data as it was. ${how}\nWhat ${to} said: ${why}`,
  );

  async function takeBack(): Promise<void> {
    say(`Going back to ${version} …`);
    await own?.stop();
    await goBack(dataDir);
  }
}

async function holdPort(address: string): Promise<Front | null> {
  const { port, hostname } = new URL(address);
  return openFront(Number(port || 80), hostname === 'localhost' ? '127.0.0.1' : hostname, updating).catch(() => null);
}

/** Nothing ran before: the new version is started, and stopped once it is ready. */
async function runHere(dataDir: string, env: NodeJS.ProcessEnv) {
  const port = await portFor(env);
  const server = runServer({
    env: { ...env, ...(port !== null && { PORT: String(port) }) },
    onFree: async () => {},
    onReady: () => {},
    log: 'ignore',
  });
  void server.ended.then(({ said }) => reportFailed(dataDir, said));
  return {
    async stop() {
      server.stop();
      await server.ended;
    },
  };
}

/** Whether the new version is ready, or has failed, within this time. */
async function untilDecided(
  dataDir: string,
  { patienceMs, isGone }: { patienceMs: number; isGone: () => boolean },
): Promise<boolean> {
  const giveUpAt = performance.now() + patienceMs;
  while (performance.now() < giveUpAt && !isGone()) {
    const step = readUpdate(dataDir)?.step;
    if (step !== 'try') return true;
    await sleep(lookEveryMs);
  }
  return false;
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`, { redirect: 'error' }).then(
    ({ ok }) => ok,
    () => false,
  );

async function untilAnswers(dataDir: string): Promise<string | null> {
  const giveUpAt = performance.now() + stopMs;
  while (performance.now() < giveUpAt) {
    const address = readNote(dataDir)?.address;
    // The waiting page answers this with 503.
    if (address !== undefined && (await isReady(address))) return address;
    await sleep(lookEveryMs);
  }
  return null;
}

// `hangtag update --check`: asks the npm registry whether there is a newer version of Hangtag's own package.
import { isObject } from '#domain/json.ts';
import { version } from '../config/version.ts';
import { Unavailable } from './unavailable.ts';

/** The name `hangtag` belongs to somebody else there. */
const packageName = 'hangtag-closet';
const usualRegistry = 'https://registry.npmjs.org/';
const answerMs = 10_000;

/** Resolves to what it found, in words. Throws `Unavailable` if nobody can say. */
export async function checkForUpdate(env: NodeJS.ProcessEnv): Promise<string> {
  const registry = env.npm_config_registry || usualRegistry;
  const reply = await fetch(new URL(`${packageName}/latest`, registry.replace(/\/*$/, '/')), {
    signal: AbortSignal.timeout(answerMs),
  }).catch(() => null);
  const { host } = new URL(registry);
  if (reply === null)
    throw new Unavailable(`Hangtag can’t reach ${host}, so it can’t tell whether there is a newer version.`);
  if (reply.status === 404) return `This is Hangtag ${version}. No version has been published at ${host} yet.`;
  const found: unknown = reply.ok ? await reply.json().catch(() => null) : null;
  if (!isObject(found) || typeof found.version !== 'string')
    throw new Unavailable(`${host} gave no usable answer, so Hangtag can’t tell whether there is a newer version.`);
  return isNewer(found.version, version)
    ? `Hangtag ${found.version} is there. This is ${version}. What is new: CHANGELOG.md of the new version.`
    : `This is Hangtag ${version}, the newest version.`;
}

/** By the three numbers of a version. Whatever comes after them is no release. */
export function isNewer(offered: string, present: string): boolean {
  const [one, other] = [offered, present].map((text) => /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number));
  if (one === undefined || other === undefined) return false;
  const place = one.findIndex((number, index) => number !== other[index]);
  return place >= 0 && (one[place] ?? 0) > (other[place] ?? 0);
}

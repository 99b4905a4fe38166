// The npm registry: which version of Hangtag is the newest there, and packages.
import { isObject } from '#domain/json.ts';
import { Unavailable } from '../command.ts';

/** The name `hangtag` belongs to somebody else there. */
export const packageName = 'hangtag-closet';
const usualRegistry = 'https://registry.npmjs.org/';
const answerMs = 10_000;
const packageMs = 300_000;
const packageTries = 3;
const mostBytes = 400e6;

const addressOf = (env: NodeJS.ProcessEnv, place: string): URL =>
  new URL(place, (env.npm_config_registry || usualRegistry).replace(/\/*$/, '/'));
export const registryHost = (env: NodeJS.ProcessEnv): string => addressOf(env, '').host;

/** null if none has been published. Throws `Unavailable` if nobody can say. */
export async function newestVersion(env: NodeJS.ProcessEnv): Promise<string | null> {
  const host = registryHost(env);
  const reply = await fetch(addressOf(env, `${packageName}/latest`), {
    signal: AbortSignal.timeout(answerMs),
  }).catch(() => null);
  if (reply === null)
    throw new Unavailable(`Hangtag can’t reach ${host}, so it can’t tell whether there is a newer version.`);
  if (reply.status === 404) return null;
  const found: unknown = reply.ok ? await reply.json().catch(() => null) : null;
  if (!isObject(found) || typeof found.version !== 'string')
    throw new Unavailable(`${host} gave no usable answer, so Hangtag can’t tell whether there is a newer version.`);
  return found.version;
}

/**
 * The package as its bytes, which may be anything: the caller checks them. A registry closes connections that rest while the caller
 * writes files, which only the next request notices.
 */
export async function fetchPackage(env: NodeJS.ProcessEnv, name: string, version: string): Promise<Buffer> {
  for (let left = packageTries; left > 0; left -= 1) {
    const packed = await tryPackage(env, name, version).catch(() => null);
    if (packed !== null) return packed;
  }
  throw new Unavailable(
    `Hangtag couldn’t get all of ${name} ${version} from ${registryHost(env)}. Nothing was changed. Try again later.`,
  );
}

async function tryPackage(env: NodeJS.ProcessEnv, name: string, version: string): Promise<Buffer> {
  const file = `${name.replace(/^@[^/]+\//, '')}-${version}.tgz`;
  const reply = await fetch(addressOf(env, `${name}/-/${file}`), { signal: AbortSignal.timeout(packageMs) });
  if (!reply.ok) throw new Error(`It answered ${reply.status}`);
  if (Number(reply.headers.get('content-length')) > mostBytes) throw new Error('It is too large');
  return Buffer.from(await reply.arrayBuffer());
}

/** By the three numbers of a version. Whatever comes after them is no release. */
export function isNewer(offered: string, present: string): boolean {
  const [one, other] = [versionParts(offered), versionParts(present)];
  if (one === null || other === null) return false;
  const place = one.findIndex((number, index) => number !== other[index]);
  return place >= 0 && (one[place] ?? 0) > (other[place] ?? 0);
}

const versionParts = (text: string): number[] | null =>
  /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number) ?? null;

// What the doctor finds out about other services: the marketplaces and what is known of their protocol.
import { sourceName } from '#marketplace/profile/profile.ts';
import type { Config } from '../../config/config.ts';
import { ageOf, type Finding, fine, problem } from './finding.ts';

/** How long the doctor waits for an answer of another service. */
export const timeoutMs = 5_000;

export const reaches = async (what: string, origin: string): Promise<Finding> => {
  try {
    const { status } = await fetch(origin, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return status < 500
      ? fine(`${what} at ${origin} answers (${status})`)
      : problem(`${what} at ${origin} answers with a server error (${status})`, 'Try again later.');
  } catch {
    return problem(`${what} at ${origin} does not answer`, 'Check the address and your network.');
  }
};

/** Which marketplace profile is in force, how old it is, and what it changes. */
export const lookAtProfile = (
  { real, marketplaceUrl }: Pick<Config, 'real' | 'marketplaceUrl'>,
  now: number,
): Finding => {
  const { inForce } = real;
  if (inForce === null) return fine('No marketplace profile. Hangtag uses its built-in protocol');
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

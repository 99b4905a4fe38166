// What this computer has for a phone to reach Hangtag: Tailscale, and what answers at the address that the operator set.
import type { Answerer, ThisComputer } from '#domain/ports/this-computer.ts';
import { tailscale } from './tailscale.ts';

const answersWithinMs = 5_000;

export function thisComputer(): ThisComputer {
  const { find, serve } = tailscale();
  return { findTailscale: find, serveOverTailscale: serve, whoAnswersAt };
}

/** Hangtag's own health check has a request id, which proxies and parking pages don't send along with it. */
export async function whoAnswersAt(origin: string): Promise<Answerer> {
  try {
    const answer = await fetch(`${origin}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(answersWithinMs),
    });
    const isOurs = answer.status === 200 && answer.headers.has('x-request-id') && (await answer.text()) === 'ok\n';
    return isOurs ? 'hangtag' : 'other';
  } catch (error) {
    return /CERT|SELF_SIGNED|VERIFY_LEAF/.test(String(codeOf(error))) ? 'bad_certificate' : 'nothing';
  }
}

const codeOf = (error: unknown): unknown => (error as { cause?: { code?: unknown } }).cause?.code;

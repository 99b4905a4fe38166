// The marketplace over HTTP: the client half of the wire protocol.

import type { Clock } from '#domain/ports/clock.ts';
import type { Marketplace } from '#domain/ports/marketplace.ts';
import { connectorDialect } from '../profile/dialect.ts';
import type { Profile } from '../profile/profile.ts';
import { speak } from '../profile/speak.ts';
import { openBrowserWire } from '../protocol/browser-wire.ts';
import { originMistake } from '../protocol/origin.ts';
import { defaultSwitches, type Switches } from '../protocol/switches.ts';
import { openWire, type Wire } from '../protocol/wire.ts';
import { readExportedSession } from '../session/exported-session.ts';
import { SessionState } from '../session/session-state.ts';
import { Account } from './account.ts';
import { createCallQueue } from './call-queue.ts';
import { Caller, type ConnectorContext, type Timeouts } from './caller.ts';

export type MarketplaceOptions = {
  /** For example `https://poshmark.com`, without a path. Plain http is allowed only for loopback and private hosts. */
  origin: string;
  /** Identifies us honestly: product, version, contact. */
  userAgent: string;
  clock: Clock;
  switches?: Partial<Switches>;
  /** How this marketplace differs from our protocol. Its switches are not read: `switches` has them already. */
  profile?: Profile | null;
  /** Milliseconds to connect, for a whole call, for a share (with its wait in the queue), and for calls in flight at close. */
  timeouts?: Partial<Timeouts>;
  /** The most sockets to the origin. Each carries one call at a time. */
  connections?: number;
};

const defaultTimeouts: Timeouts = { connectMs: 10_000, callMs: 30_000, shareMs: 10_000, closeMs: 2_000 };
/** Enough for 5,000 shares a second at 50 ms per reply. */
const defaultConnections = 256;

/**
 * Connects to one marketplace. The result of a call is always a value. Only what the protocol allows is retried, and redirects
 * are never followed. Throws only if `origin` or `userAgent` is invalid.
 */
export function connectMarketplace(options: MarketplaceOptions): Marketplace {
  const mistake = originMistake(options.origin);
  if (mistake !== null) throw new Error(`The marketplace's address ${mistake}.`);
  if (!/^[\x20-\x7e]+$/.test(options.userAgent))
    throw new Error('The User-Agent must be one line of plain characters.');

  const { origin, hostname: host } = new URL(options.origin);
  const { clock, userAgent } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const connections = options.connections ?? defaultConnections;
  const switches = { ...defaultSwitches, ...options.switches };
  const { profile } = options;
  const spoken = (plain: Wire): Wire => (profile ? speak(plain, connectorDialect(profile, switches)) : plain);
  const wire = spoken(openWire({ origin, connections, ...timeouts }));
  const context: ConnectorContext = { origin, host, userAgent, switches, timeouts, clock, wire };
  const queue = createCallQueue();

  return {
    origin,
    account(session, carrier) {
      const own = carrier
        ? { ...context, wire: spoken(openBrowserWire(carrier.carry)), carriedFor: carrier.sellerId }
        : context;
      return new Account(own, queue, session);
    },
    readExportedSession: (text) => readExportedSession(text, host, clock.now()),
    async reach() {
      const visitor = new Caller(context, new SessionState(host, { cookies: [] }, clock));
      const verdict = await visitor.call({ method: 'GET', path: '/login', wants: 'page', on: 'login_page' });
      return verdict.kind === 'ok' ? { kind: 'ok', value: null } : verdict;
    },
    close: () => wire.close(),
  };
}

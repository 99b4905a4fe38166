// Texts of the operator page.
import type { BotState, PauseReason } from '#domain/bot/bot.ts';
import { count, counted } from '#web/format/format.ts';

export const operatorMessages = {
  name: 'Operator',
  signIn: {
    title: 'Operator page',
    text: 'Sign in with the token in OPERATOR_TOKEN.',
    token: 'Operator token',
    empty: 'Enter the operator token',
    open: 'Sign in',
    opening: 'Signing in…',
  },
  signOut: 'Sign out',
  reading: 'Loading…',
  updated: (time: string) => `Updated ${time}`,
  every: 'Refreshes every 10 seconds',
  away: {
    title: 'Can’t reach Hangtag.',
    text: 'Trying again every 10 seconds.',
    since: (time: string) => `Showing data from ${time}.`,
  },
  database: {
    away: 'The database doesn’t answer.',
    awayText: 'Hangtag is running. Check PostgreSQL and its disk.',
  },
  verdict: {
    good: 'Everything works.',
    goodNote: 'No action needed.',
    held: 'All bots are on hold.',
    look: (things: number) => (things === 1 ? 'One thing needs a look.' : `${count(things)} things need a look.`),
  },
  problems: {
    title: 'What needs a look',
    noWorker: 'No worker is running, so no bots are sharing.',
    gone: (role: string, host: string, when: string) => `The ${role} process on ${host} was last seen ${when}.`,
    diskFull: (host: string) => `The disk of ${host} is full. Bots are waiting.`,
    diskLow: (host: string) => `The disk of ${host} is almost full. Demos and photos are turned off.`,
    overdue: (bots: number) => `${counted(bots, 'bot')} overdue. No worker runs ${bots === 1 ? 'it' : 'them'}.`,
    unsettled: (shares: number) => `${counted(shares, 'share')} without an outcome for more than five minutes.`,
    refusing: (name: string, triedAt: string | null) =>
      `${name} refuses many sellers at once. Its bots wait, and one of them tries a share ${triedAt === null ? 'now' : `at ${triedAt}`}.`,
    step: (name: string, failures: number) =>
      `The maintenance step ${name} failed ${failures === 1 ? 'once' : `${count(failures)} times in a row`}.`,
    job: (name: string) => `${name} jobs are failing.`,
    noBackup: 'There is no backup yet.',
    oldBackup: (when: string) => `The last backup was ${when}.`,
    paused: 'BOTS_PAUSED is set, so no bot runs until every process starts without it.',
  },
  load: {
    title: 'Load',
    running: 'Bots running',
    overdue: (bots: number) => (bots === 0 ? 'None overdue' : `${count(bots)} overdue`),
    minute: 'Shares, last minute',
    hour: 'Shares, last hour',
    outcomes: (notConfirmed: number, refused: number) =>
      `${count(notConfirmed)} not confirmed, ${count(refused)} refused`,
    late: 'Lateness, p99',
    lateNote: 'Last five minutes',
    noLate: 'No shares',
    atMost: (ms: number) => (ms < 1_000 ? `≤ ${count(ms)} ms` : `≤ ${count(ms / 1_000)} s`),
    connections: 'Connections',
    ofConnections: (most: number) => `of ${count(most)} in PostgreSQL`,
  },
  hold: {
    title: 'Hold',
    none: 'Bots are running. A hold pauses every bot within a few seconds: nothing is shared, offered, repriced, or synced.',
    inForce: (when: string, by: string) => `Since ${when}, ${by}.`,
    by: (via: string, who: string) => (via === 'page' ? `from this page at ${who}` : `by ${who} on the command line`),
    until: (when: string) => `Ends ${when}.`,
    open: 'Lasts until you release it.',
    reason: (words: string) => `Sellers see: “${words}”`,
    noReason: 'Sellers see no reason.',
    reasonLabel: 'Reason',
    reasonHint: 'Sellers see it on their dashboard.',
    lengthLabel: 'For how long',
    lengths: [
      ['', 'Until I release it'],
      ['15', '15 minutes'],
      ['60', '1 hour'],
      ['120', '2 hours'],
      ['480', '8 hours'],
      ['1440', '1 day'],
      ['4320', '3 days'],
    ],
    place: 'Hold all bots',
    placing: 'Holding…',
    change: 'Change the hold',
    release: 'Release',
    releasing: 'Releasing…',
    history: (holds: number) => `History, ${counted(holds, 'hold')}`,
    ended: (when: string) => `until ${when}`,
    still: 'in force',
    byItself: 'ended on its own',
    released: (by: string) => `released ${by}`,
  },
  processes: {
    title: 'Processes',
    none: 'No process is running.',
    roles: { all: 'Web and worker', web: 'Web', worker: 'Worker' } as Record<string, string>,
    alive: 'Alive',
    gone: 'Gone',
    seen: (when: string) => `Seen ${when}`,
    facts: (bots: number, memory: string, started: string) =>
      `${counted(bots, 'bot')} at work, ${memory} of memory, started ${started}`,
    free: (size: string) => `${size} free`,
    disks: { roomy: 'Disk has room', low: 'Disk almost full', full: 'Disk full', unknown: 'Disk not known' },
  },
  health: {
    title: 'Database',
    version: 'PostgreSQL',
    hangtag: 'Hangtag',
    migration: 'Migration',
    size: 'Size',
  },
  backup: {
    title: 'Last backup',
    none: 'None yet. Run npm run hangtag -- backup FILE.',
    at: 'Made',
    file: 'File',
    size: 'Size',
    encrypted: 'Encrypted',
    yes: 'Yes',
    no: 'No. Set BACKUP_PASSWORD.',
    tried: 'Test restore',
    never: 'Never. Run npm run hangtag -- try-backup FILE.',
  },
  marketplaces: {
    title: 'Marketplaces',
    names: { real: 'Poshmark', practice: 'Practice marketplace' },
    none: 'No marketplace is set up.',
    open: 'Open',
    held: (triedAt: string | null) =>
      triedAt === null ? 'On hold, trying one share' : `On hold, next try at ${triedAt}`,
    refusing: (sellers: number) =>
      sellers === 0
        ? 'Refused no seller in the last 10 minutes'
        : `Refused ${counted(sellers, 'seller')} in the last 10 minutes. At 20, all its bots wait`,
    profile: (file: string, when: string) => `Profile ${file}, made ${when}`,
    noProfile: 'No profile',
    budgets: { 'marketplace sign-ins': 'Sign-ins sent', syncs: 'Syncs' } as Record<string, string>,
    used: (used: number, most: number, minutes: number) =>
      `${count(used)} of ${count(most)} in ${minutes === 1 ? 'a minute' : counted(minutes, 'minute')}`,
  },
  bots: {
    title: 'Bots',
    paused: 'Paused',
    newest: 'Newest pauses',
    none: 'No bot is paused.',
    seller: (id: string) => `Seller ${id}`,
    resumes: (when: string) => `resumes ${when}`,
    waits: 'waits for the seller',
    states: {
      sharing: 'Sharing',
      waiting: 'Waiting for a round',
      waiting_for_browser: 'Waiting for a browser',
      paused: 'Paused',
      stopped: 'Stopped',
    } satisfies Record<BotState, string>,
    reasons: {
      human_check: 'Human check',
      code_required: 'One-time code needed',
      credentials_rejected: 'Sign-in rejected',
      session_expired: 'Session expired',
      rate_limited: 'Too many requests',
      share_limit: 'Share jail',
      lowered_limit: 'Reduced limit used up',
      marketplace_refused: 'Refused by the marketplace',
      marketplace_unavailable: 'Marketplace down',
      marketplace_changed: 'Marketplace changed',
      account_blocked: 'Account suspended',
    } satisfies Record<PauseReason, string>,
  },
  jobs: {
    title: 'Failing jobs',
    none: 'No job is failing.',
    counts: (retrying: number, failed: number) =>
      `${count(retrying)} waiting for another try, ${count(failed)} given up today`,
    nextTry: (when: string) => `Next try ${when}.`,
  },
  steps: {
    title: 'Maintenance',
    none: 'No step has run yet.',
    summary: (steps: number, failing: number) =>
      failing === 0
        ? `${counted(steps, 'step')}, none failing`
        : `${counted(steps, 'step')}, ${count(failing)} failing`,
    ran: (when: string) => `Ran ${when}`,
    never: 'Hasn’t run yet',
    failed: (when: string) => `Failed ${when}`,
    next: (when: string) => `next ${when}`,
    run: 'Run now',
    runs: (name: string) => `Run ${name} now`,
    running: 'Starting…',
    started: (name: string) => `${name} was started.`,
  },
  refused: {
    title: 'Budgets used up, last hour',
    none: 'No call was refused.',
    times: (times: number) => counted(times, 'time').replace(' ', '\u00a0'),
  },
} as const;

/** 1.2 GB, 34 MB, 5 KB */
export const fileSize = (bytes: number): string => {
  const [divisor, unit] = bytes >= 1e9 ? [1e9, 'GB'] : bytes >= 1e6 ? [1e6, 'MB'] : [1e3, 'KB'];
  const value = bytes / divisor;
  return `${value >= 100 ? count(Math.round(value)) : value.toFixed(1).replace(/\.0$/, '')} ${unit}`;
};

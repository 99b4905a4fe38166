// What this computer has for a phone to reach Hangtag, what answers at the address that the operator set, and what keeps it awake.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { isObject, parseJson } from '#domain/json.ts';
import type {
  Answerer,
  AwakeAnswer,
  KeepAwake,
  Tailscale,
  TailscaleChange,
  ThisComputer,
} from '#domain/ports/this-computer.ts';

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

/** Where desktops of Linux leave their names, for the screen at which people sign in. */
const sessionFolders = ['usr/share/xsessions', 'usr/share/wayland-sessions'];

export const readPlace = ({ platform = process.platform, root = '/', shell = ownShell() } = {}) => ({
  /** This process runs as somebody who can sign in, and not as an account for services, such as that of the Debian package. */
  isSomebodys: platform === 'win32' || !/^$|\/(nologin|false)$/.test(shell),
  hasDesktop:
    platform === 'win32' ||
    platform === 'darwin' ||
    sessionFolders.some((folder) => namesIn(path.join(root, folder)).some((name) => name.endsWith('.desktop'))),
});

/** Empty if this user has none, or the system doesn't know the user. */
function ownShell(): string {
  try {
    return userInfo().shell ?? '';
  } catch {
    return '';
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Only where its installers put it: a name alone could start another program that lies somewhere else. */
const places = [
  '/usr/bin/tailscale',
  '/usr/local/bin/tailscale',
  '/opt/homebrew/bin/tailscale',
  '/snap/bin/tailscale',
  '/run/current-system/sw/bin/tailscale',
  '/Applications/Tailscale.app/Contents/MacOS/Tailscale',
  'C:\\Program Files\\Tailscale\\tailscale.exe',
];

/** Ports that Tailscale serves https at. The first one that is free is used, so that nothing else of the seller's is replaced. */
const httpsPorts = [443, 8443, 8444, 8445, 10000];
const tailscaleAnswersWithinMs = 10_000;

type Ran = { isDone: boolean; text: string };
/** Runs the command. It prints a link and waits if the seller has to allow something first, and is ended then. */
type Run = (args: readonly string[]) => Promise<Ran>;

const runAt =
  (program: string): Run =>
  (args) =>
    new Promise((resolve) => {
      const options = { timeout: tailscaleAnswersWithinMs, windowsHide: true, maxBuffer: 4_000_000 };
      execFile(program, [...args], options, (error, stdout, stderr) =>
        resolve({ isDone: error === null, text: error === null ? stdout : `${stdout}\n${stderr}` }),
      );
    });

/** `run`: null if Tailscale is not installed. Tests give their own. */
export function tailscale(run: Run | null = installed()) {
  /** null if Tailscale isn't connected. */
  const look = async (ask: Run, port: number) => {
    const [status, serving] = await Promise.all([ask(['status', '--json']), ask(['serve', 'status', '--json'])]);
    const name = nameIn(status.text);
    return name === null ? null : { name, ...readServing(serving.text, name, port) };
  };
  return {
    async find(port: number): Promise<Tailscale> {
      if (run === null) return { kind: 'missing' };
      const found = await look(run, port);
      if (found === null) return { kind: 'off' };
      const { name, own, free, isPublic } = found;
      if (own !== null) return { kind: 'on', address: addressOf(name, own), isPublic };
      return free === null ? { kind: 'off' } : { kind: 'ready', address: addressOf(name, free) };
    },

    async serve(port: number, isOn: boolean): Promise<TailscaleChange> {
      const found = run && (await look(run, port));
      if (run === null || found === null) return { kind: 'failed' };
      const { own, free } = found;
      if ((own !== null) === isOn) return { kind: 'done' };
      if (isOn && free === null) return { kind: 'failed' };
      const { isDone, text } = isOn
        ? await run(['serve', '--bg', `--https=${free}`, `http://127.0.0.1:${port}`])
        : await run(['serve', `--https=${own}`, 'off']);
      if (isDone) return { kind: 'done' };
      const link = /https:\/\/login\.tailscale\.com\/[\w/?=&.-]+/.exec(text)?.[0];
      if (link !== undefined) return { kind: 'allow_first', link };
      return /denied|permission|operator/i.test(text)
        ? { kind: 'denied', user: userInfo().username }
        : { kind: 'failed' };
    },
  };
}

function installed(): Run | null {
  const program = places.find((place) => existsSync(place));
  return program === undefined ? null : runAt(program);
}

const addressOf = (name: string, port: number): string => `https://${name}${port === 443 ? '' : `:${port}`}`;

/** This computer's name among the seller's devices; null if Tailscale isn't connected. */
function nameIn(text: string): string | null {
  const status = parseJson(text);
  if (!isObject(status) || status.BackendState !== 'Running' || !isObject(status.Self)) return null;
  const name = String(status.Self.DNSName ?? '').replace(/\.$/, '');
  return /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(name) ? name.toLowerCase() : null;
}

/** `own`: the https port at which it carries calls to us. `free`: the one to use. `isPublic`: anyone on the internet can open it. */
function readServing(
  text: string,
  name: string,
  port: number,
): { own: number | null; free: number | null; isPublic: boolean } {
  const parsed = parseJson(text);
  const config = isObject(parsed) ? parsed : {};
  const sites = isObject(config.Web) ? config.Web : {};
  const forwards = isObject(config.TCP) ? Object.keys(config.TCP) : [];
  const taken = new Map<number, string>(forwards.map((one) => [Number(one), '']));
  for (const [place, site] of Object.entries(sites)) taken.set(Number(place.split(':').at(-1)), targetOf(site));
  const ours = new RegExp(`^http://(127\\.0\\.0\\.1|localhost):${port}/?$`);
  const own = httpsPorts.find((one) => ours.test(taken.get(one) ?? '')) ?? null;
  const free = httpsPorts.find((one) => !taken.has(one)) ?? null;
  const open = isObject(config.AllowFunnel) ? config.AllowFunnel : {};
  return { own, free, isPublic: own !== null && open[`${name}:${own}`] === true };
}

const targetOf = (site: unknown): string => {
  const handlers = isObject(site) && isObject(site.Handlers) ? site.Handlers : {};
  const root = handlers['/'];
  return isObject(root) ? String(root.Proxy ?? '') : '';
};

/** ES_CONTINUOUS and ES_SYSTEM_REQUIRED. The system forgets them when PowerShell ends. */
const inPowerShell = `
$awake = Add-Type -PassThru -Name Awake -MemberDefinition '[DllImport("kernel32.dll")] public static extern uint SetThreadExecutionState(uint flags);'
if ($awake::SetThreadExecutionState(2147483649) -eq 0) { exit 1 }
[Console]::Out.WriteLine('held')
[void][Console]::In.ReadToEnd()`;

/** `cat` ends when this process does, because its input ends then. With it ends what holds the computer awake. */
const untilWeEnd = ['sh', '-c', 'echo held; exec cat'];

/** Each prints a line once the computer is held awake, and lets it sleep again as soon as its input ends. */
export const awakePrograms: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  linux: ['systemd-inhibit', '--what=sleep:idle', '--who=Hangtag', '--why=A round is running', ...untilWeEnd],
  darwin: ['caffeinate', '-i', ...untilWeEnd],
  win32: ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', inPowerShell],
};

/** PowerShell compiles for a few seconds on a slow computer. */
const awakeWithinMs = 15_000;

/** `env`: where programs are looked for, if not where this process does. For tests. */
export function keepAwake(given: { platform?: NodeJS.Platform; env?: NodeJS.ProcessEnv } = {}): KeepAwake {
  const { platform = process.platform, env } = given;
  let holding: { child: ChildProcess; answer: Promise<AwakeAnswer> } | null = null;
  const release = (): void => {
    const child = holding?.child;
    holding = null;
    child?.stdin?.end();
  };
  return {
    hold() {
      const program = awakePrograms[platform];
      if (program === undefined) return Promise.resolve('missing');
      if (holding !== null) return holding.answer;
      const [name, ...args] = program;
      const child = spawn(name, args, { ...(env && { env }), stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
      const held = { child, answer: answerOf(child) };
      holding = held;
      // It may end before us, such as when somebody ends it. The next call holds again.
      const forget = (): void => {
        if (holding === held) holding = null;
      };
      child.on('error', forget).on('exit', forget);
      return held.answer;
    },
    release,
  };
}

function answerOf(child: ChildProcess): Promise<AwakeAnswer> {
  const answered = new Promise<AwakeAnswer>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ENOENT' ? 'missing' : 'refused'));
    child.once('exit', () => resolve('refused'));
    child.stdout?.once('data', () => resolve('held'));
    setTimeout(() => resolve('refused'), awakeWithinMs).unref();
  });
  // A pipe whose other end is gone.
  child.stdin?.on('error', () => {});
  // Neither keeps Hangtag from ending.
  child.unref();
  child.stdout?.resume();
  return answered;
}

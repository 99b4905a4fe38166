// Keeps this computer awake through the program that its system has for that.
import { type ChildProcess, spawn } from 'node:child_process';
import type { AwakeAnswer, KeepAwake } from '#domain/ports/this-computer.ts';

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
const answersWithinMs = 15_000;

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
    setTimeout(() => resolve('refused'), answersWithinMs).unref();
  });
  // A pipe whose other end is gone.
  child.stdin?.on('error', () => {});
  // Neither keeps Hangtag from ending.
  child.unref();
  child.stdout?.resume();
  return answered;
}

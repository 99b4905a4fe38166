// The command `hangtag`: reads what was typed, and runs it. It loads only what that needs, because it stays beside the server it starts.
import { realpathSync } from 'node:fs';
import type { Terminal } from '../launch/start.ts';
import { isLaunching, readCommandLine } from './command-line.ts';
import { launch } from './launch-verbs.ts';

/** EX_USAGE of sysexits.h. */
const wrongUsage = 64;

/** Runs one command, and resolves to its exit code; null if this process has become the server. */
export async function runCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number | null> {
  const typed = readCommandLine(words);
  if (typed.kind === 'wrong') {
    terminal.complain(typed.text);
    return wrongUsage;
  }
  if (typed.kind === 'help') {
    terminal.say(typed.text);
    return 0;
  }
  if (isLaunching(typed)) return launch(typed, env, terminal);
  const { operate } = await import('./commands.ts');
  return operate(typed, env, terminal);
}

// Most tests run commands in their own process, because a start takes longer than most commands.
if (realpathSync(process.argv[1] ?? '.') === import.meta.filename) {
  const code = await runCommand(process.argv.slice(2), process.env, { say: console.log, complain: console.error });
  // Open handles must not keep a finished command running.
  if (code !== null) process.exit(code);
}

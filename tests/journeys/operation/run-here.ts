// Commands of `hangtag` in the process of a test.

import { runCommand } from '#server/operator/hangtag.ts';

/** Runs a command of `hangtag` in this process, because a program takes most of a second to start. */
export const runHere = async (env: Record<string, string>, ...words: string[]) => {
  let output = '';
  const collect = (text: string) => {
    output += `${text}\n`;
  };
  const code = await runCommand(words, env, { say: collect, complain: collect });
  return { code, output };
};

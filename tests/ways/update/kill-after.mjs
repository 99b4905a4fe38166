// Loaded before `hangtag update`: kills it after so many lasting changes to the data folder (KILL_AFTER), as a power cut would.
import { registerHooks } from 'node:module';

if (process.argv.includes('update')) {
  let left = Number(process.env.KILL_AFTER);
  globalThis.afterChange = () => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
  // Only the last name of a new version's folder counts, not its thousand files.
  const change = /^(\s+.*\b(?:renameSync|rmSync|cpSync|cp|replace)\(.*\);)$(?!\n\s+else)/gm;
  const places = /launch\/update\/(program|program-folder|saved-data)\.js$/;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!places.test(url)) return loaded;
      return { ...loaded, source: String(loaded.source).replace(change, '$1 globalThis.afterChange();') };
    },
  });
}

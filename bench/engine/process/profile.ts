// A CPU profile of the engine, as a list of the functions that used the most time.
import { type Profiler, Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const most = 30;

/** Samples this process until `read`: the functions that used the most processor time themselves, with their fractions. */
export async function startProfile(): Promise<{ read(): Promise<{ where: string; part: number }[]> }> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 1000 });
  await session.post('Profiler.start');
  return {
    async read() {
      const { profile } = await session.post('Profiler.stop');
      session.disconnect();
      return hottest(profile);
    },
  };
}

function hottest(profile: Profiler.Profile): { where: string; part: number }[] {
  const names = new Map(profile.nodes.map((node) => [node.id, nameOf(node.callFrame)]));
  const times = new Map<string, number>();
  let all = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const took = profile.timeDeltas?.[index] ?? 0;
    const name = names.get(id) ?? '?';
    all += took;
    times.set(name, (times.get(name) ?? 0) + took);
  }
  return [...times]
    .map(([where, took]) => ({ where, part: all === 0 ? 0 : took / all }))
    .sort((a, b) => b.part - a.part)
    .slice(0, most);
}

function nameOf({ functionName, url, lineNumber }: Profiler.ProfileNode['callFrame']): string {
  const name = functionName || '(nameless)';
  if (url === '') return name;
  const file = url.startsWith('file://') ? path.relative(root, fileURLToPath(url)) : url;
  return `${name} ${file}:${lineNumber + 1}`;
}

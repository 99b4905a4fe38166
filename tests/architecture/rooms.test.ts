import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, imports, isTest, relative, root, sources } from './sources.ts';

/** The file name without its ending: a module, its test, its fixture, and its style share one. */
const stemOf = (file: string): string => path.basename(file).replace(/(\.(test|fixture|module|d))?\.[a-z]+$/, '');
const mostModules = 13;
/** Folders that may have more modules, each up to its present number. */
const largerFolders: Record<string, { most: number; because: string }> = {
  'web/ui': { most: 41, because: 'a flat shelf of independent components, each a file' },
  'server/adapters/database/migrations': { most: 1000, because: 'a history grows' },
};

/** Sibling folders that may import each other, and why. */
const mutual: Record<string, string> = {
  domain: 'ports are types that mention the types of rules',
};

/** Folders beside each other that import each other in a cycle. */
const cyclesOfRooms = (): string[] => {
  const byPlace = new Map<string, Map<string, Set<string>>>();
  for (const { from, to } of imports) {
    const [start, end] = [from.split('/'), to.split('/')];
    const depth = start.findIndex((part, index) => part !== end[index]);
    const [room, next] = [start[depth], end[depth]];
    // Both files must be in rooms. A file beside the rooms is their face.
    if (depth < 0 || depth >= start.length - 1 || depth >= end.length - 1 || !room || !next) continue;
    const place = start.slice(0, depth).join('/');
    if (place in mutual) continue;
    const rooms = byPlace.get(place) ?? new Map<string, Set<string>>();
    rooms.set(room, (rooms.get(room) ?? new Set()).add(next));
    byPlace.set(place, rooms);
  }
  return [...byPlace].flatMap(([place, rooms]) => {
    const cycles = new Set<string>();
    const walk = (room: string, trail: string[]): void => {
      if (trail.includes(room)) {
        cycles.add(`${place}: ${[...trail.slice(trail.indexOf(room)), room].join(' -> ')}`);
        return;
      }
      for (const next of rooms.get(room) ?? []) walk(next, [...trail, room]);
    };
    for (const room of rooms.keys()) walk(room, []);
    return [...cycles];
  });
};

/** Imports that leave a room for a file above it, from which other imports lead back into the room. */
const returnsToRooms = (): string[] => {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const reached = (start: string): Set<string> => {
    const seen = new Set<string>();
    const ahead = [start];
    for (let file = ahead.pop(); file !== undefined; file = ahead.pop())
      for (const to of next.get(file) ?? []) {
        if (seen.has(to)) continue;
        seen.add(to);
        ahead.push(to);
      }
    return seen;
  };
  return imports.flatMap(({ from, to }) => {
    const above = path.posix.dirname(to);
    if (above in mutual || !path.posix.dirname(from).startsWith(`${above}/`)) return [];
    const room = `${above}/${from.slice(above.length + 1).split('/')[0]}/`;
    const back = [...reached(to)].find((file) => file.startsWith(room));
    return back === undefined ? [] : [`${from} -> ${to} -> … -> ${back}`];
  });
};

/** Imports of a server feature that go from a room up to a file beside it, such as the feature's face. */
const upwardInFeatures = (): string[] =>
  imports.flatMap(({ from, to }) => {
    const [start, end] = [path.posix.dirname(from), path.posix.dirname(to)];
    const isInFeature = /^server\/features\/[^/]+/.test(end);
    return isInFeature && start.startsWith(`${end}/`) ? [`${from} -> ${to}`] : [];
  });

/** Whether the file starts with a comment, before its imports. */
const startsWithComment = (file: string): boolean =>
  /^\/[/*]/.test(readFileSync(file, 'utf8').replace(/^#!.*/, '').trimStart());

describe('the rooms', () => {
  it('hold about a dozen modules on one level', () => {
    const folders = new Map<string, Set<string>>();
    const places = ['src', 'bench', 'bin', 'tests', 'tools'].map((place) => path.join(root, place));
    for (const file of places.flatMap(filesBelow)) {
      const folder = path.dirname(relative(file));
      if (folder.includes('node_modules')) continue;
      folders.set(folder, (folders.get(folder) ?? new Set()).add(stemOf(file)));
    }
    const crowded = [...folders]
      .filter(([folder, modules]) => modules.size > (largerFolders[folder]?.most ?? mostModules))
      .map(([folder, modules]) => `${folder}: ${modules.size} modules`);
    expect(crowded).toEqual([]);
  });

  it('depend on each other one way only', () => {
    expect(cyclesOfRooms()).toEqual([]);
  });

  it('are not entered again from a file above them that they import', () => {
    expect(returnsToRooms()).toEqual([]);
  });

  it('of a server feature import deeper rooms and rooms beside them, never the files above them', () => {
    expect(upwardInFeatures()).toEqual([]);
  });

  it('have files that start with a comment', () => {
    const programs = ['bench', 'bin', 'tools', 'tests']
      .flatMap((place) => filesBelow(path.join(root, place)))
      .filter((file) => /\.(ts|mjs)$/.test(file) && !/node_modules|\/dist\/|\.spec\.ts$/.test(file));
    const silent = [...sources, ...programs].filter((file) => !isTest(file) && !startsWithComment(file)).map(relative);
    expect(silent).toEqual([]);
  });
});

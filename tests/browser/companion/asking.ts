// What a Hangtag asks a companion for, put together by a test.

import { readMetaToken } from '#marketplace/session/bootstrap-page.ts';
import type { Ended, ScriptedServer } from './scripted-server.ts';

type Place = { server: Pick<ScriptedServer, 'ask'> };

export const bodyOf = (ended: Ended): string => (ended.kind === 'answered' ? ended.body : '');

export const tokenOf = async ({ server }: Place): Promise<string> =>
  readMetaToken(bodyOf(await server.ask({ path: '/create-listing', headers: { accept: 'text/html' } }))) ?? '';

/** The listings of thrifty_jo for sale, the newest first. */
export const idsOf = async ({ server }: Place): Promise<string[]> => {
  const request = JSON.stringify({
    filters: { department: 'All', inventory_status: ['available'] },
    sort_by: 'added_desc',
    experience: 'all',
    count: 48,
  });
  const path = `/vm-rest/users/thrifty_jo/posts/filtered?request=${encodeURIComponent(request)}&summarize=true&pm_version=1`;
  const { data } = JSON.parse(bodyOf(await server.ask({ path }))) as { data: { id: string }[] };
  return data.map(({ id }) => id);
};

export const writing = (token: string) => ({
  accept: 'application/json',
  'content-type': 'application/json',
  'x-xsrf-token': token,
});

export const shareOf = (id: string, token: string) => ({
  method: 'PUT' as const,
  path: `/vm-rest/users/self/shared_posts/${id}?pm_version=2026.33.00`,
  headers: writing(token),
  body: '{}',
});

/** Asks only who is signed in. */
export const askWho = { path: '/vm-rest/users/self?pm_version=1' };

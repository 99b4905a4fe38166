import { describe, expect, it } from 'vitest';
import { frontJourney, frontWorld } from './front-world.ts';

describe('live updates', () => {
  const world = frontJourney();

  const listen = async (cookie: string | null, headers: Record<string, string> = {}) => {
    const reply = await world.call('/api/events', { headers: { cookie: cookie ?? '', ...headers } });
    const reader = reply.body?.getReader();
    let text = '';
    let isOver = false;
    const read = async (): Promise<void> => {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) isOver = true;
      else {
        text += new TextDecoder().decode(value);
        await read();
      }
    };
    const reading = read();
    return {
      reply,
      reading,
      isOver: () => isOver,
      events: () => [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name),
      lastId: () => [...text.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1] ?? '',
      cancel: () => reader?.cancel(),
    };
  };
  const note = (userId: string) =>
    world.activity.record(world.database, { userId, action: 'SYNC', at: world.clock.now() });

  it('need a session and this site', async () => {
    expect((await world.call('/api/events')).status).toBe(401);
    const own = await world.register();
    const headers = { cookie: own.cookie() ?? '', origin: 'https://evil.example' };
    expect((await world.call('/api/events', { headers })).status).toBe(403);
  });

  it('are in the OpenAPI page, with the names of the events', async () => {
    const page = await (await world.call('/api/openapi.json')).json();
    const { get } = page.paths['/api/events'];
    expect(get).toMatchObject({ operationId: 'events.listen', security: [{ session: [] }] });
    expect(Object.keys(get.responses)).toEqual(['200', 'default']);
    expect(Object.keys(get.responses['200'].content)).toEqual(['text/event-stream']);
    for (const name of ['bot', 'share', 'activity', 'listing'])
      expect(get.responses['200'].description).toContain(`\`${name}\``);
  });

  it('start with every event, because changes before the connection were sent to nobody', async () => {
    const ada = await world.register();
    const hers = await listen(ada.cookie());
    await world.clock.advance(1000);
    expect(hers.events()).toEqual(['bot', 'share', 'activity', 'listing']);
    await world.clock.advance(5000);
    expect(hers.events()).toHaveLength(4);
    await hers.cancel();
  });

  it('report the user’s own changes within a second, and nobody else’s', async () => {
    const [ada, eve] = [await world.register(), await world.register()];
    const [hers, others] = [await listen(ada.cookie()), await listen(eve.cookie())];
    expect(hers.reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await world.clock.advance(1000);
    await note(ada.user.id);
    await world.database.query(`update bots set state = 'waiting', revision = revision + 1 where user_id = $1`, [
      ada.user.id,
    ]);
    await world.clock.advance(1000);
    expect(hers.events().slice(4).sort()).toEqual(['activity', 'bot']);
    expect(others.events()).toHaveLength(4);
    await hers.cancel();
    await others.cancel();
    expect(world.events.count()).toBe(0);
  });

  it('lose nothing while the browser was disconnected', async () => {
    const ada = await world.register();
    const first = await listen(ada.cookie());
    await world.clock.advance(1000);
    const lastId = first.lastId();
    await first.cancel();
    await note(ada.user.id);
    const second = await listen(ada.cookie(), { 'last-event-id': lastId });
    await world.clock.advance(1000);
    expect(second.events()).toEqual(['activity']);
    await second.cancel();
  });

  it('end when the session does', async () => {
    const ada = await world.register();
    const own = await listen(ada.cookie());
    await world.clock.advance(1000);
    await ada.account.logout();
    // A few seconds, not the time of a heartbeat.
    await world.clock.advance(3_000);
    await own.reading;
    expect(own.isOver()).toBe(true);
  });

  it('over a real socket end with the browser, and with the server', async () => {
    const own = await frontWorld();
    const ada = await own.register();
    const { port } = await own.server.listen(0, '127.0.0.1');
    const headers = { cookie: ada.cookie() ?? '' };
    const leaving = new AbortController();
    const gone = await fetch(`http://127.0.0.1:${port}/api/events`, { headers, signal: leaving.signal });
    const staying = await fetch(`http://127.0.0.1:${port}/api/events`, { headers });
    expect([gone.status, staying.status, own.events.count()]).toEqual([200, 200, 2]);
    const inProcess = await own.call('/api/events', { headers });
    const named = ['cache-control', 'content-security-policy', 'content-type', 'set-cookie', 'x-accel-buffering'];
    for (const name of named) expect(staying.headers.get(name), name).toBe(inProcess.headers.get(name));
    expect(staying.headers.get('x-request-id')).toHaveLength(16);
    await inProcess.body?.cancel();
    leaving.abort();
    await expect.poll(() => own.events.count()).toBe(1);
    await own.clock.advance(1000);
    await own.server.close();
    const text = await staying.text();
    expect(text).toContain(': connected');
    expect([...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)).toEqual([
      'bot',
      'share',
      'activity',
      'listing',
    ]);
    await own.drop();
  });

  it('are at most eight per user, and a new one closes the oldest', async () => {
    const ada = await world.register();
    const all = [];
    for (let n = 0; n < 9; n++) all.push(await listen(ada.cookie()));
    await world.clock.advance(100);
    expect(all.map(({ isOver }) => isOver())).toEqual([true, ...Array(8).fill(false)]);
    expect(world.events.count()).toBe(8);
    world.events.close();
    await Promise.all(all.map(({ reading }) => reading));
    expect(world.events.count()).toBe(0);
  });
});

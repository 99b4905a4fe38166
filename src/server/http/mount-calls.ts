// Puts the calls of a route table on the server, with their description.
import type { Hono } from 'hono';
import type { RouteTable } from '#contract/route.ts';
import { Failure, type FailureCode } from '#domain/failure.ts';
import type { createAnswerCall, Handler } from './answer-call.ts';
import type { Env } from './finish-reply.ts';
import { openApi } from './openapi.ts';
import { jsonTextReply, methodNotAllowed, noStore } from './replies.ts';

/** Called with a call and its budget when it is refused because of too many of them. */
export type OnRefused = (call: string, budget: string) => void;

/** Throws if a row of the table has no handler. */
export function mountCalls(
  app: Hono<Env>,
  {
    routes,
    hasOperator,
    onRefused,
    handlers: allHandlers,
    answerCall,
  }: {
    routes: RouteTable;
    /** Without an operator page its rows are not there. */
    hasOperator: boolean;
    onRefused: OnRefused;
    handlers: Readonly<Record<string, unknown>>;
    answerCall: ReturnType<typeof createAnswerCall>;
  },
): void {
  const rows = Object.entries(routes)
    .flatMap(([group, calls]) => Object.entries(calls).map(([name, route]) => ({ group, name, route })))
    .filter(({ route }) => hasOperator || !route.ofOperator)
    // `/api/thing/find` must be matched before `/api/thing/{id}`.
    .sort((one, other) => Number(one.route.path.includes('{')) - Number(other.route.path.includes('{')));
  const methods = new Map<string, string[]>();
  for (const { route } of rows) methods.set(route.path, [...(methods.get(route.path) ?? []), route.method]);
  for (const { group, name, route } of rows) {
    const handlers = allHandlers[group] as Record<string, Handler> | undefined;
    const handler = handlers?.[name];
    if (!handler) throw new Error(`No handler for ${group}.${name}`);
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(route.method, path, (c) => {
      c.set('route', `${group}.${name}`);
      const answered = answerCall({
        route,
        handler,
        request: c.req.raw,
        params: c.req.param(),
        peer: c.env.peer,
        onUser: (userId) => c.set('userId', userId),
      });
      return answered.catch((refusal: unknown) => {
        if (refusal instanceof Failure && tooMany.includes(refusal.code))
          onRefused(`${group}.${name}`, route.cost.budget);
        throw refusal;
      });
    });
    const allowed = methods.get(route.path) ?? [];
    if (route.method === allowed.at(-1)) app.all(path, () => methodNotAllowed(allowed));
  }
}

/** What a budget and a full queue answer. */
const tooMany: readonly FailureCode[] = ['too_many_requests', 'busy'];

export function mountDescription(app: Hono<Env>, routes: RouteTable, { hasEvents }: { hasEvents: boolean }): void {
  const description = JSON.stringify(openApi(routes, { hasEvents }));
  app.get('/api/openapi.json', () => jsonTextReply(description, 200, noStore));
  app.all('/api/openapi.json', () => methodNotAllowed(['GET']));
}

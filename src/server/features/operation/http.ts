// Answers the operator page's rows of the route table. They are served only if the page is on.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';
import type { Operation } from './operation.ts';

export function operationHttp(operation: Operation): Handlers<typeof routes.operation, unknown> {
  const { hold, sessions } = operation;
  const by = ({ address }: { address: string }) => ({ via: 'page' as const, who: address });
  return {
    async signIn({ body, client }) {
      if (sessions === null) throw new Failure('not_found', 'There is no API call at this address.');
      return { reply: { message: 'Signed in.' }, session: await sessions.open(body.token, client) };
    },
    async signOut({ sessionToken }) {
      if (sessionToken !== null) await sessions?.close(sessionToken);
      return { message: 'Signed out.' };
    },
    overview: () => operation.overview(),
    async hold({ body: { reason = '', minutes }, client }) {
      const forMs = minutes === undefined ? null : minutes * 60_000;
      await hold.place({ reason: reason === '' ? null : reason, forMs, by: by(client) });
      return operation.overview();
    },
    async release({ client }) {
      await hold.release(by(client));
      return operation.overview();
    },
    async runStep({ step }) {
      await operation.runStep(step);
      return { message: 'Started.' };
    },
  };
}

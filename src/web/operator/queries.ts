// The calls of the operator page. The overview is read again every ten seconds.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { createClient, type Send } from '#contract/client.ts';
import { ApiFailure } from '#contract/failure.ts';
import { type OperatorOverview, operationRoutes } from '#contract/operation/operation.ts';
import { putAnswer } from '#web/lib/server/queries.ts';

/** A server that hangs must show as one that doesn't answer. */
const timeoutMs = 8_000;

const send: Send = async ({ method, path, headers, body }) => {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const request = { method, headers, credentials: 'same-origin', signal } as const;
    const response = await fetch(path, { ...request, ...(body === undefined ? {} : { body }) });
    return {
      status: response.status,
      text: await response.text(),
      contentType: response.headers.get('content-type'),
      retryAfter: response.headers.get('retry-after'),
    };
  } catch {
    throw new ApiFailure('Can’t reach Hangtag.', { status: 0, code: 'unreachable' });
  }
};

// The content security policy forbids `eval`. Without this, zod tries it once, and the browser reports a violation.
z.config({ jitless: true });

const { operation } = createClient({ operation: operationRoutes }, send);

const refreshMs = 10_000;

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => operation.overview(),
  refetchInterval: (query) => (isSignedOut(query.state.error) ? false : refreshMs),
  refetchOnWindowFocus: true,
});

export const isSignedOut = (error: unknown): boolean => error instanceof ApiFailure && error.status === 401;

const useOperation = <Input, Reply>(
  call: (input: Input) => Promise<Reply>,
  after: (client: QueryClient, reply: Reply) => Promise<void>,
) => {
  const client = useQueryClient();
  return useMutation({ mutationFn: (input: Input) => call(input), onSuccess: (reply) => after(client, reply) });
};

const { queryKey } = overviewQuery;
const startOver = (client: QueryClient) => client.resetQueries({ queryKey });
const show = (client: QueryClient, overview: OperatorOverview) =>
  putAnswer<OperatorOverview>(client, queryKey, () => overview);

export const useSignIn = () => useOperation((token: string) => operation.signIn({ body: { token } }), startOver);
export const useSignOut = () => useOperation<void, unknown>(() => operation.signOut(), startOver);
export const useHold = () =>
  useOperation((body: { reason?: string; minutes?: number }) => operation.hold({ body }), show);
export const useRelease = () => useOperation<void, OperatorOverview>(() => operation.release(), show);
export const useRunStep = () =>
  useOperation(
    (step: string) => operation.runStep({ step }),
    (client) => client.invalidateQueries({ queryKey }),
  );

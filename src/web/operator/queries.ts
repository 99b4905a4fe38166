// The calls of the operator page. The overview is read again every ten seconds.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { createClient, type Send } from '#contract/client.ts';
import { ApiFailure } from '#contract/failure.ts';
import type { OperatorOverview } from '#contract/operation/operation.ts';
import { operationRoutes } from '#contract/operation/operation.ts';
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

const show = (client: QueryClient) => (overview: OperatorOverview) =>
  putAnswer<OperatorOverview>(client, overviewQuery.queryKey, () => overview);

export const useSignIn = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => operation.signIn({ body: { token } }),
    onSuccess: () => client.resetQueries({ queryKey: overviewQuery.queryKey }),
  });
};

export const useSignOut = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => operation.signOut(),
    onSuccess: () => client.resetQueries({ queryKey: overviewQuery.queryKey }),
  });
};

export const useHold = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { reason?: string; minutes?: number }) => operation.hold({ body }),
    onSuccess: show(client),
  });
};

export const useRelease = () => {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => operation.release(), onSuccess: show(client) });
};

export const useRunStep = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (step: string) => operation.runStep({ step }),
    onSuccess: () => client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
  });
};

// The queries and mutations of what to do today.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Today } from '#contract/today/today.ts';
import type { TodayKind } from '#domain/today/today.ts';
import { api } from '#web/lib/server/api.ts';
import { putAnswer } from '#web/lib/server/queries.ts';

export const todayKeys = { all: ['today'] } as const;

export const todayQuery = queryOptions({
  queryKey: todayKeys.all,
  queryFn: ({ signal }) => api.today.read({}, { signal }),
});

/** The task goes at once, and is back if the server didn't hear of it. */
export const useSnooze = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, days }: { kind: TodayKind; days: number }) => api.today.snooze({ kind, body: { days } }),
    onMutate: ({ kind }) =>
      putAnswer<Today>(
        client,
        todayKeys.all,
        (known) => known && { ...known, tasks: known.tasks.filter((one) => one.kind !== kind) },
      ),
    onSuccess: (today) => putAnswer<Today>(client, todayKeys.all, () => today),
    onError: () => client.invalidateQueries({ queryKey: todayKeys.all }),
  });
};

/** What such a call answers is what there is to do from now on. */
const useTodayChange = <Input>(call: (input: Input) => Promise<Today>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => call(input),
    onSuccess: (today) => putAnswer<Today>(client, todayKeys.all, () => today),
  });
};
export const usePutOff = () => useTodayChange(api.today.putOff);
export const usePutBack = () => useTodayChange(api.today.putBack);
export const useWake = () => useTodayChange(api.today.wake);

// The queries and mutations of push notifications, and of the daily summary by mail.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Device, NoticesOverview } from '#contract/notices/notices.ts';
import type { NoticeEvent } from '#domain/notices.ts';
import { findThisBrowser, PushError, turnOffPush, turnOnPush } from '#web/lib/browser/push.ts';
import { api, bare, whenDone } from '#web/lib/server/api.ts';
import { putAnswer, useChange } from '#web/lib/server/queries.ts';
import { toastDone, toastFailed, toastFailure } from '#web/ui/toast-store.ts';

type OwnNotices = NoticesOverview & {
  /** The fingerprint of the device that is this browser; null if it is not registered. */
  current: string | null;
};

const key = ['notices'] as const;

const fingerprintsOf = ({ devices }: NoticesOverview): string[] => devices.map(({ fingerprint }) => fingerprint);

export const noticesQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }): Promise<OwnNotices> => {
    const overview = await api.notices.overview({}, { signal });
    const readAgain = async () => fingerprintsOf(await api.notices.overview({}, { signal }));
    return { ...overview, current: await findThisBrowser(fingerprintsOf(overview), readAgain) };
  },
});

const useNoticesChange = () => {
  const client = useQueryClient();
  return (change: (known: OwnNotices) => OwnNotices) =>
    putAnswer<OwnNotices>(client, key, (known) => known && change(known));
};

const withDevice = (known: OwnNotices, device: Device): OwnNotices => ({
  ...known,
  isOffered: false,
  devices: [...known.devices.filter(({ id }) => id !== device.id), device],
});

/** Removes the device at the server first. If the browser unsubscribed first and this failed, it would silently get nothing. */
export const useTurnOff = ({ isHere }: { isHere: boolean }) => {
  const client = useQueryClient();
  const change = useNoticesChange();
  return useMutation({
    mutationFn: async ({ id }: { id: string }) => {
      await api.notices.unsubscribe({ id });
      if (isHere) await turnOffPush();
    },
    onSuccess: (_, { id: gone }) =>
      change((known) => ({
        ...known,
        devices: known.devices.filter(({ id }) => id !== gone),
        ...(isHere && { current: null }),
      })),
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
};

export const useChooseEvents = () => {
  const change = useNoticesChange();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: { events: NoticeEvent[] } }) => api.notices.choose({ id, body }),
    onSuccess: (device) => change((known) => withDevice(known, device)),
  });
};

/** Reloads the list even after a failure, because the server removes browsers that no longer exist. */
export const useTestMessage = () =>
  useChange(api.notices.test, (client) => client.invalidateQueries({ queryKey: key }));

export const useMailSummary = () => {
  const change = useNoticesChange();
  return useMutation({
    mutationFn: (mailsSummary: boolean) => api.notices.mailSummary({ body: { mailsSummary } }),
    onSuccess: ({ mailsSummary }) => change((known) => ({ ...known, mailsSummary })),
  });
};

export const useDeclineOffer = () => {
  const change = useNoticesChange();
  return useMutation({
    mutationFn: bare(api.notices.declineOffer),
    onSuccess: () => change((known) => ({ ...known, isOffered: false })),
  });
};

const whyOff: Record<PushError['kind'], string> = {
  denied: 'Your browser blocks notifications from Hangtag. Your profile shows how to allow them.',
  dismissed: 'Your browser asked you and got no answer. You can try again at any time.',
  no_service: 'Your browser couldn’t reach its push service. It may be turned off in the browser’s settings.',
};

export const useTurnOnMessages = () => {
  const change = useNoticesChange();
  const turnOn = useMutation({
    mutationFn: (publicKey: string) =>
      turnOnPush(publicKey, (subscription) => api.notices.subscribe({ body: subscription })),
    onSuccess: (device) => change((known) => ({ ...withDevice(known, device), current: device.fingerprint })),
  });
  const turnOnHere = (publicKey: string) =>
    whenDone(turnOn.mutateAsync(publicKey), {
      onSuccess: () => toastDone('Notifications are on', 'Send a test to see one.'),
      onError: (error) => {
        if (!(error instanceof PushError))
          return toastFailure(error, 'Error', 'Couldn’t change notifications. Try again in a moment.');
        // If the browser blocks notifications, the profile explains how to change that.
        toastFailed('Notifications are still off', whyOff[error.kind]);
      },
    });
  return { isPending: turnOn.isPending, turnOnHere };
};

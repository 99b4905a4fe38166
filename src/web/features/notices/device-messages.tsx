// The settings for push notifications, on this device and on other devices, and for the daily summary by email.
import type { Device } from '#contract/notices/notices.ts';
import { type NoticeEvent, noticeEvents } from '#domain/notices.ts';
import { ago, shortDay } from '#web/format/format.ts';
import { type PushSupport, usePushSupport } from '#web/lib/browser/push.ts';
import { browserName } from '#web/lib/browser/this-browser.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { NoData } from '#web/ui/panel.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import {
  noticesQuery,
  useChooseEvents,
  useMailSummary,
  useTestMessage,
  useTurnOff,
  useTurnOnMessages,
} from './queries.ts';
import '#web/ui/stamp.css';
import './notices.css';

export const DeviceMessages = ({ timezone }: { timezone: string }) => {
  const { data: known, error, refetch } = useSteadyQuery(noticesQuery);
  const support = usePushSupport();
  const current = known?.devices.find(({ fingerprint }) => fingerprint === known.current);
  const others = known?.devices.filter((device) => device !== current) ?? [];
  return (
    <section className="profile-part messages" aria-labelledby="messages">
      <div className="messages-head">
        <h3 className="h-head" id="messages">
          Notifications on this device
        </h3>
        {current && <Stamp kind="go">On</Stamp>}
      </div>
      {known ? (
        <>
          {current ? (
            <ThisDevice device={current} />
          ) : support === 'able' ? (
            <TurnOn publicKey={known.publicKey} />
          ) : (
            <WhyNot support={support} />
          )}
          {others.length > 0 && <OtherDevices devices={others} timezone={timezone} />}
        </>
      ) : (
        <NoData error={error} onRetry={refetch} label="Loading your devices" />
      )}
    </section>
  );
};

const summaryText =
  'Every morning at 8, if anything happened yesterday: shares, price changes, sales, and their profit.';

const eventTexts: Record<NoticeEvent, { title: string; text: string }> = {
  needs: {
    title: 'The bot needs you',
    text: 'A human check, a rejected password, or an expired session: sharing is paused until you act.',
  },
  stopped: {
    title: 'The bot stopped or paused',
    text: 'It reached your daily limit, or it’s sharing less for a while after a warning.',
  },
  prices: { title: 'Prices are updated', text: 'A price update finished.' },
  security: { title: 'Your sign-in', text: 'A new browser signed in, or your second step changed.' },
  summary: {
    title: 'Daily summary',
    text: summaryText,
  },
};

const howTo = {
  denied: {
    text: 'Your browser blocks notifications from Hangtag. To allow them:',
    steps: [
      'Open the site’s settings from the icon beside the address, or from your browser’s settings.',
      'Set Notifications to Allow.',
      'Come back here. You don’t need to reload the page.',
    ],
  },
  home_screen: {
    text: 'On an iPhone or iPad, only apps on the Home Screen can get notifications:',
    steps: [
      'In Safari, tap Share, then Add to Home Screen.',
      'Open Hangtag from the Home Screen and sign in there.',
      'Turn on notifications here, in your profile. This needs iOS 16.4 or newer.',
    ],
  },
};

/** Shown only where the summary can be mailed: mail is configured, and the seller's address confirmed. */
export const SummaryByMail = ({ email }: { email: string }) => {
  const { data: known } = useSteadyQuery(noticesQuery);
  const choose = useMailSummary();
  if (typeof known?.mailsSummary !== 'boolean') return null;
  const title = 'Daily summary by email';
  return (
    <section className="profile-part" aria-label={title}>
      <SwitchRow
        id="summary-mail"
        title={title}
        text={`${summaryText} Sent to ${email}.`}
        checked={choose.isPending ? choose.variables : known.mailsSummary}
        aria-disabled={choose.isPending || undefined}
        onChange={({ target }) => {
          if (choose.isPending) return;
          whenDone(choose.mutateAsync(target.checked), {
            onError: (error) => toastFailure(error, 'Error', 'Couldn’t save this. Try again in a moment.'),
          });
        }}
      />
    </section>
  );
};

const toastNotDone = (error: unknown) =>
  toastFailure(error, 'Error', 'Couldn’t change notifications. Try again in a moment.');

const TurnOn = ({ publicKey }: { publicKey: string }) => {
  const { isPending, turnOnHere } = useTurnOnMessages();
  return (
    <>
      <p className="small mute">
        Get a short notification on this device when something happens, even when Hangtag is closed. You choose the
        events.
      </p>
      <div className="answers">
        <Button onClick={() => turnOnHere(publicKey)} isPending={isPending} pendingText="Turning on…">
          Turn on notifications
        </Button>
      </div>
      <p className="small dim">Encrypted end to end.</p>
    </>
  );
};

const WhyNot = ({ support }: { support: Exclude<PushSupport, 'able'> }) => {
  if (support === 'insecure' || support === 'unsupported')
    return (
      <p className="small">
        {support === 'insecure'
          ? 'Notifications need a site with https. Ask your administrator to set it up.'
          : 'This browser can’t get notifications while Hangtag is closed. Try another browser on this device.'}
      </p>
    );
  const { text, steps } = howTo[support];
  return (
    <div className="messages-why lines-close">
      <p className="small">{text}</p>
      <ol className="small">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
};

const ThisDevice = ({ device }: { device: Device }) => {
  const { id } = device;
  const choose = useChooseEvents();
  const turnOff = useTurnOff({ isHere: true });
  const test = useTestMessage();
  const now = useNow(30_000);
  // The switch moves at once, and moves back if the server refuses.
  const events = choose.isPending ? choose.variables.body.events : device.events;
  const toggle = (event: (typeof noticeEvents)[number], isOn: boolean) =>
    whenDone(
      choose.mutateAsync({
        id,
        body: { events: noticeEvents.filter((one) => (one === event ? isOn : events.includes(one))) },
      }),
      { onError: toastNotDone },
    );
  const sendTest = () =>
    whenDone(test.mutateAsync({ id }), {
      onSuccess: ({ message }) => toastDone('Test sent', message),
      onError: (error) => toastFailure(error, 'Test failed', 'Couldn’t send the test. Try again in a moment.'),
    });
  const leave = () =>
    whenDone(turnOff.mutateAsync({ id }), {
      onSuccess: () => toastDone('Notifications are off', 'This device won’t get any more.'),
      onError: toastNotDone,
    });
  return (
    <>
      <fieldset className="messages-events">
        <legend className="sr">Notify this device about</legend>
        {noticeEvents.map((event) => (
          <SwitchRow
            key={event}
            id={`message-${event}`}
            title={eventTexts[event].title}
            text={eventTexts[event].text}
            checked={events.includes(event)}
            onChange={({ target }) => toggle(event, target.checked)}
          />
        ))}
      </fieldset>
      <p className="small mute">
        {events.length === 0 && 'No event is chosen, so you won’t get any notifications. '}
        {lastMessage(device, now)}
      </p>
      <div className="answers">
        <Button onClick={sendTest} isPending={test.isPending} pendingText="Sending…">
          Send a test
        </Button>
        <Button look="bare" onClick={leave} isPending={turnOff.isPending} pendingText="Turning off…">
          Turn off here
        </Button>
      </div>
      <p className="small dim">Encrypted end to end.</p>
    </>
  );
};

const lastMessage = ({ lastSuccessAt, lastFailureAt }: Device, now: number): string => {
  if (lastFailureAt !== null)
    return `The browser’s push service didn’t accept the last notification, ${ago(lastFailureAt, now)}. Hangtag will try again automatically.`;
  return lastSuccessAt === null ? 'No notifications sent here yet.' : `Last notification ${ago(lastSuccessAt, now)}.`;
};

const OtherDevices = ({ devices, timezone }: { devices: readonly Device[]; timezone: string }) => {
  const remove = useTurnOff({ isHere: false });
  const now = useNow(30_000);
  const turnOff = (id: string, name: string) =>
    whenDone(remove.mutateAsync({ id }), {
      onSuccess: () => toastDone('Notifications are off', `${name} won’t get any more.`),
      onError: toastNotDone,
    });
  return (
    <>
      <h4 className="small messages-others">Your other devices</h4>
      <ul className="sessions">
        {devices.map((device) => {
          const name = browserName(device.device) ?? 'Unknown browser';
          return (
            <li key={device.id}>
              <div>
                <b>{name}</b>
                <p className="small mute">
                  since {shortDay(device.since, timezone)}. {lastMessage(device, now)}
                </p>
              </div>
              <Button
                isSmall
                aria-label={`Turn off notifications on ${name}`}
                onClick={() => turnOff(device.id, name)}
                isPending={remove.isPending && remove.variables.id === device.id}
                pendingText="Turning off…"
              >
                Turn off
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
};

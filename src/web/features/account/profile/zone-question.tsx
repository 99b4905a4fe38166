// Asks about the time zone if the device's differs from the account's.
import { type ReactNode, useState } from 'react';
import type { User } from '#contract/account/sign-in.ts';
import { wallTime } from '#domain/time.ts';
import { zonePlace } from '#web/format/format.ts';
import { deviceZone } from '#web/lib/browser/device-zone.ts';
import { keepChoice, keptChoice } from '#web/lib/browser/kept-choice.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import { toastProfileSaved, useChangeProfile } from '../queries.ts';
import './zone-question.css';

type QuestionProps = { label: string; title: string; text: string; children: ReactNode };

export const Question = ({ label, title, text, children }: QuestionProps) => (
  <section className="zone-question" aria-label={label}>
    <div className="wrap spread small">
      <p>
        <b>{title}</b> {text}
      </p>
      <div className="answers">{children}</div>
    </div>
  </section>
);

/** Compares the current time, not the names: two zones may have the same. */
const showsSameTime = (one: string, other: string): boolean => {
  const time = (zone: string) => JSON.stringify(wallTime(Date.now(), zone));
  return time(one) === time(other);
};

/** Asked once per zone. Nothing changes unless the seller answers. */
export const ZoneQuestion = ({ user }: { user: User }) => {
  const device = deviceZone();
  const key = `zone-kept:${user.id}:${user.timezone}:${device}`;
  const [isKept, keep] = useState(() => keptChoice(key) === 'yes');
  const change = useChangeProfile();
  if (device === null || isKept || device === user.timezone || showsSameTime(device, user.timezone)) return null;
  const move = () =>
    whenDone(change.mutateAsync({ body: { timezone: device } }), {
      onSuccess: toastProfileSaved,
      onError: (error) =>
        toastFailure(error, 'Update failed', 'The time zone couldn’t be changed. Try again in a moment.'),
    });
  const stay = () => {
    keepChoice(key, 'yes');
    keep(true);
  };
  return (
    <Question
      label="Time zone"
      title={`This device is on ${zonePlace(device)} time. Your account is on ${zonePlace(user.timezone)} time.`}
      text="Your slots, days, and limits don’t change unless you choose to."
    >
      <Button isSmall onClick={move} isPending={change.isPending} pendingText="Moving…">
        Move to {zonePlace(device)} time
      </Button>
      <Button isSmall look="bare" onClick={stay}>
        Stay on {zonePlace(user.timezone)} time
      </Button>
    </Question>
  );
};

// The strip with Start or Stop at the edge of a phone's screen.

import { type RefObject, useEffect, useState } from 'react';
import type { BotStatus } from '#contract/bot/bot.ts';
import { count } from '#web/format/format.ts';
import { isOnHold, type Sentence } from '#web/messages/bot/bot-sentence.ts';
import { StartButton, StopButton } from './start-stop.tsx';
import './phone-strip.css';
import { botMessages as messages } from '#web/messages/bot/bot.ts';

type Props = { status: BotStatus; whyNot: string | null; sentence: Sentence; controls: RefObject<HTMLElement | null> };

/** On phones it keeps the state and the button in reach after the controls are scrolled away. */
export const PhoneStrip = ({ status, whyNot, sentence, controls }: Props) => {
  const [isAway, setAway] = useState(false);
  // Only the browser knows whether the controls are visible.
  useEffect(() => {
    const element = controls.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setAway(entry ? !entry.isIntersecting : false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [controls]);
  if (!isAway || (!status.isRunning && whyNot !== null)) return null;
  const { completedShares, totalListings } = status.shareStatus;
  return (
    <section className={`strip ${status.state}`} aria-label="Bot at a glance">
      <div>
        <b>{isOnHold(status) ? messages.onHold : messages.states[status.state]}</b>
        <span>
          {keepTimes(
            status.state === 'sharing'
              ? `${count(completedShares)} of ${count(totalListings)}. ${sentence.next}`
              : sentence.next,
          )}
        </span>
      </div>
      {status.isRunning ? <StopButton /> : <StartButton status={status} whyNot={whyNot} />}
    </section>
  );
};

/** A line never ends inside a time of day. */
const keepTimes = (text: string): string => text.replace(/(\d) ([AP]M)/g, '$1\u00a0$2');

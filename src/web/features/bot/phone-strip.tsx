import { type RefObject, useEffect, useState } from 'react';
import type { BotStatus } from '#contract/bot.ts';
import { count } from '#web/lib/format.ts';
import type { Sentence } from './bot-sentence.ts';
import { StartButton, StopButton } from './start-stop.tsx';
import './phone-strip.css';

type Props = { status: BotStatus; whyNot: string | null; sentence: Sentence; controls: RefObject<HTMLElement | null> };

/** On phones, state and Start or Stop stay within reach once the controls have scrolled away. */
export const PhoneStrip = ({ status, whyNot, sentence, controls }: Props) => {
  const [isAway, setAway] = useState(false);
  // Whether an element is in sight is known to the browser's layout alone.
  useEffect(() => {
    const element = controls.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setAway(entry ? !entry.isIntersecting : false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [controls]);
  if (!isAway || (!status.isRunning && whyNot !== null)) return null;
  const { completedShares, totalListings } = status.shareStatus;
  const words: Record<BotStatus['state'], string> = {
    sharing: 'Running',
    waiting: 'Waiting',
    paused: 'Paused',
    stopped: 'Stopped',
  };
  return (
    <section className={`strip ${status.state}`} aria-label="Bot, in short">
      <div>
        <b>{words[status.state]}</b>
        <span>
          {status.state === 'sharing'
            ? `${count(completedShares)} of ${count(totalListings)}. ${sentence.next}`
            : sentence.next}
        </span>
      </div>
      {status.isRunning ? <StopButton /> : <StartButton status={status} whyNot={whyNot} />}
    </section>
  );
};

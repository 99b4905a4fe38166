// The offers to likers: their switch, rules in order, and what they would send now.
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { Link } from 'wouter';
import {
  type OfferPreviewAsk,
  OfferRules,
  type OfferPreview as Preview,
  type StoredOfferRules,
} from '#contract/offers/offers.ts';
import { isNeverAsked, mostRules, ruleBounds } from '#domain/offers/rules.ts';
import { counted } from '#web/format/format.ts';
import { paths } from '#web/lib/paths.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { listingsQuery, useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Plus } from '#web/ui/icons.tsx';
import { NoData } from '#web/ui/panel.tsx';
import { NumberPart } from '#web/ui/sentence/inline-parts.tsx';
import { SentenceList } from '#web/ui/sentence/sentence-list.tsx';
import { SaveBar, useDraft } from '#web/ui/sentence/use-draft.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import { OfferPreview } from './offer-preview.tsx';
import { previewQuery, rulesQuery, useSaveRules, useTurnOffers } from './queries.ts';
import { anotherRule, bodyOf, draftOf, type RuleDraft, RuleSentence, startingRules } from './rule-sentence.tsx';
import './offers.css';

const OffersSection = () => {
  const { data, error, refetch } = useSteadyQuery(rulesQuery);
  if (data === undefined) return <NoData error={error} onRetry={refetch} lines={8} label="Loading your rules" />;
  return <RulesEditor saved={data} />;
};

export default OffersSection;

const RulesEditor = ({ saved }: { saved: StoredOfferRules }) => {
  const { data: listings = [] } = useQuery(listingsQuery);
  const edited = useDraft({
    noun: 'rules',
    saved: draftOf(saved),
    schema: OfferRules,
    bodyOf,
    save: useSaveRules(),
    saidOf: ({ rules }) => (rules.length === 0 ? 'The percentage of the bot’s settings decides now.' : undefined),
  });
  const { draft, body, isChanged, problems } = edited;
  const { rules } = draft;
  const preview = useSteadyQuery(previewQuery(useRested(isChanged ? body : {})));
  const { offers = [], leftToday } = preview.data ?? {};
  const readyBy = (index: number) =>
    offers.filter(({ ruleIndex, blocked }) => ruleIndex === index && blocked === null).length;
  const usual = offers.find(({ percent }) => percent !== null);
  const changeRules = (next: readonly RuleDraft[]) => edited.change({ ...draft, rules: next });
  return (
    <div className="two-sides">
      <OffersSwitch wait={preview.data?.wait} />
      <section className="sentences" aria-labelledby="offer-rules">
        <div className="sentences-head">
          <h2 className="h-title" id="offer-rules">
            Rules
          </h2>
          {rules.length > 1 && <p className="small mute">The first rule that fits a listing decides.</p>}
        </div>
        {rules.length === 0 ? (
          <div className="lines-close">
            <p>
              {`You have no rules yet. Every listing with likers gets the same offer, once in 7 days${usual === undefined ? '' : `: ${usual.percent}% off, as in the bot’s settings`}.`}
            </p>
            <p className="mute">
              A sensible start makes three rules that you can change: 10% off at first, 15% after two weeks, 20% after
              two months, and never at a loss.
            </p>
            <div className="answers">
              <Button look="primary" onClick={() => changeRules(startingRules())}>
                Make a sensible start
              </Button>
              <Button onClick={() => changeRules([anotherRule()])}>Add a rule of my own</Button>
            </div>
          </div>
        ) : (
          <>
            <SentenceList
              noun="rule"
              items={rules}
              problems={problems}
              listings={listings}
              onChange={changeRules}
              says={(rule, parts) => <RuleSentence rule={rule} {...parts} />}
              foot={(rule, index) => (
                <p className="small mute">
                  {rule.enabled ? statusOf(readyBy(index), isNeverAsked(rules, index)) : 'Off.'}
                </p>
              )}
            />
            {rules.length < mostRules && (
              <Button icon={<Plus />} onClick={() => changeRules([...rules, anotherRule()])}>
                Add a rule
              </Button>
            )}
          </>
        )}
        <p className="rule-says">
          {'Hangtag sends at most '}
          <NumberPart
            label="Offers a day"
            value={draft.mostADay}
            bounds={ruleBounds.mostADay}
            problem={problems.get('mostADay')}
            onChange={(mostADay) => edited.change({ ...draft, mostADay })}
          />
          {' offers a day.'}
          {leftToday !== undefined && !isChanged && (
            <span className="mute"> {`${counted(leftToday, 'offer')} left today.`}</span>
          )}
        </p>
        {problems.has('mostADay') && <p className="err">{problems.get('mostADay')}</p>}
        <SaveBar noun="rules" {...edited} />
      </section>
      <OfferPreview {...preview} rules={rules} isOutdated={isChanged && body === null} />
    </div>
  );
};

const statusOf = (ready: number, isNever: boolean): string => {
  if (isNever) return 'Never decides, because a rule above it is for all listings. Move it up.';
  return ready === 0 ? 'Nothing goes out by this rule now.' : `${counted(ready, 'offer')} ready by this rule.`;
};

const restMs = 350;

/** The last that could be asked, a moment after the last change. */
function useRested(body: OfferPreviewAsk | null): OfferPreviewAsk {
  const text = body === null ? null : JSON.stringify(body);
  const [rested, rest] = useState(text ?? '{}');
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => rest(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return useDeferredValue(JSON.parse(rested) as OfferPreviewAsk);
}

const waits: Record<NonNullable<Preview['wait']>, string> = {
  turned_off: 'Off: no offer goes out. You can still make rules and see what they would do.',
  on_hold: 'Your administrator paused all bots, so no offer goes out until they resume.',
  not_running: 'On, but your bot isn’t sharing now. Offers go out after its rounds.',
  gentle: 'On, but Poshmark sent a warning, so Hangtag is gentle and sends none for now.',
  busy: 'On, but Poshmark is refusing many sellers right now. Hangtag tries again after the next round.',
};

/** The same switch as in the bot's settings. `wait`: undefined until it is known. */
const OffersSwitch = ({ wait }: { wait: Preview['wait'] | undefined }) => {
  const turn = useTurnOffers();
  // What was pressed shows at once.
  const isOn = turn.isPending ? turn.variables : wait !== undefined && wait !== 'turned_off';
  const text = wait === undefined ? ' ' : wait === null ? 'On: offers go out after each round.' : waits[wait];
  return (
    <div className="offers-switch">
      <SwitchRow
        id="offers-on"
        title="Send offers to likers"
        text={text}
        checked={isOn}
        disabled={wait === undefined}
        onChange={({ target }) =>
          whenDone(turn.mutateAsync(target.checked), {
            onError: (error) => toastFailure(error, 'Not changed', 'Couldn’t change the setting. Try again.'),
          })
        }
      />
      {wait === 'not_running' && (
        <Link className="small" href={paths.dashboard}>
          See it on the dashboard
        </Link>
      )}
    </div>
  );
};

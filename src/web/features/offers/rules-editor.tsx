// Edits the rules on one side, and shows on the other what they would send.
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { type OfferPreviewAsk, OfferRules, type StoredOfferRules } from '#contract/offers/offers.ts';
import { isNeverAsked, mostRules, ruleBounds } from '#domain/offers/rules.ts';
import { counted } from '#web/format/format.ts';
import { listingsQuery, useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Plus } from '#web/ui/icons.tsx';
import { NumberPart } from '#web/ui/sentence/inline-parts.tsx';
import { SentenceList } from '#web/ui/sentence/sentence-list.tsx';
import { SaveBar, useDraft } from '#web/ui/sentence/use-draft.tsx';
import { OfferPreview } from './offer-preview.tsx';
import { OffersSwitch } from './offers-switch.tsx';
import { previewQuery, useSaveRules } from './queries.ts';
import { anotherRule, bodyOf, draftOf, type RuleDraft, startingRules } from './rules/rule-draft.ts';
import { RuleSentence } from './rules/rule-sentence.tsx';

export const RulesEditor = ({ saved }: { saved: StoredOfferRules }) => {
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
          <NoRules
            percent={offers.find(({ percent }) => percent !== null)?.percent ?? null}
            onStart={() => changeRules(startingRules())}
            onAdd={() => changeRules([anotherRule()])}
          />
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

type NoRulesProps = { percent: number | null; onStart: () => void; onAdd: () => void };

/** What decides while the seller has no rules, and how to begin. */
const NoRules = ({ percent, onStart, onAdd }: NoRulesProps) => (
  <div className="lines-close">
    <p>
      {`You have no rules yet. Every listing with likers gets the same offer, once in 7 days${percent === null ? '' : `: ${percent}% off, as in the bot’s settings`}.`}
    </p>
    <p className="mute">
      A sensible start makes three rules that you can change: 10% off at first, 15% after two weeks, 20% after two
      months, and never at a loss.
    </p>
    <div className="answers">
      <Button look="primary" onClick={onStart}>
        Make a sensible start
      </Button>
      <Button onClick={onAdd}>Add a rule of my own</Button>
    </div>
  </div>
);

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

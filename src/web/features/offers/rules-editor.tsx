// Edits the rules on one side, and shows on the other what they would send.
import { useDeferredValue, useEffect, useState } from 'react';
import { ApiFailure } from '#contract/failure.ts';
import type { OfferPreviewAsk, StoredOfferRules } from '#contract/offers.ts';
import { ruleBounds } from '#domain/offers/bounds.ts';
import { counted } from '#web/format/format.ts';
import { failureMessage, whenDone } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Plus } from '#web/ui/icons.tsx';
import { NumberPart } from '#web/ui/sentence/inline-parts.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { anotherRule, check, type Problems, startingRules } from './draft/rule-draft.ts';
import { useDraftRules } from './draft/use-draft-rules.ts';
import { OfferPreview } from './preview/offer-preview.tsx';
import { previewQuery, useSaveRules } from './queries.ts';
import { NoRules } from './rules/no-rules.tsx';
import { RuleList } from './rules/rule-list.tsx';
import { OffersSwitch } from './switch/offers-switch.tsx';

const noProblems: Problems = new Map();

export const RulesEditor = ({ saved }: { saved: StoredOfferRules }) => {
  const { draft, isChanged, change, forget } = useDraftRules(saved);
  const save = useSaveRules();
  /** What only the server knows, until something is changed. */
  const [refused, setRefused] = useState<Problems>(noProblems);
  const { body, problems } = check(draft);
  const edit: typeof change = (part) => {
    setRefused(noProblems);
    change(part);
  };
  const preview = useSteadyQuery(previewQuery(useRested(isChanged ? body : {})));
  const send = () => {
    if (body === null) return focusProblem();
    whenDone(save.mutateAsync(body), {
      onSuccess: ({ rules }) => {
        forget();
        toastDone('Rules saved', rules.length === 0 ? 'The percentage of the bot’s settings decides now.' : undefined);
      },
      onError: (error) => {
        if (error instanceof ApiFailure) setRefused(new Map(Object.entries(error.fields)));
        toastFailed('Not saved', failureMessage(error, 'Couldn’t save the rules. Try again.'), { error });
      },
    });
  };
  const shown = problems ?? refused;
  const { rules } = draft;
  return (
    <div className="offers-page">
      <OffersSwitch wait={preview.data?.wait} />
      <section className="offer-rules" aria-labelledby="offer-rules">
        <div className="offer-rules-head">
          <h2 className="h-title" id="offer-rules">
            Rules
          </h2>
          {rules.length > 1 && <p className="small mute">The first rule that fits a listing decides.</p>}
        </div>
        {rules.length === 0 ? (
          <NoRules
            percent={preview.data?.offers.find(({ percent }) => percent !== null)?.percent ?? null}
            onStart={() => edit({ rules: startingRules() })}
            onAdd={() => edit({ rules: [anotherRule()] })}
          />
        ) : (
          <>
            <RuleList
              rules={rules}
              problems={shown}
              offers={preview.data?.offers}
              onChange={(next) => edit({ rules: next })}
            />
            {rules.length < 20 && (
              <Button icon={<Plus />} onClick={() => edit({ rules: [...rules, anotherRule()] })}>
                Add a rule
              </Button>
            )}
          </>
        )}
        <p className="rule-says most-a-day">
          {'Hangtag sends at most '}
          <NumberPart
            label="Offers a day"
            value={draft.mostADay}
            bounds={ruleBounds.mostADay}
            problem={shown.get('mostADay')}
            onChange={(mostADay) => edit({ mostADay })}
          />
          {' offers a day.'}
          {preview.data && !isChanged && (
            <span className="mute"> {`${counted(preview.data.leftToday, 'offer')} left today.`}</span>
          )}
        </p>
        {shown.has('mostADay') && <p className="err">{shown.get('mostADay')}</p>}
        <div className={isChanged ? 'save-rules on' : 'save-rules'}>
          <p className="small" role="status">
            {!isChanged
              ? 'All changes saved.'
              : shown.size > 0
                ? `Fix ${shown.size === 1 ? 'the marked part' : 'the marked parts'} first.`
                : 'Not saved yet.'}
          </p>
          {isChanged && (
            <>
              <Button look="bare" onClick={forget}>
                Undo changes
              </Button>
              <Button look="primary" onClick={send} isPending={save.isPending} pendingText="Saving…">
                Save rules
              </Button>
            </>
          )}
        </div>
      </section>
      <OfferPreview {...preview} rules={rules} isOutdated={isChanged && body === null} />
    </div>
  );
};

const focusProblem = () => document.querySelector<HTMLElement>('.offer-rules [aria-invalid]')?.focus();

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

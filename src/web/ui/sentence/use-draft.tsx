// Rules or plans while a seller edits them: what is wrong with them, and what isn't saved yet, also while they look at another screen.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { ApiFailure } from '#contract/failure.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '../button.tsx';
import { toastDone, toastFailure } from '../toast-store.ts';
import './sentence.css';

/** What is wrong, by path: `rules.0.percent`. */
export type Problems = ReadonlyMap<string, string>;
const noProblems: Problems = new Map();

/** Drafts are in the cache, so that they are dropped when the session ends. */
const drafts = ['drafts'] as const;

/** Closing the page asks first while something isn't saved. */
const guard = { client: null as QueryClient | null };
const isUnsaved = (): boolean =>
  guard.client?.getQueriesData({ queryKey: drafts }).some(([, draft]) => draft != null) ?? false;
const ask = (event: BeforeUnloadEvent) => {
  if (isUnsaved()) event.preventDefault();
  else removeEventListener('beforeunload', ask);
};

type Draft<Body> = {
  /** null: something is wrong with it. */
  body: Body | null;
  problems: Problems;
  isChanged: boolean;
  isSaving: boolean;
  forget: () => void;
  send: () => void;
};

type Options<Edited, Body, Reply> = {
  noun: 'rules' | 'plans';
  saved: Edited;
  schema: z.ZodType;
  /** As it is sent. Also the form in which a draft is compared with what is saved. */
  bodyOf: (draft: Edited) => Body;
  save: { mutateAsync: (body: Body) => Promise<Reply>; isPending: boolean };
  /** What is said about what was saved. */
  saidOf?: (reply: Reply) => string | undefined;
};

export function useDraft<Edited extends object, Body, Reply>(
  options: Options<Edited, Body, Reply>,
): Draft<Body> & { draft: Edited; change: (next: Edited) => void } {
  const { noun, saved, schema, bodyOf, save, saidOf } = options;
  const client = useQueryClient();
  const key = [...drafts, noun];
  const [changed, setChanged] = useState(() => client.getQueryData<Edited | null>(key) ?? null);
  /** What only the server knows, until something is changed. */
  const [refused, setRefused] = useState(noProblems);
  const draft = changed ?? saved;
  const body = bodyOf(draft);
  const wrong = problemsOf(schema, body);
  const set = (next: Edited | null) => {
    setRefused(noProblems);
    setChanged(next);
    client.setQueryDefaults(drafts, { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData(key, next);
    guard.client = client;
    // With such a listener some browsers don't use their back/forward cache, so it is set only while needed.
    (isUnsaved() ? addEventListener : removeEventListener)('beforeunload', ask);
  };
  const problems = wrong.size > 0 ? wrong : refused;
  return {
    draft,
    body: wrong.size > 0 ? null : body,
    problems,
    isChanged: changed !== null,
    isSaving: save.isPending,
    change: (next) => set(textOf(bodyOf(next)) === textOf(bodyOf(saved)) ? null : next),
    forget: () => set(null),
    send: () => {
      if (wrong.size > 0) return document.querySelector<HTMLElement>('.sentences [aria-invalid]')?.focus();
      whenDone(save.mutateAsync(body), {
        onSuccess: (reply) => {
          set(null);
          toastDone(noun === 'rules' ? 'Rules saved' : 'Plans saved', saidOf?.(reply));
        },
        onError: (error) => {
          if (error instanceof ApiFailure) setRefused(new Map(Object.entries(error.fields)));
          toastFailure(error, 'Not saved', `Couldn’t save the ${noun}. Try again.`);
        },
      });
    },
  };
}

function problemsOf(schema: z.ZodType, body: unknown): Problems {
  const problems = new Map<string, string>();
  for (const { path, message } of schema.safeParse(body).error?.issues ?? [])
    if (!problems.has(path.join('.'))) problems.set(path.join('.'), message);
  return problems;
}

/** The same for two that say the same, whatever the order of their parts. */
const textOf = (body: unknown): string =>
  JSON.stringify(body, (_, part: unknown) =>
    part instanceof Object && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  );

type BarProps = Pick<Draft<unknown>, 'isChanged' | 'problems' | 'isSaving' | 'forget' | 'send'> & {
  noun: 'rules' | 'plans';
};

/** While something isn't saved, its button stays in sight. */
export const SaveBar = ({ noun, isChanged, problems, isSaving, forget, send }: BarProps) => (
  <div className={isChanged ? 'save-rules on' : 'save-rules'}>
    <p className="small" role="status">
      {!isChanged
        ? 'All changes saved.'
        : problems.size > 0
          ? `Fix ${problems.size === 1 ? 'the marked part' : 'the marked parts'} first.`
          : 'Not saved yet.'}
    </p>
    {isChanged && (
      <>
        <Button look="bare" onClick={forget}>
          Undo changes
        </Button>
        <Button look="primary" onClick={send} isPending={isSaving} pendingText="Saving…">
          {`Save ${noun}`}
        </Button>
      </>
    )}
  </div>
);

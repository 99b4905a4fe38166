// Asks the seller to confirm who they are, when a call was refused until they do.
import { useSyncExternalStore } from 'react';

/** `round` counts the questions, so that each starts with empty fields. */
type Question = { isAsked: boolean; round: number };

let question: Question = { isAsked: false, round: 0 };
let answer: { promise: Promise<boolean>; resolve: (isConfirmed: boolean) => void } | null = null;
const listeners = new Set<() => void>();

const change = (next: Question): void => {
  question = next;
  for (const listener of listeners) listener();
};

/** Resolves to whether they did. Calls that are refused at the same time share one question. */
export const askToConfirm = (): Promise<boolean> => {
  // On a screen without the dialog nobody would answer.
  if (listeners.size === 0) return Promise.resolve(false);
  if (answer === null) {
    answer = Promise.withResolvers<boolean>();
    change({ isAsked: true, round: question.round + 1 });
  }
  return answer.promise;
};

export const answerConfirmation = (isConfirmed: boolean): void => {
  answer?.resolve(isConfirmed);
  answer = null;
  change({ ...question, isAsked: false });
};

/**
 * Calls `listener` for each question and answer, until the returned function is called. With the last screen that shows questions,
 * an open one ends as refused: the seller may have signed out in another tab, and who signs in next must not answer it.
 */
export const onQuestion = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && answer !== null) answerConfirmation(false);
  };
};

export const useConfirmation = (): Question => useSyncExternalStore(onQuestion, () => question);

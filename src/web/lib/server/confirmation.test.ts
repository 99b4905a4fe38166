import { expect, it } from 'vitest';
import { answerConfirmation, askToConfirm, onQuestion } from './confirmation.ts';

it('calls that are refused at the same time share one question', async () => {
  const leave = onQuestion(() => {});
  const asked = [askToConfirm(), askToConfirm()];
  answerConfirmation(true);
  expect(await Promise.all(asked)).toEqual([true, true]);
  leave();
});

it('a question ends unanswered with the screen that shows it: the next one may be another seller’s', async () => {
  const leave = onQuestion(() => {});
  const asked = askToConfirm();
  leave();
  let isShown = false;
  const leaveNext = onQuestion(() => {
    isShown = true;
  });
  answerConfirmation(true);
  expect(await asked).toBe(false);
  isShown = false;
  const next = askToConfirm();
  expect(isShown).toBe(true);
  answerConfirmation(false);
  expect(await next).toBe(false);
  leaveNext();
});

it('without a screen that shows it, nobody is asked', async () => {
  expect(await askToConfirm()).toBe(false);
});

// The last known state of the bot, on devices whose seller chose to keep it. It holds numbers and a state: no names, no listings, no
// prices. Both are work of a seller, so they go when the seller logs out.
import { useState } from 'react';
import { isObject, parseJson } from '#domain/json.ts';
import { keepChoice, keptChoice, workOf } from './browser/kept-choice.ts';

type LastState = { at: number; state: string; sharesToday: number; limit: number; timezone: string };

/** The device's, whoever is signed in: it is shown before anybody is known. */
const chosenName = workOf('', 'keeps-last-state');
const stateName = workOf('', 'last-state');

const keepsLastState = (): boolean => keptChoice(chosenName) === 'yes';

export const useKeepsLastState = (): [boolean, (isOn: boolean) => void] => {
  const [isOn, setOn] = useState(keepsLastState);
  return [
    isOn,
    (next) => {
      keepChoice(chosenName, next ? 'yes' : 'no');
      if (!next) keepChoice(stateName, '');
      setOn(next);
    },
  ];
};

export const keepLastState = (state: LastState): void => {
  if (keepsLastState()) keepChoice(stateName, JSON.stringify(state));
};

export const lastState = (): LastState | null => {
  const kept = keepsLastState() ? parseJson(keptChoice(stateName) ?? '') : null;
  return isObject(kept) && typeof kept.at === 'number' && typeof kept.timezone === 'string'
    ? (kept as LastState)
    : null;
};

// Keeps the key from the link that Hangtag prints at its start. Only a browser that has it sees reset tokens on screen.
import { keepChoice, keptChoice } from '../browser/kept-choice.ts';

const name = 'start-key';

/** Takes the key out of the address, so that nobody reads or shares it there. */
export const takeStartKey = (): void => {
  const key = /^#start=(.+)$/.exec(location.hash)?.[1];
  if (key === undefined) return;
  keepChoice(name, key);
  history.replaceState(null, '', location.pathname + location.search);
};

export const startKey = (): string | undefined => keptChoice(name) ?? undefined;

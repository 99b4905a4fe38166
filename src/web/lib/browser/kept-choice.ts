// Remembers small choices in this browser. They contain no secrets, and everything works without them.
import { useState } from 'react';

export const keptChoice = (name: string): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

export const keepChoice = (name: string, value: string): void => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage, the choice has to be made again next time.
  }
};

/** A choice as React state, by its name. */
export const useKeptChoice = (name: string): [string | null, (value: string) => void] => {
  const [known, setKnown] = useState<{ name: string; value: string } | null>(null);
  const choose = (value: string) => {
    keepChoice(name, value);
    setKnown({ name, value });
  };
  return [known?.name === name ? known.value : keptChoice(name), choose];
};

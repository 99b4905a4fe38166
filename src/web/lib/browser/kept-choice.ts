import { useState } from 'react';

/** Small choices of this browser: nothing secret, and nothing breaks where a browser keeps none. */
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
    // Asked again next time.
  }
};

/** A kept choice as a value of the screen; another name is another choice. */
export const useKeptChoice = (name: string): [string | null, (value: string) => void] => {
  const [known, setKnown] = useState<{ name: string; value: string } | null>(null);
  const choose = (value: string) => {
    keepChoice(name, value);
    setKnown({ name, value });
  };
  return [known?.name === name ? known.value : keptChoice(name), choose];
};

// Remembers small choices and unfinished work in this browser. They hold no secrets, and everything works without them.
import { useState } from 'react';

type Place = 'localStorage' | 'sessionStorage';

export const keptChoice = (name: string, place: Place = 'localStorage'): string | null => {
  try {
    return globalThis[place].getItem(name);
  } catch {
    return null;
  }
};

export const keepChoice = (name: string, value: string, place: Place = 'localStorage'): void => {
  try {
    globalThis[place].setItem(name, value);
  } catch {
    // Without storage, the choice has to be made again next time.
  }
};

/** The form that a button on a public page asked for, once. */
export const takeAuthTab = (): string | null => {
  try {
    const tab = sessionStorage.getItem('auth-tab');
    sessionStorage.removeItem('auth-tab');
    return tab;
  } catch {
    return null;
  }
};

/** Work that can be undone or continued names listings, so it is kept only until the seller signs out. */
export const workOf = (sellerId: string, name: string): string => `work:${sellerId}:${name}`;

export const forgetWork = (): void => {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const name of Object.keys(storage)) if (name.startsWith('work:')) storage.removeItem(name);
  } catch {
    // Without storage, nothing was kept.
  }
};

export const useKeptChoice = (name: string): [string | null, (value: string) => void] => {
  const [known, setKnown] = useState<{ name: string; value: string } | null>(null);
  const choose = (value: string) => {
    keepChoice(name, value);
    setKnown({ name, value });
  };
  return [known?.name === name ? known.value : keptChoice(name), choose];
};

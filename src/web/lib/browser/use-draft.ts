// A text field whose value is stored elsewhere, a moment after the last key.
import { useEffect, useRef, useState } from 'react';

/** Long enough for a word: browsers limit how often the address changes. */
const restMs = 250;

/** What was typed shows at once. If the stored value changes in the meantime, as by Back, it replaces what was typed. */
export const useDraft = (value: string, store: (value: string) => void): [string, (typed: string) => void] => {
  const [draft, setDraft] = useState<{ typed: string; over: string } | null>(null);
  const latest = useRef({ value, store });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = { value, store };
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string) => {
    setDraft({ typed, over: value });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (latest.current.value === value) latest.current.store(typed);
    }, restMs);
  };
  return [draft?.over === value ? draft.typed : value, type];
};

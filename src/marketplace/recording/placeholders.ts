// Numbers the placeholders that stand for removed values.

export type Kind = 'secret' | 'email' | 'phone' | 'address' | 'name' | 'handle' | 'id' | 'url' | 'time' | 'text';

/** Kinds whose values are removed wherever they turn up again: in a key, a path, or an enumeration. */
const learnedKinds: readonly Kind[] = ['secret', 'email', 'phone', 'address', 'name', 'handle', 'id'];
const shortestLearned = 3;

/** The same value gets the same placeholder, throughout a recording. */
export type Placeholders = {
  of(kind: Kind, value: string): string;
  /** Remembers a value before the recording is redacted. */
  learn(kind: Kind, value: string): void;
  /** What kind of value it is, if it was learned. Looks at the whole text and at the words in it. */
  kindOf(text: string): Kind | null;
};

/** `ordinary` are words of the protocol. They never count as learned, even if someone has that name. */
export function createPlaceholders(ordinary: ReadonlySet<string>): Placeholders {
  const given = new Map<string, string>();
  const counts = new Map<Kind, number>();
  const learned = new Map<string, Kind>();
  const same = (text: string): string => text.trim().toLowerCase();
  return {
    of(kind, value) {
      const key = `${kind} ${same(value)}`;
      const known = given.get(key);
      if (known !== undefined) return known;
      const number = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, number);
      const placeholder = `<${kind}:${number}>`;
      given.set(key, placeholder);
      return placeholder;
    },
    learn(kind, value) {
      const text = same(value);
      if (text.length >= shortestLearned && learnedKinds.includes(kind) && !ordinary.has(text) && !learned.has(text))
        learned.set(text, kind);
    },
    kindOf(text) {
      const whole = same(text);
      const known = learned.get(whole);
      if (known !== undefined) return known;
      for (const word of whole.split(/[^a-z0-9]+/)) {
        const kind = learned.get(word);
        if (kind !== undefined) return kind;
      }
      return null;
    },
  };
}

// Draws a screen of the companion, keeps the focus on the page, and has the parts that several screens share.

import { type ComponentChildren, type JSX, render } from 'preact';
import type { Situation } from '../platform/situation.ts';
import './shared.css';

/**
 * Draws `view` as the content of `root`. If the element with the focus goes away, the nearest one around it that stays takes it:
 * that element itself or the last one in it with `data-next`, or else its first control.
 */
export function draw(root: Element, view: ComponentChildren): void {
  const around: Element[] = [];
  for (let at = document.activeElement; at !== null && root.contains(at); at = at.parentElement) around.push(at);
  render(view, root);
  if (around[0]?.isConnected !== false) return;
  const next = around.filter(({ isConnected }) => isConnected).map(nextIn);
  next.find((one) => one !== null)?.focus();
}

/** Where the focus goes if the control that had it goes away. */
export const takesFocus = { tabIndex: -1, 'data-next': true } as const;

function nextIn(part: Element): HTMLElement | null {
  if (part instanceof HTMLElement && part.matches('[data-next]')) return part;
  return [...part.querySelectorAll<HTMLElement>('[data-next]')].at(-1) ?? part.querySelector<HTMLElement>(controls);
}

const controls = 'a[href], button, input, summary';

export const Bar = ({ stamp }: { stamp: Situation['stamp'] | null }) => (
  <header class="bar">
    <span class="brand">
      <svg viewBox="0 0 28 28" aria-hidden="true">
        <path d="M9.5 5h11.2c1 0 1.8.8 1.8 1.8v14.4c0 1-.8 1.8-1.8 1.8H9.5L4 17.5v-7z" fill="currentColor" />
        <circle cx="9.6" cy="14" r="2" class="brand-eye" />
        <path d="M9.6 14C6 14 1.5 11 1.5 3" class="brand-string" />
      </svg>
      Hangtag
    </span>
    {stamp && (
      <span class={`stamp ${stamp.kind}`} role="status">
        {stamp.text}
      </span>
    )}
  </header>
);

type Button = {
  text: string;
  look: 'pri' | 'ink' | 'line' | 'bare';
  isBusy?: boolean;
  /** A button whose text changes keeps the focus under its name. */
  name?: string;
  onClick: () => void;
};

/** A function and not a component, so that another button in its place is another element, which doesn't inherit the focus. */
export const button = ({ text, look, isBusy = false, name = text, onClick }: Button) => (
  <button
    type="button"
    key={name}
    class={`btn ${look}`}
    aria-disabled={isBusy ? 'true' : undefined}
    onClick={() => {
      if (!isBusy) onClick();
    }}
  >
    {text}
  </button>
);

type Question = { text: string; yes: string; no: string; onYes: () => void; onNo: () => void };

/** Takes the place of the button that asks for it. What it is about can't be undone. */
export const question = ({ text, yes, no, onYes, onNo }: Question) => (
  <div class="ask" key={text} role="alert" {...takesFocus}>
    <p>{text}</p>
    <div class="acts">
      {button({ text: yes, look: 'ink', onClick: onYes })}
      {button({ text: no, look: 'line', onClick: onNo })}
    </div>
  </div>
);

type Field = {
  id: string;
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  onText: (text: string) => void;
  input?: JSX.IntrinsicElements['input'];
};

export const Field = ({ id, label, hint, error, value, onText, input }: Field) => (
  <div class={error === undefined ? 'field' : 'field bad'}>
    <label for={id}>{label}</label>
    <input
      id={id}
      class="input"
      value={value}
      aria-invalid={error === undefined ? undefined : 'true'}
      aria-describedby={`${id}-note`}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
      {...input}
    />
    <p id={`${id}-note`} class={error === undefined ? 'hint' : 'err'}>
      {error ?? hint}
    </p>
  </div>
);

type Section = {
  id: string;
  title: string;
  lead?: string;
  /** Takes the focus if a control in it goes away. */
  isNext?: boolean;
  children: ComponentChildren;
};

export const Section = ({ id, title, lead, isNext = false, children }: Section) => (
  <section id={id} aria-labelledby={`${id}-title`} class="sec">
    <h2 id={`${id}-title`} class="h-title" {...(isNext ? takesFocus : {})}>
      {title}
    </h2>
    {lead !== undefined && <p class="lead">{lead}</p>}
    {children}
  </section>
);

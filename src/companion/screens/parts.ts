// Parts that several screens of the companion share.

import { type Situation, screenMessages } from '../messages/screens.ts';
import './shared.css';
import { h, type View } from './view.ts';

const brand = (): View =>
  h(
    'span',
    { class: 'brand' },
    h(
      'svg',
      { viewBox: '0 0 28 28', 'aria-hidden': 'true' },
      h('path', {
        d: 'M9.5 5h11.2c1 0 1.8.8 1.8 1.8v14.4c0 1-.8 1.8-1.8 1.8H9.5L4 17.5v-7z',
        fill: 'currentColor',
      }),
      h('circle', { cx: '9.6', cy: '14', r: '2', class: 'brand-eye' }),
      h('path', { d: 'M9.6 14C6 14 1.5 11 1.5 3', class: 'brand-string' }),
    ),
    screenMessages.brand,
  );

export const bar = (stamp: Situation['stamp'] | null): View =>
  h(
    'header',
    { class: 'bar' },
    brand(),
    stamp && h('span', { class: `stamp ${stamp.kind}`, role: 'status' }, stamp.text),
  );

type Button = {
  text: string;
  look: 'pri' | 'ink' | 'line' | 'bare';
  isBusy?: boolean;
  /** A button whose text changes keeps the focus under its name. */
  name?: string;
  onclick: () => void;
};

export const button = ({ text, look, isBusy = false, name = text, onclick }: Button): View =>
  h(
    'button',
    {
      type: 'button',
      key: name,
      class: `btn ${look}`,
      'aria-disabled': isBusy ? 'true' : null,
      onclick: () => {
        if (!isBusy) onclick();
      },
    },
    text,
  );

type Question = { text: string; yes: string; no: string; onYes: () => void; onNo: () => void };

/** Takes the place of the button that asks for it. What it is about can't be undone. */
export const question = ({ text, yes, no, onYes, onNo }: Question): View =>
  h(
    'div',
    { class: 'ask', key: text, role: 'alert', ...takesFocus },
    h('p', {}, text),
    h(
      'div',
      { class: 'acts' },
      button({ text: yes, look: 'ink', onclick: onYes }),
      button({ text: no, look: 'line', onclick: onNo }),
    ),
  );

type Field = {
  id: string;
  label: string;
  hint: string;
  error: string | null;
  value: string;
  oninput: (text: string) => void;
  more?: Record<string, string>;
};

export const field = ({ id, label, hint, error, value, oninput, more = {} }: Field): View =>
  h(
    'div',
    { class: error === null ? 'field' : 'field bad' },
    h('label', { for: id }, label),
    h('input', {
      id,
      class: 'input',
      value,
      'aria-invalid': error === null ? null : 'true',
      'aria-describedby': `${id}-note`,
      oninput: (event: Event) => oninput((event.target as HTMLInputElement).value),
      ...more,
    }),
    h('p', { id: `${id}-note`, class: error === null ? 'hint' : 'err' }, error ?? hint),
  );

/** Where the focus goes if the control that had it goes away. */
export const takesFocus = { tabindex: '-1', 'data-next': true } as const;

type Section = { id: string; title: string; lead?: string; isNext?: boolean };

export const section = ({ id, title, lead, isNext = false }: Section, ...children: Parameters<typeof h>[2][]): View =>
  h(
    'section',
    { id, 'aria-labelledby': `${id}-title`, class: 'sec' },
    h('h2', { id: `${id}-title`, class: 'h-title', ...(isNext ? takesFocus : {}) }, title),
    lead !== undefined && h('p', { class: 'lead' }, lead),
    ...children,
  );

// Draws a screen of the companion, and keeps the focus on the page.

import { type ComponentChildren, render } from 'preact';

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

// Gives the headings of a text ids, so that links can lead to them.
import { Children, cloneElement, isValidElement, type ReactNode } from 'react';

export type Chapter = { id: string; title: string };

const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The headings of a text with their ids, and the text with these ids set. */
export const withChapters = (body: ReactNode): { chapters: Chapter[]; text: ReactNode } => {
  if (!isValidElement<{ children: ReactNode }>(body)) return { chapters: [], text: body };
  const chapters: Chapter[] = [];
  const text = Children.map(body.props.children, (child) => {
    if (!isValidElement<{ children: ReactNode; id?: string }>(child) || child.type !== 'h2') return child;
    const title = String(child.props.children);
    const id = idOf(title);
    chapters.push({ id, title });
    return cloneElement(child, { id });
  });
  return { chapters, text };
};

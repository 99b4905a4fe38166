// A small HTML parser for the pages of the practice marketplace.
export type Element = { name: string; attributes: Record<string, string>; children: (Element | string)[] };

const empty = new Set(['meta', 'link', 'img', 'input', 'br']);
const raw = new Set(['script', 'style', 'title']);

/** Parses the well-formed HTML of the practice marketplace. Throws if a closing tag has no opening tag. */
export function parse(html: string): Element {
  const root: Element = { name: '#root', attributes: {}, children: [] };
  const open: Element[] = [root];
  const top = () => open.at(-1) ?? root;
  const pieces = /<!doctype[^>]*>|<\/([a-z0-9]+)>|<([a-z0-9]+)((?:\s+[a-zA-Z_][\w:-]*(?:="[^"]*")?)*)\s*>|([^<]+)/gy;
  let at = 0;
  while (at < html.length) {
    pieces.lastIndex = at;
    const found = pieces.exec(html);
    if (found === null) throw new Error(`This is no HTML: ${html.slice(at, at + 80)}`);
    at = pieces.lastIndex;
    const [, closed, opened, attributes = '', text] = found;
    if (closed !== undefined) {
      if (open.pop()?.name !== closed) throw new Error(`</${closed}> closes nothing.`);
    } else if (text !== undefined) top().children.push(unescapeHtml(text));
    else if (opened !== undefined) {
      const element: Element = { name: opened, attributes: readAttributes(attributes), children: [] };
      top().children.push(element);
      if (raw.has(opened)) {
        const end = html.indexOf(`</${opened}>`, at);
        element.children.push(unescapeHtml(html.slice(at, end)));
        at = end + opened.length + 3;
      } else if (!empty.has(opened)) open.push(element);
    }
  }
  if (open.length !== 1) throw new Error(`<${top().name}> is never closed.`);
  return root;
}

export function all(element: Element, wanted: (element: Element) => boolean): Element[] {
  return element.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(wanted(child) ? [child] : []), ...all(child, wanted)],
  );
}

export const attributesOf = (element: Element) => element.attributes;
export const hasClass = (element: Element | undefined, name: string) =>
  (element?.attributes.class ?? '').split(' ').includes(name);
export const textOf = (element: Element | undefined): string =>
  (element?.children ?? []).map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, unescapeHtml(value)]));
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

// Draws the companion's screens. A view is a plain description, and `draw` changes the parts of the page that differ from the
// last one.

type Value = string | number | boolean | null | undefined | ((event: Event) => void);
type Attributes = Record<string, Value>;
export type View = { tag: string; attributes: Attributes; children: readonly (View | string)[] };
type Child = View | string | number | null | undefined | false | readonly Child[];

const namespaces: Record<string, string> = { svg: 'http://www.w3.org/2000/svg', path: 'svg', circle: 'svg' };

/** `h('p', { class: 'small' }, 'Text')`. Attributes that begin with `on` are listeners. */
export function h(tag: string, attributes: Attributes | null = null, ...children: Child[]): View {
  return { tag, attributes: attributes ?? {}, children: flat(children) };
}

function flat(children: readonly Child[]): (View | string)[] {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    if (typeof child === 'number') return [String(child)];
    return isList(child) ? flat(child) : [child];
  });
}

const isList = (child: Child): child is readonly Child[] => Array.isArray(child);

const drawn = new WeakMap<Element, View>();

/**
 * Draws `views` as the content of `root`. Elements that stay keep their focus and what was typed into them. If the element with the
 * focus goes away, the nearest place that stays takes it: the place itself or the last element in it with
 * `data-next`, or else its first control.
 */
export function draw(root: Element, views: readonly View[]): void {
  const [focused, ...around] = focusIn(root);
  patchChildren(root, views);
  if (focused === undefined || focused.isConnected) return;
  const next = around.filter(({ isConnected }) => isConnected).map(nextIn);
  next.find((one) => one !== null)?.focus();
}

function nextIn(place: Element): HTMLElement | null {
  if (place instanceof HTMLElement && place.matches('[data-next]')) return place;
  return [...place.querySelectorAll<HTMLElement>('[data-next]')].at(-1) ?? place.querySelector<HTMLElement>(controls);
}

const controls = 'a[href], button, input, summary';

/** The element with the focus, and those around it up to `root`. */
function focusIn(root: Element): Element[] {
  const found: Element[] = [];
  for (let at = document.activeElement; at !== null && root.contains(at); at = at.parentElement) found.push(at);
  return found;
}

function create(view: View | string): Node {
  if (typeof view === 'string') return document.createTextNode(view);
  const space = namespaces[view.tag];
  const element =
    space === undefined
      ? document.createElement(view.tag)
      : document.createElementNS('http://www.w3.org/2000/svg', view.tag);
  setAttributes(element, {}, view.attributes);
  drawn.set(element, view);
  patchChildren(element, view.children);
  return element;
}

function patchChildren(parent: Element, children: readonly (View | string)[]): void {
  for (const [index, child] of children.entries()) {
    const node = parent.childNodes[index];
    if (node === undefined) parent.append(create(child));
    else if (!patch(node, child)) node.replaceWith(create(child));
  }
  while (parent.childNodes.length > children.length) parent.lastChild?.remove();
}

/** Whether the node could be changed into the view. */
function patch(node: Node, view: View | string): boolean {
  if (typeof view === 'string') {
    if (node.nodeType !== Node.TEXT_NODE) return false;
    if (node.nodeValue !== view) node.nodeValue = view;
    return true;
  }
  if (!(node instanceof Element)) return false;
  const before = drawn.get(node);
  if (before === undefined || before.tag !== view.tag || before.attributes.key !== view.attributes.key) return false;
  setAttributes(node, before.attributes, view.attributes);
  drawn.set(node, view);
  patchChildren(node, view.children);
  return true;
}

function setAttributes(element: Element, before: Attributes, after: Attributes): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = after[name];
    // A seller may have changed a checkbox since it was drawn.
    if (name === 'key' || (value === before[name] && name !== 'checked')) continue;
    if (name.startsWith('on')) Object.assign(element, { [name]: typeof value === 'function' ? value : null });
    else if (name === 'checked') (element as HTMLInputElement).checked = value === true;
    else if (name === 'value') (element as HTMLInputElement).value = String(value ?? '');
    else if (name === 'style') (element as HTMLElement).style.cssText = String(value ?? '');
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

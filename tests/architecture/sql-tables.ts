// Finds the SQL in a TypeScript source, and the tables and views that the SQL names.

import { parseSync, Visitor } from 'vite';

/** Replaces an expression in a template. */
export const hole = '§';

/** All string and template literals of a source. An expression inside a template becomes a hole. */
export function stringsIn(source: string): string[] {
  const found: string[] = [];
  const visitor = new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && found.push(value)),
    TemplateLiteral: ({ quasis }) => void found.push(quasis.map(({ value }) => value.cooked).join(hole)),
  });
  visitor.visit(parseSync('source.ts', source).program);
  return found;
}

const statement =
  /^(\(|\s|\/\*.*?\*\/)*(select|with|insert\s+into|update\s+\S+\s|delete\s+from|merge\s+into|create|alter|drop|truncate|lock\s+table|declare|fetch|copy|from|join|left\s+join|cross\s+join)\b/;
/** Whether a text is SQL or part of it. Hangtag writes keywords in lower case. */
export const isSql = (text: string): boolean =>
  (statement.test(text) && /\b(select|from|into|set|table|view|join)\b/.test(text)) ||
  /\bselect\b[^.!?]*\bfrom\b/.test(text);

type Reference = { table: string; isWrite: boolean };

type Token = { text: string; isText?: true };

function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  const pattern =
    /--[^\n]*|\/\*[\s\S]*?\*\/|'((?:[^']|'')*)'|\$(\w*)\$[\s\S]*?\$\2\$|"((?:[^"]|"")*)"|([\w§]+(?:\.[\w§]+)*)|([^\s\w])/g;
  for (const [whole, text, , quoted, word, sign] of sql.matchAll(pattern)) {
    if (text !== undefined && whole.startsWith("'")) tokens.push({ text, isText: true });
    else if (quoted !== undefined) tokens.push({ text: quoted });
    else if (word !== undefined) tokens.push({ text: word.toLowerCase() });
    else if (sign !== undefined) tokens.push({ text: sign });
  }
  return tokens;
}

/** Words that end a list of tables. */
const ending = new Set(
  'where group order having limit offset fetch for union intersect except returning on set window join left right inner full cross natural using values select'.split(
    ' ',
  ),
);
/** Functions with a `from` between their arguments. */
const withFrom = new Set(['extract', 'substring', 'trim', 'overlay', 'position']);

/**
 * Every table or view that an SQL text names: after `from` (also in lists), `join`, `into`, `update`, `using`, `table`, and
 * `references`, and as a text for the catalog (`'name'::regclass`). Leaves out its own common table expressions, functions
 * (`unnest`), subqueries, aliases, and PostgreSQL's own catalogs.
 */
export function tablesIn(sql: string): Reference[] {
  const tokens = tokensOf(sql);
  const textAt = (index: number): string => (tokens[index]?.isText ? "'" : (tokens[index]?.text ?? ''));
  const named = new Set<string>();
  for (const [index, { text }] of tokens.entries()) {
    if (text !== 'as' || !/^\w+$|^\)$/.test(textAt(index - 1))) continue;
    let next = index + 1;
    while (['not', 'materialized'].includes(textAt(next))) next += 1;
    if (textAt(next) !== '(' || !/^(select|insert|update|delete|with|values|§)$/.test(textAt(next + 1))) continue;
    let name = index - 1;
    if (textAt(name) === ')') while (name > 0 && textAt(name) !== '(') name -= 1;
    named.add(textAt(name) === '(' ? textAt(name - 1) : textAt(name));
  }

  const references: Reference[] = [];
  // A cursor is not a table.
  if (textAt(0) === 'fetch') return references;
  const add = (index: number, isWrite: boolean): void => {
    const table = textAt(index);
    if (!/^[\w§]/.test(table) || named.has(table)) return;
    if (/^(pg_|information_schema\.)/.test(table)) return;
    references.push({ table, isWrite });
  };
  /** Adds the items of a `from`: tables, functions, or subqueries, with aliases. */
  const addList = (start: number): void => {
    let depth = 0;
    let isItem = true;
    for (let index = start; index < tokens.length; index += 1) {
      const text = textAt(index);
      if (text === '(') depth += 1;
      else if (text === ')') depth -= 1;
      if (depth < 0 || (depth === 0 && (ending.has(text) || text === ';'))) return;
      if (depth > 0 || text === ')') isItem = false;
      else if (text === ',') isItem = true;
      else if (isItem && !['lateral', 'only'].includes(text)) {
        if (textAt(index + 1) !== '(' && text !== '(') add(index, false);
        isItem = false;
      }
    }
  };
  const opened: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const text = textAt(index);
    const before = textAt(index - 1);
    const skipped = ['only', 'lateral'].includes(textAt(index + 1)) ? 2 : 1;
    const next = index + skipped;
    const isFunction = textAt(next + 1) === '(';
    if (text === '(') opened.push(before);
    else if (text === ')') opened.pop();
    else if (text === 'from' && before === 'delete') add(next, true);
    else if (text === 'from' && before !== 'distinct' && !withFrom.has(opened.at(-1) ?? '')) addList(index + 1);
    else if (text === 'join' && !isFunction && textAt(next) !== '(') add(next, false);
    else if (text === 'using' && textAt(next) !== '(' && !isFunction) add(next, false);
    else if (text === 'into' && ['insert', 'merge'].includes(before)) add(next, true);
    else if (text === 'update' && !['do', 'for', 'key', 'on', 'or', 'before', 'after'].includes(before))
      add(next, true);
    else if (text === 'table') {
      let name = next;
      while (['if', 'not', 'exists', 'only'].includes(textAt(name))) name += 1;
      add(name, true);
    } else if (text === 'truncate' && textAt(next) !== 'table') add(next, true);
    else if (text === 'references') add(next, false);
    else if (
      token.isText &&
      (textAt(index + 1) === ':' || ['to_regclass', 'pg_get_serial_sequence'].includes(opened.at(-1) ?? ''))
    ) {
      const isName = ['to_regclass', 'pg_get_serial_sequence'].includes(opened.at(-1) ?? '') && before === '(';
      if (isName || textAt(index + 3) === 'regclass') references.push({ table: token.text, isWrite: false });
    }
  }
  return references;
}

/** The views that a migration creates, each with its SQL. */
export function viewsIn(sql: string): { name: string; body: string }[] {
  return [...sql.matchAll(/create\s+(?:or\s+replace\s+)?view\s+(\w+)[^;]*?\bas\s+([\s\S]*?);/g)].map(
    ([, name = '', body = '']) => ({ name, body }),
  );
}

/** The functions that a migration creates, each with its SQL. Those of triggers are left out: they belong to their table. */
export function functionsIn(sql: string): { name: string; body: string }[] {
  return [...sql.matchAll(/create\s+(?:or\s+replace\s+)?function\s+(\w+)([\s\S]*?)\bas\s+\$\$([\s\S]*?)\$\$/g)]
    .filter(([, , head = '']) => !/\breturns\s+trigger\b/.test(head))
    .map(([, name = '', , body = '']) => ({ name, body }));
}

export const tablesMadeBy = (sql: string): string[] =>
  [...sql.matchAll(/create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)\s*\(/g)].map(
    ([, name = '']) => name,
  );

export const tablesDroppedBy = (sql: string): string[] =>
  [...sql.matchAll(/drop\s+table\s+(?:if\s+exists\s+)?(\w+)/g)].map(([, name = '']) => name);

import { expect, it } from 'vitest';
import { functionsIn, isSql, stringsIn, tablesIn, viewsIn } from './sql-tables.ts';

const names = (sql: string) => tablesIn(sql).map(({ table, isWrite }) => (isWrite ? `${table}!` : table));

it.each([
  ['a list', 'select * from listings l, bots as b where l.id = b.id', ['listings', 'bots']],
  [
    'joins of every kind',
    'select 1 from a left join b using (id) cross join lateral (select x from c) d',
    ['a', 'b', 'c'],
  ],
  [
    'common table expressions',
    'with told as (select 1 from a), d (x, y) as materialized (select 2 from told) select from d',
    ['a'],
  ],
  ['functions and their aliases', 'select * from unnest($1::int[]) as a(id) join lateral json_each(x) t on true', []],
  [
    'a list behind a function',
    'update bots b set x = 1 from unnest($1::int[]) as a(id), rounds r where true',
    ['bots!', 'rounds'],
  ],
  ['inserting and upserting', 'insert into offers as o (a) select 1 on conflict (a) do update set a = 2', ['offers!']],
  ['locking', 'select 1 from bots b for no key update of b skip locked', ['bots']],
  ['deleting with another table', 'delete from rounds using bots where bots.id = rounds.id', ['rounds!', 'bots']],
  [
    'from inside functions',
    'select extract(epoch from settled_at), trim(both from x) from share_attempts',
    ['share_attempts'],
  ],
  ['is distinct from', 'select 1 from a where x is distinct from price', ['a']],
  ['a subquery in a condition', 'select 1 where not exists (select from sessions where id = 1)', ['sessions']],
  ['a text that only looks like one', "select 'from users' as note -- from bots\n", []],
  [
    'a name for the catalog',
    "select 1 from pg_inherits where inhparent = 'share_attempts'::regclass",
    ['share_attempts'],
  ],
  ['another schema', "update pgboss.job set x = 1 where state = 'created'", ['pgboss.job!']],
  ['a name that is put in later', 'insert into § select * from jsonb_populate_recordset(null::§, $1)', ['§!']],
  [
    'tables that are dropped, locked and emptied',
    'drop table if exists a; lock table b; truncate c',
    ['a!', 'b!', 'c!'],
  ],
  ['a union', 'select key from a union all select distinct key from b order by 1', ['a', 'b']],
  [
    'deleting in an expression',
    'with dead as (delete from workers where x returning id) update bots set y = 1',
    ['workers!', 'bots!'],
  ],
])('finds the tables of %s', (_, sql, expected) => {
  expect(names(sql)).toEqual(expected);
});

it('finds the strings of a source, and the parts of templates between expressions', () => {
  const source = `
    // it's a comment with \`backticks\`
    const a = 'it\\'s'; /* "no" */ const ratio = a / b; const re = /['"\`]/.test(x);
    const b = \`select \${columns.map((c) => \`"\${c}"\`).join(', ')} from listings\`;`;
  expect(stringsIn(source)).toEqual(["it's", '"§"', ', ', 'select § from listings']);
});

it.each([
  ['select 1 from users', true],
  ['/* prepared */ with a as (select 1) update bots set x = 1', true],
  ['left join closets c on true', true],
  ['Select a time from the list', false],
  ['We changed nothing from your closets.', false],
  ['update available', false],
])('tells SQL from prose: %s', (text, expected) => {
  expect(isSql(text)).toBe(expected);
});

it('reads views with their SQL', () => {
  expect(viewsIn('create view a as\n  select 1 from b;\ncreate view c as select 2 from d;')).toEqual([
    { name: 'a', body: 'select 1 from b' },
    { name: 'c', body: 'select 2 from d' },
  ]);
});

it('finds the functions of a migration and their SQL, but none of triggers', () => {
  const migration = `create function a(ids bigint[]) returns void language plpgsql set jit = off as $$ begin delete from b; end $$;
    create or replace function c() returns trigger language plpgsql as $$ begin return null; end $$;`;
  expect(functionsIn(migration)).toEqual([{ name: 'a', body: ' begin delete from b; end ' }]);
  expect(names(functionsIn(migration)[0]?.body ?? '')).toEqual(['b!']);
});

// Reads the price tables that the benchmark knows.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { readRecords } from '#domain/sales/import/csv-records.ts';

/** One row of a table as Hangtag would know it, and facts that only the benchmark may use. */
export type Case = {
  comparable: Comparable;
  /** How many days it had been listed when the table was made, or when it sold. */
  days?: number;
  /** The first asking price of an item that sold later. */
  startPrice?: number;
};

export type Table = {
  file: string;
  /** Which rows are judged by default: sales if there are any, otherwise asks. */
  judged: 'sold' | 'ask';
  read(row: Row): Omit<Case, 'comparable'> & { comparable: Omit<Comparable, 'id' | 'source'> };
  /** Prices below this (in cents) are placeholders. */
  leastPrice: number;
};

const cents = (text = ''): number => Math.round(Number(text) * 100);
const number = (text = ''): number => (text === '' ? 0 : Number(text));
const day = (text = ''): number | undefined => (text === '' ? undefined : Date.parse(text));
const filled = (text = ''): string | undefined => (text === '' ? undefined : text);
/** A code without a name. The letter before it distinguishes codes of different columns. */
const code = (letter: string, text = ''): string | undefined => (text === '' ? undefined : `${letter}${text}`);
const daysBetween = (from = '', to = ''): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

// Leaves out facts computed from the price, events after the sale, and colors.
export const tables: Readonly<Record<string, Table>> = {
  poshmark: {
    file: 'poshmark_mens_denim.csv.gz',
    judged: 'sold',
    leastPrice: 300,
    read: (row) => ({
      days: number(row.days_listed_at_scrape),
      comparable: {
        title: row.title,
        brand: row.brand,
        department: 'Men',
        category: 'Jeans',
        size: filled(row.size),
        condition: row.nwt === 'True' ? 'nwt' : undefined,
        details: { status: row.status ?? '' },
        listedAt: day(row.date_listed),
        state: row.sold === 'True' ? 'sold' : 'ask',
        price: cents(row.price_usd),
      },
    }),
  },
  c2c: {
    file: 'c2c_pricing.csv.gz',
    judged: 'sold',
    leastPrice: 300,
    read: (row) => ({
      days: number(row.time_online),
      comparable: {
        brand: code('b', row.brand),
        category: code('c', row.category),
        subcategory: code('s', row.sub_category),
        model: code('m', row.model),
        material: code('f', row.material),
        condition: code('q', row.quality),
        details: { flag: row.flag ?? '' },
        state: row.sold === '1' ? 'sold' : 'ask',
        price: cents(row.price),
      },
    }),
  },
  vestiaireSold: {
    file: 'vestiaire_lv_sold.csv.gz',
    judged: 'sold',
    leastPrice: 5000,
    read: (row) => ({
      days: daysBetween(row.online_since, row.date_sold),
      startPrice: cents(row.start_price_eur),
      comparable: {
        title: row.title,
        brand: 'Louis Vuitton',
        category: 'Bags',
        subcategory: 'Handbags',
        model: row.model === 'Unknown Model' ? undefined : filled(row.model),
        condition: filled(row.condition),
        material: filled(row.material),
        seller: filled(row.seller_hash),
        details: {
          location: row.location ?? '',
          dustbag: row.dustbag ?? '',
          box: row.box ?? '',
          papers: row.papers ?? '',
          card: row.card ?? '',
          expert: row.expert_seller ?? '',
          professional: row.professional_seller ?? '',
          trusted: row.trusted_seller ?? '',
          concierge: row.concierge ?? '',
        },
        measures: { width: number(row.width_cm), height: number(row.height_cm), depth: number(row.depth_cm) },
        listedAt: day(row.online_since),
        state: 'sold',
        price: cents(row.sell_price_eur),
      },
    }),
  },
  vestiaireAsks: {
    file: 'vestiaire_asks.csv.gz',
    judged: 'ask',
    leastPrice: 300,
    read: (row) => ({
      comparable: {
        title: row.title,
        brand: filled(row.designer),
        department: filled(row.gender),
        category: filled(row.category),
        subcategory: filled(row.sub_category),
        condition: filled(row.condition),
        material: filled(row.material),
        size: filled(row.size),
        details: { location: row.location ?? '', tag: row.we_love_tag ?? '' },
        listedAt: day(row.online_date),
        state: 'ask',
        price: cents(row.price_eur),
      },
    }),
  },
  vestiaireSample: {
    file: 'vestiaire_sample5k.csv.gz',
    judged: 'ask',
    leastPrice: 300,
    read: (row) => ({
      comparable: {
        title: row.product_name,
        brand: filled(row.brand_name),
        department: filled(row.product_gender_target),
        category: filled(row.product_category),
        subcategory: filled(row.product_type),
        condition: filled(row.product_condition),
        material: filled(row.product_material),
        seller: filled(row.seller_hash),
        details: {
          season: row.product_season ?? '',
          badge: row.seller_badge ?? '',
          warehouse: row.warehouse_name ?? '',
          country: row.seller_country ?? '',
        },
        measures: {
          followers: number(row.seller_num_followers),
          sales: number(row.seller_products_sold),
          listings: number(row.seller_num_products_listed),
        },
        state: 'ask',
        price: cents(row.price_usd),
      },
    }),
  },
  thredup: {
    file: 'thredup_listed.csv.gz',
    judged: 'ask',
    leastPrice: 300,
    read: (row) => ({
      comparable: {
        title: row.title,
        brand: filled(row.brand),
        department: filled(row.gender),
        category: filled(row.category),
        size: filled(row.size),
        material: filled(row.materials),
        condition: row.nwt === '1' ? 'nwt' : undefined,
        details: { tags: row.style_tags ?? '' },
        originalPrice: cents(row.msrp_usd),
        state: 'ask',
        price: cents(row.price_usd),
      },
    }),
  },
};

/** The rows of a table's file. Their ids begin with `prefix`. */
export function casesOf(table: Table, file: string, prefix: string): Case[] {
  return readTable(file)
    .map((row, at) => {
      const { comparable, ...rest } = table.read(row);
      return { ...rest, comparable: { ...comparable, id: `${prefix}-${at}`, source: 'import' as const } };
    })
    .filter(({ comparable }) => comparable.price >= table.leastPrice);
}

export function comparablesOf(cases: readonly Case[]): Comparable[] {
  return cases.map(({ comparable }) => comparable);
}

type Row = Readonly<Record<string, string>>;

/** Reads a gzipped CSV table (UTF-8, comma, RFC 4180 quotes, header row) as rows by column name. Skips short rows. */
function readTable(file: string): Row[] {
  const text = gunzipSync(readFileSync(file)).toString('utf8').replaceAll('\r\n', '\n');
  const [head = [], ...lines] = readRecords(text, { delimiter: ',', columns: Infinity }).map(({ cells }) => cells);
  return lines
    .filter((line) => line.length === head.length)
    .map((line) => Object.fromEntries(head.map((name, at) => [name, line[at] ?? ''])));
}

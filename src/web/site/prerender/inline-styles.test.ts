import { expect, it } from 'vitest';
import { withoutInlineStyles } from './prerender.tsx';

const page = (body: string, head = '') => `<html><head>${head}</head><body>${body}</body></html>`;

it('each different inline style becomes one rule and one class', () => {
  const given = page(
    '<i class="fill" style="--x:1"></i><b style="--x:1">a</b><svg style="--y:2;--z:3"><path d="M0"/></svg>',
  );
  expect(withoutInlineStyles(given)).toBe(
    page(
      '<i class="fill v0"></i><b class="v0">a</b><svg class="v1"><path d="M0"/></svg>',
      '<style>:root .v0{--x:1}:root .v1{--y:2;--z:3}</style>',
    ),
  );
});

it('a page without inline styles stays as it is', () => {
  expect(withoutInlineStyles(page('<p data-style="a">style="b"</p>'))).toBe(page('<p data-style="a">style="b"</p>'));
});

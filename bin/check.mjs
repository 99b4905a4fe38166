// Runs what CI runs, in the same order: types, style, then every test.
await import('./tests/test.mjs');

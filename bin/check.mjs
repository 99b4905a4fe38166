// What CI runs, in its order: types, style, then every test.
await import('./test.mjs');

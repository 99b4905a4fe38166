// The calls that public pages make.

/** The addresses are repeated here because importing the contract would bring its schemas, which are larger than the pages. */
export const routes = { demo: '/api/demo', clicked: '/api/visits/clicks' } as const;

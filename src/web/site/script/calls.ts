// The calls that public pages make.

/** The two calls that the visitors' pages make, by their addresses in the contract; its schemas would weigh more than the pages. */
export const routes = { demo: '/api/demo', clicked: '/api/visits/clicks' } as const;

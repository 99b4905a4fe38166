// The calls that public pages make.

/** Only their addresses are imported from the contract: its schemas would weigh more than the pages. */
export const routes = { demo: '/api/demo', clicked: '/api/visits/clicks' } as const;

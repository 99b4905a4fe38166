// The cookie that tells pages whether someone is signed in.

/**
 * The cookie only says that a session was opened in this browser. It gives access to nothing. The server sets and clears it
 * beside the session's cookie, which scripts can't read. Pages choose between their two sets of buttons by it.
 */
export const signedInHint = { name: 'hangtag_signed_in', value: '1' } as const;

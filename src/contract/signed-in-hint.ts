// The cookie that tells pages whether someone is signed in.

/**
 * The cookie only says that a session was opened in this browser. It gives access to nothing. The server sets and clears it
 * together with the session's cookie, which scripts can't read. Pages use it to choose between their two sets of buttons.
 */
export const signedInHint = { name: 'hangtag_signed_in', value: '1' } as const;

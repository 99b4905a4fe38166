/**
 * The cookie that says a session was opened in this browser, and nothing else: it opens nothing. Set and cleared beside the
 * session's cookie, which scripts cannot see; pages read it to choose between their two sets of buttons without a question.
 */
export const signedInHint = { name: 'hangtag_signed_in', value: '1' } as const;

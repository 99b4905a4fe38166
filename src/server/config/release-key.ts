// The public key of Hangtag's releases, as minisign prints it. `npm run release -- --new-key FILE` makes it, with the secret key in FILE.
export const releaseKey: string | null = null;

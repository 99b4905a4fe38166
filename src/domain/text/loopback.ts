// Whether a name of a host can only be this machine.

/** Brackets around an address are allowed, as in a URL. A name such as `127.evil.example` is not this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

// How Node.js runs the server: as `npm start` does. `heap-growth.ts` says why.
export const serverFlags = ['--max-semi-space-size=32', '--v8-pool-size=1', '--expose-gc'];

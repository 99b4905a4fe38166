// The face of this room: how a closet is linked, and how a link ends.
export { type ActivityLog, createLinking, type Linked, type Linking, type StopBot } from './complete-link.ts';
export { createEnding } from './end-link.ts';
export { createCodeEntry, type RequestedCode } from './enter-code.ts';
export { type ClosetLinks, createLinks } from './link-closet.ts';
export type { Limit } from './link-context.ts';

/** Something that can't be done on this system, or not now. The message is one sentence. */
export class Unavailable extends Error {}

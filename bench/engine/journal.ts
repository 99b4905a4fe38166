// Counts the shares that the practice marketplace accepted, from its own journal.
import { request } from 'undici';
import { z } from 'zod';

const Page = z.object({
  entries: z.array(z.object({ op: z.string(), case: z.string(), applied: z.boolean() })),
  next: z.number(),
});

/** Follows the practice marketplace's journal. Returns the shares it has accepted since the last read. */
export function journalReader(origin: string): () => Promise<number> {
  let since = 1;
  return async () => {
    let shares = 0;
    for (let isMore = true; isMore; ) {
      const reply = await request(`${origin}/__standin/journal?since=${since}&limit=20000`);
      const page = Page.parse(await reply.body.json());
      shares += page.entries.filter((entry) => entry.op === 'share' && entry.applied).length;
      isMore = page.entries.length > 0;
      since = page.next;
    }
    return shares;
  };
}

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';

export async function insertMessage(
  tx: Queryable,
  message: { userId: string | null; name: string; email: string; subject: string; message: string; at: Instant },
): Promise<void> {
  await tx.query(
    `insert into contact_messages (user_id, name, email, subject, message, created_at)
     values ($1, $2, $3, $4, $5, to_timestamp($6::double precision / 1000))`,
    [message.userId, message.name, message.email, message.subject, message.message, message.at],
  );
}

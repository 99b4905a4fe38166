// Commands of the practice marketplace.

export async function commandStandin<T>(origin: string, path: string, body: unknown): Promise<T> {
  const reply = await fetch(`${origin}/__standin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`The practice marketplace answered ${reply.status} to ${path}.`);
  return (await reply.json()) as T;
}

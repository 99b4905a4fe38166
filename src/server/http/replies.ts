// The replies that every call shares: JSON with its headers, and the refusal of a wrong method.

/** For replies that belong to one moment: no cache keeps them. */
export const noStore = { 'cache-control': 'no-store' };

export function jsonReply(value: unknown, status: number, headers: Record<string, string>): Response {
  return jsonTextReply(JSON.stringify(value), status, headers);
}

/** For a body that is JSON text already. */
export function jsonTextReply(text: string, status: number, headers: Record<string, string>): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } });
}

export function methodNotAllowed(methods: readonly string[]): Response {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  const body = { error: 'method_not_allowed', message: `This address answers ${allow} only.` };
  return jsonReply(body, 405, { ...noStore, allow });
}

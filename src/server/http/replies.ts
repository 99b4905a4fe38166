// The replies that calls have in common: JSON with its headers, a picture, a file, and the refusal of a wrong method.
import type { FileReply } from '#contract/route.ts';
import type { Picture } from '#domain/ports/picture-loader.ts';

/** For replies that no cache may keep. */
export const noStore = { 'cache-control': 'no-store' };

export function jsonReply(value: unknown, status: number, headers: Record<string, string>): Response {
  return jsonTextReply(JSON.stringify(value), status, headers);
}

/** For a body that is already JSON text. */
export function jsonTextReply(text: string, status: number, headers: Record<string, string>): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } });
}

/** Only this user's browser keeps it, for a day. */
export function pictureReply({ bytes, type }: Picture): Response {
  const headers = { 'content-type': type, 'cache-control': 'private, max-age=86400' };
  return new Response(bytes, { status: 200, headers });
}

/** A file that the browser saves under its name, which no cache keeps. */
export function fileReply(type: string, { fileName, content }: FileReply): Response {
  const headers = {
    'content-type': typeof content === 'string' ? `${type}; charset=utf-8` : type,
    'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`,
    ...noStore,
  };
  return new Response(content as string | ReadableStream<Uint8Array>, { status: 200, headers });
}

export function methodNotAllowed(methods: readonly string[]): Response {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  const body = { error: 'method_not_allowed', message: `This address answers ${allow} only.` };
  return jsonReply(body, 405, { ...noStore, allow });
}

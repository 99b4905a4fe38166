// A chat completions server for tests. It gives scripted replies and records the requests.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ScriptedModel = {
  baseUrl: string;
  asked: AskedOfModel[];
  /** Resolves when the call with this number (from 0) has arrived. */
  arrival(number: number): Promise<void>;
  /** Resolves when the client has dropped every call that is still open. */
  abandoned(): Promise<void>;
  close(): Promise<void>;
};

type AskedOfModel = { path: string; headers: IncomingHttpHeaders; body: CompletionRequest };

type CompletionRequest = {
  model: string;
  stream?: boolean;
  response_format?: { type: string; json_schema?: { strict: boolean; schema: object } };
  messages: { role: string; content: string | { type: string; text?: string; image_url?: { url: string } }[] }[];
};

export type ModelReply = (response: ServerResponse, asked: AskedOfModel) => void;

/** Gives the replies in order, then repeats the last one. */
export async function playModel(...replies: ModelReply[]): Promise<ScriptedModel> {
  const asked: AskedOfModel[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const one = { path: request.url ?? '', headers: request.headers, body: text === '' ? {} : JSON.parse(text) };
    asked.push(one);
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      server.emit('let-go');
    });
    replies[Math.min(asked.length, replies.length) - 1]?.(response, one);
    server.emit('asked');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    async arrival(number) {
      while (asked.length <= number) await once(server, 'asked');
    },
    async abandoned() {
      while (open.size > 0) await once(server, 'let-go');
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A complete reply with this content. */
export const says =
  (content: unknown, { reason = 'stop', refusal }: { reason?: string; refusal?: string } = {}): ModelReply =>
  (response) => {
    const text = typeof content === 'string' || content === null ? content : JSON.stringify(content);
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(
      JSON.stringify({
        id: 'c1',
        object: 'chat.completion',
        created: 1,
        model: 'whatever',
        choices: [{ index: 0, message: { role: 'assistant', content: text, refusal }, finish_reason: reason }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
  };

/** The same as server-sent events of a few characters each. `isCut` leaves out the last ones and the end marker. */
export const streams =
  (content: unknown, { isCut = false }: { isCut?: boolean } = {}): ModelReply =>
  (response) => {
    const text = JSON.stringify(content);
    const event = (delta: object, reason: string | null = null): void => {
      const chunk = {
        id: 'c1',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: reason }],
      };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    };
    response.setHeader('content-type', 'text/event-stream');
    response.write(': keep-alive\n\n');
    event({ role: 'assistant' });
    for (let at = 0; at < (isCut ? text.length - 7 : text.length); at += 7) event({ content: text.slice(at, at + 7) });
    if (!isCut) {
      event({}, 'stop');
      response.write('data: [DONE]\n\n');
    }
    response.end();
  };

export const fails =
  (status: number, headers: Record<string, string> = {}, body: unknown = { error: { message: 'No.' } }): ModelReply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

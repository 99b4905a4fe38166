// Calls over connections that stay open, with hardly any garbage: collecting that of an HTTP library stopped the browsers' process for
// 50 ms every 2.5 s, which counted as the server's time.

import { connect, type Socket } from 'node:net';

/** Its answer's status, such as `200`, or `lost` without an answer. */
type OnAnswer = (status: string) => void;
type Call = { cookie: string; onAnswer: OnAnswer };
type Line = { socket: Socket; call: Call | null; left: number; status: string; head: string };

export type Calls = { get(cookie: string, onAnswer: OnAnswer): void; close(): void };

const endOfHead = '\r\n\r\n';
const readBytes = 64 * 1024;

/** A browser never waits for the answer to another one, so there are as many connections as calls at once, up to `most`. */
export function openCalls({ port, path, most }: { port: number; path: string; most: number }): Calls {
  const lines = new Set<Line>();
  const idle: Line[] = [];
  const waiting: Call[] = [];
  const begin = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: `;
  let isClosed = false;

  const send = (line: Line, call: Call): void => {
    line.call = call;
    line.socket.write(`${begin}${call.cookie}${endOfHead}`, 'latin1');
  };
  const answer = (line: Line): void => {
    const { call, status } = line;
    line.call = null;
    const next = waiting.shift();
    if (next) send(line, next);
    else idle.push(line);
    call?.onAnswer(status);
  };
  const read = (line: Line, bytes: Buffer): void => {
    let from = 0;
    if (line.left === 0) {
      line.head += bytes.toString('latin1');
      const end = line.head.indexOf(endOfHead);
      if (end < 0) return;
      line.status = line.head.slice(9, 12);
      const length = /\r\ncontent-length: (\d+)/i.exec(line.head.slice(0, end));
      if (length === null) return void line.socket.destroy(new Error('An answer without its length.'));
      from = bytes.length - (line.head.length - end - endOfHead.length);
      line.left = Number(length[1]);
      line.head = '';
    }
    line.left -= bytes.length - from;
    if (line.left === 0) answer(line);
  };
  const open = (): Line => {
    const buffer = Buffer.allocUnsafe(readBytes);
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer,
        callback: (count) => {
          read(line, buffer.subarray(0, count));
          return true;
        },
      },
    });
    const line: Line = { socket, call: null, left: 0, status: '', head: '' };
    socket.on('error', () => {});
    socket.on('close', () => {
      lines.delete(line);
      const place = idle.indexOf(line);
      if (place >= 0) idle.splice(place, 1);
      line.call?.onAnswer('lost');
      const next = isClosed ? undefined : waiting.shift();
      if (next) send(open(), next);
    });
    lines.add(line);
    return line;
  };
  return {
    get(cookie, onAnswer) {
      const call = { cookie, onAnswer };
      const line = idle.pop();
      if (line) send(line, call);
      else if (lines.size < most) send(open(), call);
      else waiting.push(call);
    },
    close() {
      isClosed = true;
      for (const { socket } of lines) socket.destroy();
    },
  };
}

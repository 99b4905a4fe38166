// The type of a row in the route table, and what handlers and clients derive from it.
import type { z } from 'zod';
import type { Cost } from './cost.ts';

/** One call of the API. Handlers, the client, form validation, and the OpenAPI page are all derived from a table of these. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` stands for one path segment. */
  path: `/api/${string}`;
  summary: string;
  /**
   * `user`: only with a session. `public`: the handler gets no user. `either`: it gets the user, or null. `companion`: only with
   * the token of a paired browser. `operator`: only with the cookie of the operator page, which is no seller's session.
   */
  access: 'public' | 'user' | 'either' | 'companion' | 'operator';
  /** Only the server reads it: the build of the web app leaves it out. */
  cost: Cost;
  /** The row exists only if the operator page is on. The session that it opens or closes is the operator's. */
  ofOperator?: true;
  /** A browser extension calls it. Its cookies count for nothing. With access `user`, a token may stand in for a session. */
  fromExtension?: true;
  /** The number that the body's field `protocol` must have. Checked before the body is parsed. */
  protocol?: number;
  /** The handler reads the body itself, once it knows that it wants it: until then, a large one costs nothing. */
  lateBody?: true;
  /** The reply may take long. The handler gets a signal that aborts when the caller goes away. */
  waits?: true;
  /** `open`: the handler opens a session, and the reply sets its cookie. `close`: the reply clears the cookie. */
  session?: 'open' | 'close';
  /** The handler gets the caller's address and browser, for rate limits and for the list of sessions. */
  client?: true;
  /** The user proved in the last ten minutes of this session who they are. A demo account has nothing to prove it with. */
  confirmed?: true;
  /** The handler gets the request's `Idempotency-Key`, if there is one. */
  idempotent?: true;
  query?: z.ZodType;
  body?: z.ZodType;
  reply: z.ZodType;
  /** The status of a success, if it is not 200. */
  status?: 201;
  /** The reply is a picture, for the browser to show by its address. No function of the client calls such a row. */
  picture?: true;
  /** The reply is a file to download, of this type. Its schema is that of a `FileReply`. No function of the client calls such a row. */
  file?: 'text/csv' | 'application/octet-stream';
  /** The handler writes the reply's JSON piece by piece, because it may be too large to hold. */
  streamed?: true;
  /** Replies carry an `ETag`, and an unchanged reply is a 304. */
  etag?: true;
  /**
   * Fields that hold a picture as a base64 data URL. The bytes are taken out while the body arrives: the field keeps the
   * URL's prefix, and the handler gets the bytes in `pictures`. Only a few such calls run at a time; the others queue.
   */
  pictures?: readonly string[];
};

export type RouteTable = Record<string, Record<string, Route>>;

export type ClientInfo = {
  /** The address of the peer, or the one that a trusted proxy reports. */
  address: string;
  userAgent: string;
  /** The caller may be on another machine: there is a forwarding header, a remote peer, or a `Host` that is not this machine. */
  forwarded: boolean;
  /** The token of the cookie by which this browser is known. It says nothing about who uses it. */
  browser?: string | null;
};

/** The text of a reply while it is made. `ended` resolves when nothing more comes, even if the reader is gone. */
export type Streamed = { stream: AsyncIterable<Uint8Array>; ended: Promise<unknown> };

/** A file to download: text, which is sent as UTF-8, or a stream of the web. */
export type FileReply = { fileName: string; content: string | AsyncIterable<Uint8Array> };

/** `browser`: the token by which the browser is known from now on. */
export type OpenedSession = { token: string; expiresAt: number; browser?: string };

/** A paired browser that calls with its token, for this user. */
export type CompanionCaller = { id: string; userId: string; isGuest: boolean };

type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown;
type BodyOf<R extends Route> = R['body'] extends z.ZodType
  ? R['lateBody'] extends true
    ? { readBody(withinMs?: number): Promise<z.output<R['body']>> }
    : { body: z.output<R['body']> }
  : unknown;
type QueryOf<R extends Route> = R['query'] extends z.ZodType ? { query: z.output<R['query']> } : unknown;
type UserOf<R extends Route, U> = R['access'] extends 'user'
  ? R['fromExtension'] extends true
    ? { user: { id: string }; companion: CompanionCaller | null }
    : { user: U }
  : R['access'] extends 'either'
    ? { user: U | null }
    : R['access'] extends 'companion'
      ? { companion: CompanionCaller }
      : unknown;
/** The part of an `AbortSignal` that a waiting handler needs. */
export type Gone = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};
type WaitOf<R extends Route> = R['waits'] extends true ? { gone: Gone } : unknown;
type ClientOf<R extends Route> = R['client'] extends true ? { client: ClientInfo } : unknown;
type SessionOf<R extends Route> = R['session'] extends 'close' ? { sessionToken: string | null } : unknown;
type KeyOf<R extends Route> = R['idempotent'] extends true ? { idempotencyKey: string | null } : unknown;

type PicturesOf<R extends Route> = R['pictures'] extends readonly (infer Name extends string)[]
  ? { pictures: { [K in Name]?: Uint8Array } }
  : unknown;

/** What a handler of this row gets: exactly what the row declares. */
type HandlerInput<R extends Route, U> = PathParams<R['path']> &
  BodyOf<R> &
  QueryOf<R> &
  UserOf<R, U> &
  ClientOf<R> &
  SessionOf<R> &
  PicturesOf<R> &
  WaitOf<R> &
  KeyOf<R>;

/** What the handler returns: the reply, and the opened session if the row says so. */
type HandlerOutput<R extends Route> = R['session'] extends 'open'
  ? { reply: z.input<R['reply']>; session: OpenedSession }
  : R['streamed'] extends true
    ? Streamed
    : z.input<R['reply']>;

export type Handlers<T extends Record<string, Route>, U> = {
  [K in keyof T]: (input: HandlerInput<T[K], U>) => Promise<HandlerOutput<T[K]>>;
};

type CallInput<R extends Route> = PathParams<R['path']> &
  (R['body'] extends z.ZodType ? { body: z.input<R['body']> } : unknown) &
  (R['query'] extends z.ZodType ? { query?: z.input<R['query']> } : unknown) &
  KeyInput<R>;
type KeyInput<R extends Route> = R['idempotent'] extends true ? { idempotencyKey?: string } : unknown;

/** One function for each row. The argument is optional if nothing in it is required. */
export type Client<T extends RouteTable> = {
  [G in keyof T]: {
    [K in keyof T[G]]: Record<string, never> extends CallInput<T[G][K]>
      ? (input?: CallInput<T[G][K]>, options?: CallOptions) => Promise<z.output<T[G][K]['reply']>>
      : (input: CallInput<T[G][K]>, options?: CallOptions) => Promise<z.output<T[G][K]['reply']>>;
  };
};

type CallOptions = { signal?: unknown };

// A wire that speaks the marketplace's dialect, so that the connector above it speaks only our protocol.

import type { Outgoing, Wire } from '../protocol/wire.ts';
import type { Dialect } from './dialect.ts';

export function speak(wire: Wire, dialect: Dialect): Wire {
  return {
    async send(request) {
      const mark = request.path.indexOf('?');
      const path = mark < 0 ? request.path : request.path.slice(0, mark);
      const call = dialect.find(request.method, path);
      if (call === null) return wire.send(request);
      const spoken = dialect.address(call, {
        method: request.method,
        path,
        query: mark < 0 ? '' : request.path.slice(mark + 1),
      });
      const exchange = await wire.send({
        ...request,
        method: spoken.method as Outgoing['method'],
        path: spoken.query === '' ? spoken.path : `${spoken.path}?${spoken.query}`,
        ...(request.body === undefined ? {} : { body: dialect.body(call, request.body) }),
      });
      return exchange.kind === 'answer' ? { ...exchange, body: dialect.reply(call, exchange.body) } : exchange;
    },
    close: () => wire.close(),
  };
}

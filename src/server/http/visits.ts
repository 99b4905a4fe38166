// Counts clicks on the public pages, if the operator turned that on.
import { Counter, type Registry } from 'prom-client';
import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';

/** One Prometheus counter for each button, and nothing about who clicked. If counting is off, the call is answered with 404. */
export function visitsHttp(given: { registry: Registry; isOn: boolean }): Handlers<typeof routes.visits, unknown> {
  const { registry, isOn } = given;
  if (!isOn) {
    return {
      async clicked() {
        throw new Failure('not_found', 'Clicks are not counted here.');
      },
    };
  }
  const counted = new Counter({
    name: 'hangtag_page_clicks_total',
    help: 'Clicks on the buttons of the public pages.',
    labelNames: ['click'],
    registers: [registry],
  });
  return {
    async clicked({ body }) {
      counted.inc({ click: body.click });
      return { message: 'Counted.' };
    },
  };
}

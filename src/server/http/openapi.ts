// Describes every call as OpenAPI 3.1, from the same route table that the server answers.
import { z } from 'zod';
import { eventNames, eventsPath } from '#contract/activity/activity.ts';
import { FailureBody } from '#contract/failure.ts';
import type { Route, RouteTable } from '#contract/route.ts';
import { pictureTypes } from '#domain/picture-file.ts';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): unknown => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const asPicture = Object.fromEntries(
  pictureTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
);

const inJson = (schema: unknown) => ({ 'application/json': { schema } });

function contentOf({ picture, file, reply }: Route): unknown {
  if (picture) return asPicture;
  return file ? { [file]: { schema: { type: 'string' } } } : inJson(schemaOf(reply, 'output'));
}

const securityOf = ({ access, fromExtension }: Route) => {
  if (access === 'companion') return [{ companion: [] }];
  if (access === 'operator') return [{ operator: [] }];
  const ways = { user: [{ session: [] }], either: [{ session: [] }, {}], public: [] }[access];
  return access === 'user' && fromExtension ? [...ways, { companion: [] }] : ways;
};

function operation(group: string, name: string, route: Route) {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => ({
    name: param,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query = route.query && z.toJSONSchema(route.query, { io: 'input', unrepresentable: 'any' });
  const inQuery = Object.entries(query?.properties ?? {}).map(([param, schema]) => ({
    name: param,
    in: 'query',
    required: query?.required?.includes(param) ?? false,
    schema,
  }));
  const inHeader = route.idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
        },
      ]
    : [];
  const parameters = [...inPath, ...inQuery, ...inHeader];
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: route.summary,
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: { required: true, content: inJson(schemaOf(route.body, 'input')) } }),
    responses: {
      [route.status ?? 200]: { description: 'Done', content: contentOf(route) },
      ...(route.etag && { 304: { description: 'Unchanged since the reply with the ETag in If-None-Match' } }),
      default: { description: 'Refused', content: inJson({ $ref: '#/components/schemas/Failure' }) },
    },
  };
}

/** The event stream is not in the table, because its reply has no end. */
const eventStream = {
  get: {
    operationId: 'events.listen',
    tags: ['events'],
    summary: 'Listen to what changes, as server-sent events',
    security: [{ session: [] }],
    responses: {
      200: {
        description: `A stream of events named ${eventNames.map((name) => `\`${name}\``).join(', ')}. Each says that this part of the data is out of date; read it again by its own call. Last-Event-ID resumes after a break.`,
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      default: { description: 'Refused', content: inJson({ $ref: '#/components/schemas/Failure' }) },
    },
  },
};

export function openApi(table: RouteTable, { hasEvents }: { hasEvents: boolean }): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [group, rows] of Object.entries(table)) {
    for (const [name, route] of Object.entries(rows)) {
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(group, name, route) };
    }
  }
  if (hasEvents) paths[eventsPath] = eventStream;
  return {
    openapi: '3.1.0',
    info: { title: 'Hangtag', version: '1', description: 'Every call of the product.' },
    paths,
    components: {
      schemas: { Failure: schemaOf(FailureBody, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'hangtag' },
        companion: { type: 'http', scheme: 'bearer' },
        operator: { type: 'apiKey', in: 'cookie', name: 'hangtag-operator' },
      },
    },
  };
}

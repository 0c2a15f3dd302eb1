import { NAMESPACE_PROPERTIES } from '../discovery/index-schema.js'
import { answerRequest, resolveRequest } from '../dispatch/dispatch.js'
import { asEnvelope } from '../dispatch/envelope.js'
import { noRoute } from '../dispatch/match-route.js'
import { errorOutcome } from '../dispatch/outcome.js'
import { resolveTarget } from '../dispatch/resolve-target.js'
import type { ResolvedRequest } from '../dispatch/resolved-request.js'
import { endpoint, type HandlerRequest, type Reply } from '../registry/definition.js'
import type { Registry } from '../registry/registry.js'
import { RestError } from '../rest-error.js'
import { objectSchema } from '../schema/object-schema.js'
import type { Schema } from '../schema/schema.js'

/** The maximum number of requests in a batch, by default. */
export const MAX_BATCH_REQUESTS = 25

/** Options of {@link registerBatch}. */
export interface BatchOptions {
  /** Whether `batch/v1` is a namespace, with an index at `GET /batch/v1`; true by default. */
  readonly namespace?: boolean | undefined
  /** {@link MAX_BATCH_REQUESTS} by default. */
  readonly maxRequests?: number | undefined
}

/** The parts of a path or of a URL. The host and the fragment are ignored. */
const URL_PARTS = /^(?:(?:[a-z][a-z\d+.-]*:)?\/\/(?<host>[^/?#]*))?(?<path>[^?#]*)(?:\?(?<query>[^#]*))?/i

interface BatchItem {
  readonly path: string
  readonly method: string
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string | readonly string[]>>
}

/** The schema of the response; `index` has the properties that a GET of the same path returns. */
const batchSchema = (index: Readonly<Record<string, Schema>>): Schema =>
  objectSchema('batch', {
    ...index,
    failed: { description: 'Why no request was performed.', type: 'string', enum: ['validation'] },
    responses: {
      description: 'The responses, in the order of the requests; null for requests that are valid.',
      type: 'array',
      items: {
        type: ['object', 'null'],
        properties: {
          body: {
            description: 'The body of the response.',
            type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
          },
          status: { description: 'The status of the response.', type: 'integer' },
          headers: { description: 'The headers; an empty list if there are none.', type: ['object', 'array'] },
        },
      },
    },
  })

/**
 * Registers `POST /batch/v1`, which performs up to 25 changes in order. Its response has the status 207, and the `body`,
 * `status` and `headers` of each response. With `validation: 'require-all-validate'`, nothing is performed unless all
 * requests are valid. Only routes with `batch` are allowed.
 */
export function registerBatch(registry: Registry, options: BatchOptions = {}): void {
  const { dispatchContext } = registry
  const [namespace, path] = options.namespace === false ? ['', '/batch/v1'] : ['batch/v1', '/']
  registry.route(namespace, path, {
    responseSchema: () => batchSchema(namespace === '' ? {} : NAMESPACE_PROPERTIES),
    endpoints: [
      endpoint({
        methods: 'POST',
        responds: { shape: 'item', status: 207 },
        args: {
          validation: { type: 'string', enum: ['require-all-validate', 'normal'], default: 'normal' },
          requests: {
            type: 'array',
            required: true,
            maxItems: options.maxRequests ?? MAX_BATCH_REQUESTS,
            items: {
              type: 'object',
              properties: {
                method: { type: 'string', enum: ['POST', 'PUT', 'PATCH', 'DELETE'], default: 'POST' },
                path: { type: 'string', required: true },
                body: { type: 'object', properties: {}, additionalProperties: true },
                headers: {
                  type: 'object',
                  properties: {},
                  additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
                },
              },
            },
          },
        },
        permission: 'public',
        anyScope: true,
        async handler(request): Promise<Reply> {
          const items = request.params.requests as unknown as readonly BatchItem[]
          const resolved: ResolvedRequest[] = []
          const routes: string[] = []
          for (const item of items) {
            const each = await resolveItem(item, request, [...routes])
            resolved.push(each)
            if (each.route?.batch === true) routes.push(each.route.path.pattern)
          }
          if (request.params.validation === 'require-all-validate' && resolved.some(each => each.error !== undefined)) {
            const responses = resolved.map(({ error }) =>
              error === undefined ? null : asEnvelope(errorOutcome(error), registry.names),
            )
            return { status: 207, body: { failed: 'validation', responses } }
          }
          const responses: unknown[] = []
          for (const each of resolved)
            responses.push(asEnvelope(await answerRequest(each, dispatchContext), registry.names))
          return { status: 207, body: { responses } }
        },
      }),
    ],
  })

  async function resolveItem(
    item: BatchItem,
    request: HandlerRequest,
    earlierRoutes: readonly string[],
  ): Promise<ResolvedRequest> {
    const { host, path, query } = URL_PARTS.exec(item.path)?.groups ?? {}
    if (path === undefined || host === '')
      return { error: new RestError('parse_path_failed', 'The path of the request cannot be read.', 400) }
    if (!path.startsWith('/') || path.endsWith('/')) return { error: noRoute({ path }, registry.dispatchContext) }
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(item.headers ?? {}))
      headers[name.toLowerCase()] = [value].flat().join(', ')
    const method = item.method ?? 'POST'
    const inner = {
      method,
      path,
      query,
      headers,
      body: { kind: 'json' as const, value: item.body ?? {} },
      principal: request.principal,
      remoteAddress: request.remoteAddress,
      secure: request.secure,
      signal: request.signal,
      earlierRoutes,
    }
    // Within a batch, the method cannot be overridden, and the path is not normalized.
    const target = { ...resolveTarget(inner), path, method, head: false }
    const resolved = await resolveRequest(inner, target, request.principal, dispatchContext)
    if (resolved.route === undefined || resolved.route.batch === true) return resolved
    return {
      ...resolved,
      error: new RestError('rest_batch_not_allowed', 'This route cannot be used in batches.', 400),
    }
  }
}

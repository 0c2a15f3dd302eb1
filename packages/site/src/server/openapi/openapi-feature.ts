import { createHash } from 'node:crypto'
import {
  binaryBody,
  checks,
  endpoint,
  type HandlerRequest,
  isNotModified,
  objectSchema,
  type Reply,
  type Route,
} from '@platen/core'
import type { OpenApiDocument } from '@platen/core/openapi'
import { registrationKey, type SiteContext, siteOption } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { map, text } from '../../kernel/rest/index.js'

/** The options of `createSite` that belong to this subject. */
export interface OpenApiConfig {
  /** Whether `/openapi.json` describes the interface; true by default. */
  readonly openApi?: boolean | undefined
}

const openApiOption = siteOption<boolean>('openApi', checks.flag)

/** A document of a site, and as it is sent. */
interface WrittenDocument {
  readonly document: OpenApiDocument
  readonly bytes: Uint8Array
  readonly tag: string
  /** What it was made of. */
  readonly title: string
  readonly routes: readonly Route[]
}

const written = registrationKey('the OpenAPI document', (): { latest?: WrittenDocument } => ({}))

/**
 * Describes the interface of a site as OpenAPI 3.1: all of its routes, like the index and `OPTIONS`, which are the same for
 * every caller. Cached until a route is registered or the title changes. The site must be ready.
 */
export const openApiDocument = async (site: SiteContext): Promise<OpenApiDocument> =>
  (await currentDocument(site)).document

async function currentDocument(site: SiteContext): Promise<WrittenDocument> {
  const { createOpenApiDocument } = await import('@platen/core/openapi')
  const title = (await site.options()).text('title')
  const cache = site.get(written)
  const routes = site.registry.routes()
  if (cache.latest?.title === title && isSame(cache.latest.routes, routes)) return cache.latest
  const [, version = '1'] = site.namespace.split('/v')
  const document = createOpenApiDocument(site.registry, { title: title === '' ? site.url : title, version })
  const json = JSON.stringify(document)
  const tag = `"${createHash('sha256').update(json).digest('base64url')}"`
  cache.latest = { document, bytes: new TextEncoder().encode(json), tag, title, routes }
  return cache.latest
}

const isSame = (routes: readonly Route[], others: readonly Route[]): boolean =>
  routes.length === others.length && routes.every((route, at) => route === others[at])

/** Parameters that change the form of the document. */
const FORMS = ['_fields', '_envelope', '_jsonp']

async function reply(site: SiteContext, request: HandlerRequest<{ examples: boolean }>): Promise<Reply> {
  const { query, headers, params, dispatch } = request
  const { document, bytes, tag } = await currentDocument(site)
  if (params.examples) {
    const { withExamples } = await import('@platen/core/openapi')
    const get = (path: string, query: Readonly<Record<string, string>>) => dispatch({ method: 'GET', path, query })
    return { body: await withExamples(site.registry, document, get) }
  }
  if (FORMS.some(name => query[name] !== undefined)) return { body: document }
  if (isNotModified(headers, tag, undefined)) return { status: 304, headers: { ETag: tag }, body: undefined }
  return { body: binaryBody('application/json; charset=UTF-8', bytes), headers: { ETag: tag }, fieldsApplied: true }
}

const documentSchema = () =>
  objectSchema('OpenAPI', {
    openapi: text('The version of OpenAPI.'),
    info: map('The title and the version of the interface.'),
    servers: { description: 'The URL of the interface.', type: 'array', items: map('A server.') },
    paths: map('The operations by path and method.'),
    components: map('The parts that operations share.'),
  })

/** The description of the interface as OpenAPI, at `/openapi.json`. */
export const openApiFeature = defineFeature({
  name: 'openapi',
  options: [openApiOption],
  routes(site) {
    if (openApiOption.of(site) === false) return
    site.registry.route('', '/openapi.json', {
      responseSchema: documentSchema,
      endpoints: [
        endpoint({
          methods: 'GET',
          responds: { shape: 'item', example: false },
          args: {
            examples: {
              description: 'Whether to show what the routes respond with to the caller, who must be signed in.',
              type: 'boolean',
              default: false,
            },
          },
          permission: ({ params, principal }) => !params.examples || principal.authenticated,
          handler: request => reply(site, request),
        }),
      ],
    })
  },
})

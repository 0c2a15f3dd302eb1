import type { Links } from '../links.js'
import { parseQuery } from '../params/parse-query.js'
import { bodyValue } from '../resource/items.js'
import type { DispatchContext } from './dispatch-context.js'
import type { IncomingRequest } from './incoming-request.js'
import { errorOutcome, type Outcome } from './outcome.js'
import { type EmbedSelection, parseEmbed } from './parse-embed.js'
import { preloadTogether } from './preload-together.js'
import type { RequestTarget } from './resolve-target.js'
import type { ResolvedRequest } from './resolved-request.js'
import { toRestError } from './to-rest-error.js'

/** At most this many URLs are followed for one response; the links themselves stay. */
const MAX_URLS = 1000

type Linked = Record<string, unknown> & { readonly _links: Links }

/**
 * The stage `embed`: with `_embed`, the embeddable links of a resource, or of each item of a list, are followed and what
 * they lead to becomes `_embedded` (specification section 2). Every URL is followed once, however many items link to it,
 * and those of one route are answered together. A relation that leads to empty lists alone is left out; what the caller may
 * not see is embedded as the error that it would get.
 */
export async function embedLinks(
  outcome: Outcome,
  { request }: ResolvedRequest,
  { method, head, query }: RequestTarget,
  context: DispatchContext,
): Promise<Outcome> {
  const selection = method === 'GET' && !head ? parseEmbed(query['_embed']) : undefined
  if (selection === undefined || request === undefined || outcome.status >= 300) return outcome
  const body = bodyValue(outcome.body)
  const targets = await resolveUrls(urlsIn(Array.isArray(body) ? body : [body], selection, context), request, context)
  await preloadTogether([...targets.values()], context)
  const bodies = new Map<string, unknown>()
  for (const [url, target] of targets) bodies.set(url, await bodyOf(target, request, context))
  const embed = (item: unknown) => (isLinked(item) ? withEmbedded(item, selection, bodies) : item)
  return {
    ...outcome,
    body: Array.isArray(body) ? body.map(embed) : embed(body),
    cacheable: outcome.cacheable && [...targets.values()].every(({ endpoint }) => endpoint?.cacheable !== false),
  }
}

const isLinked = (value: unknown): value is Linked =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && '_links' in value

const isSelected = (relation: string, selection: EmbedSelection): boolean =>
  selection === 'all' || selection.has(relation)

function urlsIn(items: readonly unknown[], selection: EmbedSelection, { baseUrl }: DispatchContext): Set<string> {
  const urls = new Set<string>()
  for (const item of items) {
    if (!isLinked(item)) continue
    for (const relation in item._links) {
      if (!isSelected(relation, selection)) continue
      for (const { embeddable, href } of item._links[relation] ?? [])
        if (embeddable === true && urls.size < MAX_URLS && href.startsWith(`${baseUrl}/`)) urls.add(href)
    }
  }
  return urls
}

/** The requests that the URLs stand for; those that no route serves are left out. */
async function resolveUrls(
  urls: ReadonlySet<string>,
  { principal, secure, remoteAddress, signal }: IncomingRequest,
  { baseUrl, router, resolve }: DispatchContext,
): Promise<Map<string, ResolvedRequest>> {
  const targets = new Map<string, ResolvedRequest>()
  for (const url of urls) {
    const at = url.indexOf('?')
    const path = url.slice(baseUrl.length, at < 0 ? undefined : at)
    if (router.match(path) === undefined) continue
    const query = { context: 'embed', ...(at < 0 ? {} : parseQuery(url.slice(at + 1))) }
    targets.set(url, await resolve({ method: 'GET', path, query, secure, remoteAddress, signal }, principal))
  }
  return targets
}

async function bodyOf(target: ResolvedRequest, request: IncomingRequest, context: DispatchContext): Promise<unknown> {
  try {
    return bodyValue((await context.perform(target)).body)
  } catch (thrown) {
    return errorOutcome(toRestError(thrown, target.request ?? request, context)).body
  } finally {
    if (target.request?.incomplete === true) request.markIncomplete()
  }
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

function withEmbedded(item: Linked, selection: EmbedSelection, bodies: ReadonlyMap<string, unknown>): unknown {
  const embedded: Record<string, unknown[]> = {}
  let some = false
  for (const relation in item._links) {
    if (!isSelected(relation, selection)) continue
    const found: unknown[] = []
    for (const { embeddable, href } of item._links[relation] ?? [])
      if (embeddable === true && bodies.has(href)) found.push(bodies.get(href))
    if (found.every(isEmptyList)) continue
    embedded[relation] = found
    some = true
  }
  return some ? { ...item, _embedded: embedded } : item
}

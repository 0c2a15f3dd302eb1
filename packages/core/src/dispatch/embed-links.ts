import type { Links } from '../links.js'
import { isPromise } from '../maybe-promise.js'
import type { RestRequest } from '../request.js'
import { cutBody, withOmitted } from '../resource/cut-record.js'
import { SEPARATORS } from '../resource/field-selection.js'
import { bodyText, bodyValue, ComputedItems, Items, linksOf, MAX_LENGTH } from '../resource/items.js'
import { writeJson } from '../resource/json/write-value.js'
import { EMPTY_LIST_LINK } from '../resource/link-row.js'
import { nextTurn, TURN } from '../turns.js'
import type { DispatchContext } from './dispatch-context.js'
import type { IncomingRequest } from './incoming-request.js'
import { errorOutcome, type Outcome } from './outcome.js'
import { preloadTogether } from './preload-together.js'
import type { RequestTarget } from './resolve-target.js'
import type { ResolvedRequest } from './resolved-request.js'
import { toRestError } from './to-rest-error.js'

/** The relations that `_embed` requests. */
export type EmbedSelection = 'all' | ReadonlySet<string>

const ALL: ReadonlySet<string> = new Set(['0', '1', 'true'])
const texts = (given: object) => Object.values(given).filter(name => typeof name === 'string')

/**
 * Reads `_embed`: empty, `1` or `0` is all relations, otherwise a text of relations between commas or spaces, or a list
 * or map of relations.
 */
export function parseEmbed(given: unknown): EmbedSelection | undefined {
  if (typeof given === 'object' && given !== null) {
    const names = texts(given)
    return names.length === 0 ? undefined : new Set(names)
  }
  if (typeof given !== 'string') return undefined
  const names = given.split(SEPARATORS).filter(name => name !== '')
  return names.length === 0 || ALL.has(given) ? 'all' : new Set(names)
}

/** At most this many URLs are followed for one response; the links themselves stay. */
const MAX_URLS = 1000

/**
 * The stage `embed`: with `_embed`, follows the embeddable links of a resource, or of each item of a list, and adds the
 * results as `_embedded` (specification section 2), in responses to GET and, optionally, to changes. Every URL is
 * followed once, however many items link to it, and URLs of the same route are resolved together. A relation whose
 * links all point to empty lists is omitted; a resource that the caller may not read is embedded as an error.
 */
export async function embedLinks(
  outcome: Outcome,
  { request }: ResolvedRequest,
  { method, head, query }: RequestTarget,
  context: DispatchContext,
  form?: 'text' | 'values',
): Promise<Outcome> {
  const embeds = method === 'GET' ? !head : context.embedsInChanges && method !== 'OPTIONS'
  const selection = embeds ? parseEmbed(query['_embed']) : undefined
  if (selection === undefined || request === undefined || outcome.status >= 300) return outcome
  const { body } = outcome
  const links = linksOfBody(body)
  const targets = await resolveUrls(urlsIn(links, selection, context), request, context)
  await preloadTogether(targets.values(), context)
  const bodies = await followUrls(targets, request, context, form)
  const embedded = links.map(each => embeddedOf(each, selection, bodies))
  return {
    ...outcome,
    body: withEmbedded(body, embedded),
    cacheable: outcome.cacheable && [...targets.values()].every(({ endpoint }) => endpoint?.cacheable !== false),
  }
}

/**
 * Requests the URLs one after the other; other work of the process runs in between. Those whose turn does not come
 * within the time limit are omitted: their bodies are `undefined`.
 */
async function followUrls(
  targets: ReadonlyMap<string, ResolvedRequest>,
  request: IncomingRequest,
  context: DispatchContext,
  form: 'text' | 'values' | undefined,
): Promise<Bodies> {
  const bodies = new Map<string, EmbeddedBody | undefined>()
  const maxLength = Math.trunc(MAX_LENGTH / Math.max(1, targets.size))
  let taken = 0
  let turn = 0
  for (const [url, target] of targets) {
    if (taken > context.limits.maxEmbedTime) {
      request.markIncomplete()
      bodies.set(url, undefined)
      continue
    }
    const start = performance.now()
    const performing = context.perform(target)
    const { outcome } = isPromise(performing) ? await performing : performing
    if (isPassing(outcome)) request.markIncomplete()
    const body = new FollowedBody(outcome.body, target, maxLength, request, context)
    bodies.set(url, body)
    // Computing it may take most of the time.
    if (form !== undefined && outcome.body instanceof Items) body.compute(form)
    const time = performance.now() - start
    taken += time
    turn += time
    if (turn > TURN) {
      await nextTurn()
      turn = 0
    }
  }
  return bodies
}

/** Whether it is an error that may not occur with the next request. */
const isPassing = ({ status }: Outcome): boolean => status >= 500 || status === 429

/** The links of each item, or of the resource: the embeddable ones, at least. */
function linksOfBody(body: unknown): readonly (Links | undefined)[] {
  if (body instanceof Items) return Array.from({ length: body.length }, (_, index) => body.embeddable(index))
  return Array.isArray(body) ? body.map(linksOf) : [linksOf(body)]
}

const isSelected = (relation: string, selection: EmbedSelection): boolean =>
  selection === 'all' || selection.has(relation)

function urlsIn(
  all: readonly (Links | undefined)[],
  selection: EmbedSelection,
  { baseUrl }: DispatchContext,
): Set<string> {
  const urls = new Set<string>()
  const start = `${baseUrl}/`
  for (const links of all) {
    for (const relation in links) {
      if (!isSelected(relation, selection)) continue
      for (const { embeddable, href } of links[relation] ?? [])
        if (embeddable === true && urls.size < MAX_URLS && href.startsWith(start)) urls.add(href)
    }
  }
  return urls
}

/** The requests for the URLs, without those that no route serves. */
async function resolveUrls(
  urls: ReadonlySet<string>,
  origin: IncomingRequest,
  { baseUrl, router, resolve }: DispatchContext,
): Promise<Map<string, ResolvedRequest>> {
  const targets = new Map<string, ResolvedRequest>()
  for (const url of urls) {
    const at = url.indexOf('?')
    const path = url.slice(baseUrl.length, at < 0 ? undefined : at)
    const query = `context=embed${at < 0 ? '' : `&${url.slice(at + 1)}`}`
    const resolving = resolve(new FollowedRequest(path, query, origin), origin.principal, origin)
    const resolved = isPromise(resolving) ? await resolving : resolving
    if (resolved.route !== undefined || router.match(path, 'GET') !== undefined) targets.set(url, resolved)
  }
  return targets
}

/** The request for a URL. The signal is a getter, since adapters create it on demand. */
class FollowedRequest implements RestRequest {
  readonly method = 'GET'
  readonly path: string
  readonly query: string
  readonly secure: boolean | undefined
  readonly remoteAddress: string
  readonly #origin: IncomingRequest

  constructor(path: string, query: string, origin: IncomingRequest) {
    this.path = path
    this.query = query
    this.secure = origin.secure
    this.remoteAddress = origin.remoteAddress
    this.#origin = origin
  }

  get signal(): AbortSignal | undefined {
    return this.#origin.signal
  }
}

/** The target of a link. */
interface EmbeddedBody {
  readonly isEmptyList: boolean
  readonly value: unknown
  readonly text: string
}

const EMPTY_LIST: EmbeddedBody = Object.freeze({ isEmptyList: true, value: Object.freeze([]), text: '[]' })

/** The targets by URL; `undefined` if they were not requested. */
type Bodies = ReadonlyMap<string, EmbeddedBody | undefined>

/**
 * The target of a URL; its JSON is written once, however many items link to it. If that is longer than its share of a
 * response, it is shortened.
 */
class FollowedBody implements EmbeddedBody {
  readonly #body: unknown
  readonly #target: ResolvedRequest
  readonly #maxLength: number
  readonly #origin: IncomingRequest
  readonly #context: DispatchContext
  #text: string | undefined
  #value: unknown

  constructor(
    body: unknown,
    target: ResolvedRequest,
    maxLength: number,
    origin: IncomingRequest,
    context: DispatchContext,
  ) {
    this.#body = body
    this.#target = target
    this.#maxLength = maxLength
    this.#origin = origin
    this.#context = context
  }

  get isEmptyList(): boolean {
    return (this.#body instanceof Items || Array.isArray(this.#body)) && this.#body.length === 0
  }

  get value(): unknown {
    this.#value ??= this.#compute()
    return this.#value
  }

  get text(): string {
    this.#text ??= this.#write()
    return this.#text
  }

  /** Computes the form in which it is needed later. */
  compute(form: 'text' | 'values'): void {
    void (form === 'text' ? this.text : this.value)
  }

  /** The error that is embedded if the target cannot be computed. */
  #failed(thrown: unknown): unknown {
    return errorOutcome(toRestError(thrown, this.#target.request ?? this.#origin, this.#context)).body
  }

  #compute(): unknown {
    try {
      return cutBody(bodyValue(this.#body), this.#maxLength)
    } catch (thrown) {
      return this.#failed(thrown)
    }
  }

  #write(): string {
    try {
      const text = bodyText(this.#body)
      return text.length <= this.#maxLength ? text : bodyText(cutBody(JSON.parse(text), this.#maxLength))
    } catch (thrown) {
      return bodyText(this.#failed(thrown))
    }
  }
}

/** The embedded targets of an item, by relation. */
interface Embedded {
  readonly relations: ReadonlyMap<string, readonly EmbeddedBody[]>
  /** Whether some targets were not requested. */
  readonly isCut: boolean
}

function embeddedOf(links: Links | undefined, selection: EmbedSelection, bodies: Bodies): Embedded {
  const relations = new Map<string, readonly EmbeddedBody[]>()
  let isCut = false
  for (const relation in links) {
    if (!isSelected(relation, selection)) continue
    const found = (links[relation] ?? [])
      .map(link => {
        if (link === EMPTY_LIST_LINK) return EMPTY_LIST
        if (link.embeddable !== true) return undefined
        const body = bodies.get(link.href)
        if (body === undefined && bodies.has(link.href)) isCut = true
        return body
      })
      .filter(body => body !== undefined)
    if (!found.every(body => body.isEmptyList)) relations.set(relation, found)
  }
  return { relations, isCut }
}

function withEmbedded(body: unknown, embedded: readonly Embedded[]): unknown {
  const value = (item: unknown, index: number) => {
    const { relations, isCut } = embedded[index] ?? NOTHING_EMBEDDED
    const marked = isCut ? withOmitted(item as Readonly<Record<string, unknown>>, ['_embedded']) : item
    if (relations.size === 0) return marked
    const values = [...relations].map(([relation, bodies]) => [relation, bodies.map(each => each.value)] as const)
    return { ...(marked as object), _embedded: Object.fromEntries(values) }
  }
  if (body instanceof Items) {
    const text = (index: number) => {
      const { relations, isCut } = embedded[index] ?? NOTHING_EMBEDDED
      if (isCut) return JSON.stringify(value(JSON.parse(body.textOf(index)), index))
      return body.textOf(index, membersOf(relations))
    }
    return new Items(new ComputedItems(body.length, index => value(body.values[index], index), text))
  }
  return Array.isArray(body) ? body.map(value) : value(body, 0)
}

const NOTHING_EMBEDDED: Embedded = Object.freeze({ relations: new Map(), isCut: false })

/** The JSON of `_embedded` as a member; `undefined` when nothing is embedded. */
function membersOf(embedded: Embedded['relations']): string | undefined {
  if (embedded.size === 0) return undefined
  let json = '"_embedded":{'
  let isFirst = true
  for (const [relation, bodies] of embedded) {
    json += `${isFirst ? '' : ','}${writeJson(relation)}:[`
    isFirst = false
    for (let index = 0; index < bodies.length; index++) json += (index === 0 ? '' : ',') + bodies[index]?.text
    json += ']'
  }
  return `${json}}`
}

import type { Principal } from '../access/principal.js'
import type { InterfaceNames } from '../links.js'
import type { HandlerRequest, Method } from '../registry/definition.js'
import { createMemo, type MemoKey } from '../registry/memo-key.js'
import type { Dispatch, ReceivedFile, RestRequest, UploadedFile } from '../request.js'
import { allFields, type FieldSelection, noFields, parseFieldSelection } from '../resource/field-selection.js'
import { isIncomplete } from './incomplete-response.js'
import type { ParamSources } from './param-sources.js'
import type { BodyParams } from './read-body.js'
import type { RequestTarget } from './resolve-target.js'

/** A request, its caller, and the pattern of the matched route. */
export interface Incoming {
  readonly request: RestRequest
  readonly target: RequestTarget
  readonly route: string
  readonly principal: Principal
  /** The request whose response embeds the response to this one. */
  readonly origin?: HandlerRequest | undefined
}

/** The parameters and the body of a request. */
export interface RequestInput {
  readonly query: Readonly<Record<string, unknown>>
  readonly sources: ParamSources
  /** The sanitized parameters. */
  readonly params: Readonly<Record<string, unknown>>
  readonly body: BodyParams
}

const NONE: readonly string[] = Object.freeze([])
const NO_RELEASES: readonly (() => void)[] = Object.freeze([])

/** Copies a request with changes. A plain copy would lose the getter `signal` and the methods of the class. */
export const changedRequest = (request: HandlerRequest, changes: Partial<HandlerRequest>): HandlerRequest => ({
  ...request,
  ...changes,
  markIncomplete: () => request.markIncomplete(),
  onceAnswered: release => request.onceAnswered(release),
  afterChange: (key, compute) => request.afterChange(key, compute),
  get signal() {
    return request.signal
  },
})

// Engines allocate a function literal that is assigned to a property as a long-lived object: everything that the
// request refers to would then survive minor collections. Therefore separate functions create them.
const hasIn =
  (sources: ParamSources): HandlerRequest['has'] =>
  name =>
    sources.some(source => Object.hasOwn(source, name) && source[name] !== undefined)

const dispatchWithin =
  (outer: HandlerRequest, request: RestRequest, dispatch: Dispatch): HandlerRequest['dispatch'] =>
  async <T>(inner: Omit<RestRequest, 'principal'>) => {
    const { secure, signal, remoteAddress } = request
    const response = await dispatch<T>({ secure, signal, remoteAddress, ...inner, principal: outer.principal })
    if (isIncomplete(response)) outer.markIncomplete()
    return response
  }

/** The request as handlers see it. `signal` is a getter, because adapters create the signal on demand. */
export class IncomingRequest implements HandlerRequest {
  readonly method: Method
  readonly head: boolean
  readonly path: string
  readonly route: string
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly files: readonly UploadedFile[]
  readonly received: readonly ReceivedFile[]
  readonly body: HandlerRequest['body']
  readonly json: unknown
  readonly form: HandlerRequest['form']
  readonly principal: Principal
  readonly fields: FieldSelection
  readonly remoteAddress: string
  readonly secure: boolean | undefined
  readonly expectedVersion: number | undefined
  readonly once: HandlerRequest['once']
  readonly has: (name: string) => boolean
  readonly dispatch: HandlerRequest['dispatch']
  readonly earlierRoutes: readonly string[]
  readonly origin: HandlerRequest | undefined
  readonly #request: RestRequest
  #incomplete = false
  #changed: HandlerRequest['once'] | undefined
  /** `undefined` once the request is answered. */
  #releases: readonly (() => void)[] | undefined = NO_RELEASES

  constructor(
    { request, target, route, principal, origin }: Incoming,
    { query, sources, params, body }: RequestInput,
    { dispatch, names }: { readonly dispatch: Dispatch; readonly names: InterfaceNames },
  ) {
    const fields = params['_fields'] ?? query['_fields']
    this.has = hasIn(sources)
    this.method = target.method as Method
    this.head = target.head
    this.path = target.path
    this.route = route
    this.params = params
    this.query = query
    this.headers = request.headers ?? {}
    this.files = body.files
    this.received = body.received
    this.body = body.body
    this.json = body.json
    this.form = body.form
    this.principal = principal
    this.fields = target.head
      ? noFields
      : fields === undefined
        ? allFields
        : parseFieldSelection(fields, names.emptyObjects, this.has('_embed'))
    this.remoteAddress = request.remoteAddress ?? ''
    this.secure = request.secure
    this.expectedVersion = undefined
    this.once = createMemo()
    this.dispatch = dispatchWithin(this, request, dispatch)
    this.earlierRoutes = request.earlierRoutes ?? NONE
    this.origin = origin
    this.#request = request
  }

  /** Whether a part of the response failed. */
  get incomplete(): boolean {
    return this.#incomplete
  }

  markIncomplete(): void {
    this.#incomplete = true
    this.origin?.markIncomplete()
  }

  afterChange<T>(key: MemoKey<T>, compute: () => T): T {
    this.#changed ??= createMemo()
    return this.#changed(key, compute)
  }

  onceAnswered(release: () => void): void {
    if (this.origin !== undefined) this.origin.onceAnswered(release)
    else if (this.#releases === undefined) release()
    else this.#releases = [...this.#releases, release]
  }

  /** Calls what waits for the answer; `report` receives what it throws. */
  endAnswer(report: (error: unknown) => void): void {
    const releases = this.#releases ?? NO_RELEASES
    this.#releases = undefined
    for (const release of releases) {
      try {
        release()
      } catch (error) {
        report(error)
      }
    }
  }

  get signal(): AbortSignal | undefined {
    return this.#request.signal
  }
}

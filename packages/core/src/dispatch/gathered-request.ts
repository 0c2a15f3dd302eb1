import type { Principal } from '../access/principal.js'
import type { HandlerRequest, Method } from '../registry/definition.js'
import type { MemoKey } from '../registry/memo-key.js'
import type { ReceivedFile, RestRequest, UploadedFile } from '../request.js'
import { allFields, type FieldSelection, noFields, parseFieldSelection } from '../resource/field-selection.js'
import type { DispatchContext } from './dispatch-context.js'
import type { ParamSources } from './gather-params.js'
import { isIncomplete } from './incomplete-responses.js'
import type { PreparedRequest } from './prepare-request.js'
import type { BodyParams } from './read-body.js'

/** What was found out of a request before permissions, checks and handlers see it. */
export interface RequestInput {
  readonly prepared: PreparedRequest
  readonly route: string
  readonly principal: Principal
  readonly sources: ParamSources
  readonly params: Readonly<Record<string, unknown>>
  readonly body: BodyParams
}

/** A function that computes each thing once. */
export function freshMemo(): HandlerRequest['once'] {
  let memo: Map<object, unknown> | undefined
  return <T>(key: MemoKey<T>, compute: () => T): T => {
    memo ??= new Map()
    if (!memo.has(key)) memo.set(key, compute())
    return memo.get(key) as T
  }
}

/** A request like another one, but for what is changed. A plain copy would lose its signal, which is a getter. */
export const changedRequest = (request: HandlerRequest, changes: Partial<HandlerRequest>): HandlerRequest => ({
  ...request,
  ...changes,
  markIncomplete: () => request.markIncomplete(),
  get signal() {
    return request.signal
  },
})

/**
 * Part of stage 4: the request as handlers see it. A class, since a getter in an object literal would make a shape of its
 * own for every request; the signal must be a getter, since adapters make it when it is asked for.
 */
export class GatheredRequest implements HandlerRequest {
  readonly method: Method
  readonly path: string
  readonly route: string
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly files: readonly UploadedFile[]
  readonly received: readonly ReceivedFile[]
  readonly body: HandlerRequest['body']
  readonly principal: Principal
  readonly fields: FieldSelection
  readonly remoteAddress: string
  readonly secure: boolean
  readonly expectedVersion: number | undefined
  readonly once: HandlerRequest['once']
  readonly has: (name: string) => boolean
  readonly dispatch: HandlerRequest['dispatch']
  readonly #request: RestRequest
  #incomplete = false

  constructor(gathered: RequestInput, { dispatch, names }: Pick<DispatchContext, 'dispatch' | 'names'>) {
    const { prepared, principal, sources } = gathered
    const { request, query } = prepared
    const asked = gathered.params['_fields'] ?? query['_fields']
    this.method = prepared.method as Method
    this.path = prepared.path
    this.route = gathered.route
    this.params = gathered.params
    this.query = query
    this.headers = request.headers ?? {}
    this.files = gathered.body.files
    this.received = gathered.body.received
    this.body = gathered.body.body
    this.principal = principal
    this.fields = prepared.head
      ? noFields
      : asked === undefined
        ? allFields
        : parseFieldSelection(asked, names.emptyObjects)
    this.remoteAddress = request.remoteAddress ?? ''
    this.secure = request.secure === true
    this.expectedVersion = undefined
    this.once = freshMemo()
    this.has = name => sources.some(source => Object.hasOwn(source, name) && source[name] !== undefined)
    this.dispatch = async <T>(inner: Omit<RestRequest, 'principal'>) => {
      const { secure, signal, remoteAddress } = request
      const response = await dispatch<T>({ secure, signal, remoteAddress, ...inner, principal })
      if (isIncomplete(response)) this.markIncomplete()
      return response
    }
    this.#request = request
  }

  /** Whether a part of the response failed. */
  get incomplete(): boolean {
    return this.#incomplete
  }

  markIncomplete(): void {
    this.#incomplete = true
  }

  get signal(): AbortSignal | undefined {
    return this.#request.signal
  }
}

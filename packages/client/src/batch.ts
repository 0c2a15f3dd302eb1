import type { BodyIn } from '@platen/site/types'
import { type ApiError, errorOf, invalidResponse } from './api-error.js'

/** A request of a batch: a change. */
export interface BatchRequest<P extends string = string> {
  /** `POST` by default. */
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined
  readonly path: P
  readonly body?: Readonly<Record<string, unknown>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The result of a request of a batch. */
export type BatchResult<T = unknown> =
  | { readonly ok: true; readonly status: number; readonly body: T }
  | {
      readonly ok: false
      /** `undefined` if the request is valid, and was not performed because others are not. */
      readonly error: ApiError | undefined
    }

/** The results of a batch by the paths of its requests. */
export type BatchResults<R, T extends readonly BatchRequest[]> = {
  -readonly [I in keyof T]: BatchResult<
    BodyIn<R, T[I] extends { readonly method: infer M extends string } ? M : 'POST', T[I]['path']>
  >
}

/** The body of the response to a batch. */
export interface BatchBody {
  readonly responses: readonly ({ readonly status: number; readonly body: unknown } | null)[]
}

/** The results in the body of a batch. */
export function batchResults(body: BatchBody | undefined): BatchResult[] {
  if (!Array.isArray(body?.responses)) throw invalidResponse(200, 'The response is not that of a batch.')
  return body.responses.map(response => {
    if (response === null) return { ok: false, error: undefined }
    const { status, body } = response
    return status < 400 ? { ok: true, status, body } : { ok: false, error: errorOf(status, body) }
  })
}

import type { ResponseFormat } from '../registry/definition.js'
import { bodyText, bodyValue } from '../resource/items.js'
import { wrapJsonp } from './jsonp.js'
import type { ResolvedRequest } from './resolved-request.js'

/** How the body of a response becomes text. */
export interface BodyWriter {
  readonly contentType: string
  /** Whether it writes plain JSON, so that the bytes of a file are sent as they are. */
  readonly isJson: boolean
  write(body: unknown): string
}

const json: BodyWriter = Object.freeze({
  contentType: 'application/json; charset=UTF-8',
  isJson: true,
  write: bodyText,
})

const jsonp = (callback: string): BodyWriter => ({
  contentType: 'application/javascript; charset=UTF-8',
  isJson: false,
  write(body) {
    const text = bodyText(body)
    return text === '' ? '' : wrapJsonp(callback, text)
  },
})

const other = ({ contentType, write }: ResponseFormat): BodyWriter => ({
  contentType,
  isJson: false,
  write: body => (body === undefined ? '' : write(bodyValue(body))),
})

/** The format of a response: JSONP with a callback, otherwise the one that the endpoint chooses, otherwise JSON. */
export function bodyWriter(callback: string | undefined, resolved: ResolvedRequest | undefined): BodyWriter {
  if (callback !== undefined) return jsonp(callback)
  if (resolved?.endpoint?.format === undefined || resolved.request === undefined) return json
  const { query } = resolved.request
  const format = query['_envelope'] === undefined ? resolved.endpoint.format(resolved.request) : undefined
  return format === undefined ? json : other(format)
}

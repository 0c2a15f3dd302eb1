import { type InterfaceNames, type Links, linkHeader, withCuries } from '../links.js'
import type { Reply } from '../registry/definition.js'
import { type FieldSelection, presentEmpty } from '../resource/field-selection.js'
import { bodyValue, Items } from '../resource/items.js'
import type { RestError } from '../rest-error.js'

/** A reply on its way out: the same shape for answers and errors. */
export interface Outcome {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A value, or the items of a list. */
  readonly body: unknown
  readonly linkHeader: readonly string[]
  readonly state: Reply['state']
}

/** An error as an outcome. */
export function errorOutcome(error: RestError): Outcome {
  return { status: error.status ?? 500, headers: {}, body: error.toBody(), linkHeader: [], state: undefined }
}

/** Stages 9 and 10: cuts the body to `_fields` and adds the links of a single resource. */
export function shapeReply(reply: Reply, fields: FieldSelection, names: InterfaceNames): Outcome {
  const body = reply.body instanceof Items ? reply.body : shapeValue(reply, fields, names)
  return {
    status: reply.status ?? 200,
    headers: reply.headers ?? {},
    body,
    linkHeader: reply.linkHeader ?? [],
    state: reply.state,
  }
}

function shapeValue({ body, links, fieldsApplied }: Reply, fields: FieldSelection, names: InterfaceNames): unknown {
  const picked = fields.all ? body : pickFields(body, fields, fieldsApplied === true, names)
  if (links !== undefined) return addLinks(picked, withCuries(links, names))
  return fields.all ? picked : presentEmpty(picked, names.emptyObjects)
}

function pickFields(body: unknown, fields: FieldSelection, fieldsApplied: boolean, names: InterfaceNames): unknown {
  if (!Array.isArray(body)) return fieldsApplied ? body : fields.pick(body)
  return body.map(item => presentEmpty(fieldsApplied ? item : fields.pick(item), names.emptyObjects))
}

const addLinks = (body: unknown, links: Links): unknown => ({ ...(body as Record<string, unknown>), _links: links })

/** The entry that leads a client from any answer to the interface's root. */
export const rootLink = (baseUrl: string, names: InterfaceNames): string =>
  linkHeader(`${baseUrl}/`, names.relationBase)

/**
 * An outcome as an object inside another answer: `_envelope` and `batch/v1` both give `body`, `status` and `headers`.
 * Totals are numbers there.
 */
export function asEnvelope(
  outcome: Outcome,
  names: InterfaceNames,
): { body: unknown; status: number; headers: unknown } {
  const headers: Record<string, unknown> = {}
  if (outcome.linkHeader.length > 0) headers['Link'] = outcome.linkHeader.join(', ')
  for (const [name, value] of Object.entries(outcome.headers)) {
    headers[name] = name.startsWith(names.headerPrefix) && /^\d+$/.test(value) ? Number(value) : value
  }
  return {
    body: bodyValue(outcome.body),
    status: outcome.status,
    headers: Object.keys(headers).length === 0 ? [] : headers,
  }
}

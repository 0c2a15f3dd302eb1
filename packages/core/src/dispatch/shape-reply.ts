import type { InterfaceNames } from '../links.js'
import type { Reply } from '../registry/definition.js'
import { type FieldSelection, presentEmpty } from '../resource/field-selection.js'
import { Items } from '../resource/items.js'

/** The stage `shape`: applies `_fields` to the body of a reply, unless its handler did. */
export function shapeReply(
  { body, links, fieldsApplied }: Reply,
  fields: FieldSelection,
  names: InterfaceNames,
): unknown {
  if (fields.all || body instanceof Items) return body
  const pick = (value: unknown) => (fieldsApplied === true ? value : fields.pick(value))
  if (Array.isArray(body)) return body.map(item => presentEmpty(pick(item), names.emptyObjects))
  return links === undefined ? presentEmpty(pick(body), names.emptyObjects) : pick(body)
}

import { type CollectionDefinition, omitFields, type TextLimits } from '@platen/storage'

const MAX_BYTES_PER_UNIT = 3
const encoder = new TextEncoder()

/** Creates the function that omits the texts of a record that are longer than a query allows. */
export function omitLongTexts(
  { columns }: Pick<CollectionDefinition, 'columns'>,
  { maxTextBytes }: TextLimits,
  fields: readonly string[] = Object.keys(columns),
): <R extends object>(record: R) => R {
  if (maxTextBytes === undefined) return record => record
  const omittable = fields.filter(field => columns[field]?.omittable)
  const isTooLong = (field: string, value: unknown): boolean => {
    const text = columns[field]?.kind === 'text' ? String(value) : JSON.stringify(value)
    return text.length * MAX_BYTES_PER_UNIT > maxTextBytes && encoder.encode(text).length > maxTextBytes
  }
  return record => {
    const omitted = omittable.filter(field => isTooLong(field, Reflect.get(record, field)))
    return omitted.length === 0 ? record : omitFields(record, omitted, columns)
  }
}

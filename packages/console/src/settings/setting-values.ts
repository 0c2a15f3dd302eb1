import { parseJson, type RestError } from '@platen/core'
import type { Fields } from '../form.js'

/** The schema of a setting in the interface. */
export interface SettingSchema {
  readonly type: string
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
}

/** The context for checking fields of the form. */
const CHECKED = 'yes'

/** The text of a field for a value. */
export function fieldText({ type }: SettingSchema, value: unknown): string {
  if (type === 'boolean') return value === true ? CHECKED : ''
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value, undefined, 2) : String(value)
}

/** The value of a field's text; for an empty number field `null`, which restores the default. */
function fieldValue({ type }: SettingSchema, text: string, invalid: () => RestError): unknown {
  if (type === 'boolean') return text === CHECKED
  if (type === 'string') return text
  if (text.trim() === '') return null
  if (type === 'integer' || type === 'number') {
    const number = Number(text)
    if (!Number.isFinite(number)) throw invalid()
    return number
  }
  try {
    return parseJson(text)
  } catch {
    throw invalid()
  }
}

/** The values that a form changes. Throws a 400 if a text is not a valid value of its setting. */
export function changedValues(
  schemas: Readonly<Record<string, SettingSchema>>,
  stored: Readonly<Record<string, unknown>>,
  form: Fields,
  invalid: (name: string) => RestError,
): Readonly<Record<string, unknown>> {
  const changed: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(schemas)) {
    const text = form[name] ?? (schema.type === 'boolean' ? '' : undefined)
    if (text === undefined || text === fieldText(schema, stored[name])) continue
    changed[name] = fieldValue(schema, text, () => invalid(name))
  }
  return changed
}

import { escapedText } from '@platen/site/console'
import { checkField, inputField, selectField, textArea } from '../fields.js'
import { type Html, sanitized } from '../html.js'
import type { PageScope } from '../page.js'
import type { KnownSetting } from './known-settings.js'
import { fieldText, type SettingSchema } from './setting-values.js'

/** A setting to show. */
export interface ShownSetting {
  readonly name: string
  /** The name of its field in the form. */
  readonly field: string
  readonly schema: SettingSchema
  /** The value of the field. */
  readonly text: string
  /** How the console shows it, if it knows the setting. */
  readonly known: KnownSetting | undefined
}

/** The field of a setting. */
export async function settingField(
  scope: PageScope,
  { name, field, schema, text, known }: ShownSetting,
): Promise<Html> {
  const { messages } = scope
  const { type, description } = schema
  const isJson = type === 'array' || type === 'object'
  const said = known?.hint === undefined ? description : messages[known.hint]
  const hint = known === undefined || known.hint !== undefined ? said : ''
  const options = {
    name: field,
    label: labelOf(scope, name, schema, known),
    ...(isJson ? { hint: [hint, messages.jsonHint].filter(Boolean).join(' ') } : hint && { hint }),
  }
  if (type === 'boolean') return checkField({ ...options, isChecked: text === fieldText(schema, true) })
  if (isJson) return textArea({ ...options, value: text })
  const given = schema.enum?.map(each => ({ value: String(each), label: String(each) }))
  const choices = known?.choices === undefined ? given : await known.choices(scope)
  if (choices !== undefined) return selectField({ ...options, value: text, choices })
  return inputField({
    ...options,
    value: known?.isEscaped ? sanitized(escapedText(text)) : text,
    type: inputType(schema),
    suggestions: known?.suggestions ?? [],
  })
}

/** The label of a setting's field. */
export const labelOf = (
  { messages }: PageScope,
  name: string,
  { title }: SettingSchema,
  known: KnownSetting | undefined,
): string => (known === undefined ? title || name : messages[known.label])

function inputType({ type, format }: SettingSchema): 'number' | 'url' | 'email' | 'text' {
  if (type === 'integer') return 'number'
  if (format === 'uri') return 'url'
  return format === 'email' ? 'email' : 'text'
}

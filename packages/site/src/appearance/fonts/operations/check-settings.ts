import { RestError, type Schema } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { DetailedRefusal } from '../../../kernel/refusals/index.js'
import { isMap } from '../../../kernel/text/index.js'

/** Settings as clients send them. */
export type SentSettings = Readonly<Record<string, unknown>>

/** The error for settings that fit their schema but are not right. */
export const invalidSettings = (message: string): RestError => new RestError('rest_invalid_param', message, 400)

/** Parses the JSON of an argument; `null` for a text that is not JSON. */
function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}

/** The settings in a checked argument: an empty list or text means none. */
export function sentSettings(text: unknown): SentSettings {
  const settings = parsed(text)
  return isMap(settings) ? settings : {}
}

/**
 * Creates the check of an argument with settings as JSON: it returns the error for settings that do not match the
 * schema, or that have one of the `fixed` settings.
 */
export function settingsCheck(site: SiteContext, param: string, schema: Schema, fixed: readonly string[] = []) {
  const compiled = site.compile(schema)
  return (text: unknown): RestError | undefined => {
    const settings = parsed(text)
    if (settings === null) return invalidSettings(`${param} is not a valid JSON text.`)
    const sent = fixed.find(name => (sentSettings(text)[name] ?? null) !== null)
    if (sent !== undefined) return invalidSettings(`${param}[${sent}] cannot be changed.`)
    const failed = compiled.validate(withoutEmptyPreview(settings), param)
    return failed && new DetailedRefusal(failed.code, failed.message, failed.data)
  }
}

/** An empty preview means none, which no dialect refuses. */
function withoutEmptyPreview(settings: unknown): unknown {
  if (!isMap(settings) || settings['preview'] !== '') return settings
  const { preview: _, ...rest } = settings
  return rest
}

/** The error for an empty required setting; `undefined` if none is empty. Absent settings are not checked. */
export function emptySetting(param: string, settings: SentSettings, names: readonly string[]): RestError | undefined {
  const empty = names.find(name => {
    const value = settings[name]
    return value === '' || (Array.isArray(value) && value.length === 0)
  })
  return empty === undefined ? undefined : invalidSettings(`${param}[${empty}] must not be empty.`)
}

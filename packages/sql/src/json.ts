/** A value as JSON; what JSON does not know is `null`. */
export const jsonText = (value: unknown): string => JSON.stringify(value) ?? 'null'

/** A deeply frozen value of JSON. */
export const parseJson = (text: unknown): unknown => freezeDeep(JSON.parse(String(text)))

function freezeDeep(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) freezeDeep(part)
  return Object.freeze(value)
}

import { failureIn } from '../failure.js'
import type { Conversion, Keyword } from '../rule.js'

export const items: Keyword<readonly unknown[]> = (schema, compiling) => {
  if (schema.items === undefined) return undefined
  const { check, ofItems } = compiling.rule(schema.items, 'items')
  if (ofItems) return ofItems.check
  return list => {
    for (let index = 0; index < list.length; index++) {
      const failed = check(list[index])
      if (failed) return failureIn(index, failed)
    }
    return undefined
  }
}

export const itemsConversion: Conversion<readonly unknown[]> = (schema, compiling) => {
  if (schema.items === undefined) return undefined
  const { sanitize, keeps, ofItems } = compiling.rule(schema.items, 'items')
  if (keeps) return undefined
  if (ofItems) return ofItems.sanitize
  return list => {
    const converted = new Array<unknown>(list.length)
    for (let index = 0; index < list.length; index++) converted[index] = sanitize(list[index])
    return converted
  }
}

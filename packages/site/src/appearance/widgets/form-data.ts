import { parseQuery } from '@platen/core'
import { isMap } from '../../kernel/text/index.js'
import type { WidgetInstance } from './define-widget.js'

/**
 * The values of a widget in the data of its form (`widget-text[2][title]=…`), for `number` or a new widget (`__i__`);
 * without `number`, the first ones. `undefined` if there are none.
 */
export function formValues(data: string, idBase: string, number?: number): WidgetInstance | undefined {
  const name = `widget-${idBase}`
  const parsed = parseQuery(data)
  const numbered = Object.hasOwn(parsed, name) ? parsed[name] : undefined
  const own = (key: string): unknown => (isMap(numbered) && Object.hasOwn(numbered, key) ? numbered[key] : undefined)
  // Consecutive numbers from 0 form a list.
  const listed = Array.isArray(numbered) ? numbered : isMap(numbered) ? Object.values(numbered) : []
  const listedAt = Array.isArray(numbered) && number !== undefined ? numbered[number] : undefined
  const values = number === undefined ? listed[0] : (listedAt ?? own(String(number)) ?? own('__i__'))
  return isMap(values) ? values : undefined
}

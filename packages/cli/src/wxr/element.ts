import { readDate } from './dates.js'
import type { WxrNotes } from './wxr-notes.js'

/** A complete element. `name` has the usual prefix of its namespace even if the file has another. */
export interface WxrElement {
  readonly name: string
  readonly line: number
  readonly attributes: ReadonlyMap<string, string>
  /** Its text, if it is a field. */
  readonly text: string
  /** The texts of its fields by name. */
  readonly fields: ReadonlyMap<string, string>
  /** Its other children. */
  readonly children: readonly WxrElement[]
}

/** The text of a field; empty without one. */
export function textOf({ fields }: WxrElement, name: string): string {
  return fields.get(name) ?? ''
}

/** The same text, trimmed, for names, ids and other values that are not prose. */
export function wordOf(element: WxrElement, name: string): string {
  return textOf(element, name).trim()
}

/** The number in a field; 0 without one. Notes other values. */
export function numberOf(element: WxrElement, name: string, notes: WxrNotes): number {
  const word = wordOf(element, name)
  if (/^[+-]?\d{1,15}$/.test(word)) return Number(word)
  if (word !== '') notes.add(`<${name}> is not an integer of up to 15 digits`, element.line)
  return 0
}

/** The date in a field; `undefined` without one, and for zeros. Notes other values that are not dates. */
export function dateOf(element: WxrElement, name: string, notes: WxrNotes): string | undefined {
  const word = wordOf(element, name)
  if (word === '') return undefined
  const date = readDate(word)
  if (date === undefined && !/^[0:T -]*$/.test(word)) notes.add(`<${name}> is not a date`, element.line)
  return date
}

/** All children with a name. */
export function childrenOf(element: WxrElement, name: string): readonly WxrElement[] {
  return element.children.filter(child => child.name === name)
}

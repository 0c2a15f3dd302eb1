/** A complete element with its children. `name` has the usual prefix of its namespace even if the file has another. */
export interface WxrElement {
  readonly name: string
  readonly line: number
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  readonly children: readonly WxrElement[]
}

/** A child of the channel. */
export interface ChannelElement extends WxrElement {
  readonly column: number
}

/** The text of the first child with a name; empty without one. */
export function textOf({ children }: WxrElement, name: string): string {
  for (const child of children) if (child.name === name) return child.text
  return ''
}

/** The same text, trimmed, for names, ids and other values that are not prose. */
export function wordOf(element: WxrElement, name: string): string {
  return textOf(element, name).trim()
}

/** The number in the first child with a name; 0 without one. */
export function numberOf(element: WxrElement, name: string): number {
  const word = wordOf(element, name)
  const number = /^[+-]?\d{1,15}$/.test(word) ? Number(word) : 0
  return number
}

/** All children with a name. */
export function childrenOf(element: WxrElement, name: string): readonly WxrElement[] {
  return element.children.filter(child => child.name === name)
}

/** An element that has ended, with the elements in it. `name` has the prefix of its vocabulary, whatever the file says. */
export interface WxrElement {
  readonly name: string
  readonly line: number
  readonly column: number
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  readonly children: readonly WxrElement[]
}

/** The text of the first child of this name; empty without one. */
export function textOf(element: WxrElement, name: string): string {
  return element.children.find(child => child.name === name)?.text ?? ''
}

/** The same without white space around it: for names, ids and other values that are no prose. */
export function wordOf(element: WxrElement, name: string): string {
  return textOf(element, name).trim()
}

/** The number that the first child of this name holds; 0 if it holds none. */
export function numberOf(element: WxrElement, name: string): number {
  const word = wordOf(element, name)
  const number = /^[+-]?\d{1,15}$/.test(word) ? Number(word) : 0
  return number
}

/** All children of this name. */
export function childrenOf(element: WxrElement, name: string): readonly WxrElement[] {
  return element.children.filter(child => child.name === name)
}

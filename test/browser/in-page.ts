/// <reference lib="dom" />
// What is evaluated in pages: each function stands alone, because only its own text is sent there.

/** The element with the focus. */
export interface FocusedElement {
  /** Its place among the elements that a keyboard should reach; -1 if it is none of them, or if nothing has the focus. */
  readonly index: number
  readonly name: string
  /** Whether a ring or another outline shows where the focus is. */
  readonly hasOutline: boolean
  /** Whether some of it lies in the viewport, and nothing covers that. */
  readonly isVisible: boolean
}

/** The names of the elements that a keyboard should reach, in their order. */
export function reachableElements(): string[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
  ]
  const reachable = all.filter(
    element =>
      element.checkVisibility() &&
      !element.matches(':disabled, input[type="hidden"], input[type="radio"]:not(:checked)'),
  )
  Object.assign(window, { reachable })
  return reachable.map(element => `${element.localName} ${element.textContent?.trim() || element.getAttribute('name')}`)
}

/** The focus, after `reachableElements`. */
export function focusedElement(): FocusedElement {
  const { reachable } = window as unknown as { reachable: readonly Element[] }
  const element = document.activeElement ?? document.body
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const shown = document.elementFromPoint(
    (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
    (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
  )
  return {
    index: reachable.indexOf(element),
    name: `${element.localName} ${element.textContent?.trim().slice(0, 40)}`,
    hasOutline: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    isVisible: shown !== null && (element.contains(shown) || shown.contains(element)),
  }
}

/** The index of an element in the list that `reachableElements` made; -1 if it is not reachable. */
export const positionOf = (element: Element): number =>
  (window as unknown as { reachable: readonly Element[] }).reachable.indexOf(element)

/** The URLs of all links. */
export const linkTargets = () => [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href)

/** The elements that are wider than the window, if it scrolls to the side. */
export function overflowing(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const reachesOut = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    return left < 0 || right > clientWidth
  }
  const all = [...document.querySelectorAll('body *')].filter(reachesOut)
  return [`${scrollWidth} instead of ${clientWidth} pixels`, ...all.map(element => element.outerHTML.slice(0, 100))]
}

/** Words of up to 16 letters that do not fit into a line of their own. */
export function brokenWords(): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    for (const { 0: word, index } of node.nodeValue?.matchAll(/\p{L}{2,16}/gu) ?? []) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word)
    }
  }
  return found
}

/** Some of the options of axe. */
export interface AxeOptions {
  readonly rules?: Record<string, { readonly enabled: boolean }>
  readonly runOnly?: string[]
}

/** What axe finds. Its source has been evaluated before. */
export async function violations(options: AxeOptions): Promise<string[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  const { violations } = await axe.run({ resultTypes: ['violations'], preload: false, ...options })
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
}

/// <reference lib="dom" />
// What is evaluated in pages: each function stands alone, because only its own text is sent there.
import type { AxeResults, RunOptions } from 'axe-core'

/** The element with the focus. */
export interface FocusedElement {
  /** Its place among the elements that a keyboard should reach; -1 if it is none of them, or if nothing has the focus. */
  readonly index: number
  readonly name: string
  /** Whether a ring or another outline shows where the focus is. */
  readonly hasOutline: boolean
  /** Whether it lies in the viewport, and nothing covers it. */
  readonly isVisible: boolean
}

/** The names of the elements that a keyboard should reach, in their order. */
export function reachableElements(): string[] {
  const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
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
  const { left, top, width, height } = element.getBoundingClientRect()
  const shown = document.elementFromPoint(left + width / 2, top + height / 2)
  return {
    index: reachable.indexOf(element),
    name: `${element.localName} ${element.textContent?.trim().slice(0, 40)}`,
    hasOutline: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    isVisible: shown !== null && (element.contains(shown) || shown.contains(element)),
  }
}

export const linkTargets = () => [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href)

/** How many pixels the page is wider than the window. */
export const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

/** The elements that reach beyond the window. */
export const overflowing = () =>
  [...document.querySelectorAll('body *')]
    .filter(element => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map(element => element.outerHTML.slice(0, 100))

/** Runs axe, whose source has been evaluated before. */
export const runAxe = (): Promise<AxeResults> =>
  (window as unknown as { axe: { run(context: Document, options: RunOptions): Promise<AxeResults> } }).axe.run(
    document,
    { resultTypes: ['violations'], preload: false },
  )

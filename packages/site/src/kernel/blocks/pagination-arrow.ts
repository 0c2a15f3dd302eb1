import { escapeHtml } from '@platen/rendering'

/** The direction of a pagination link. */
export type PaginationStep = 'next' | 'previous'

const ARROWS: Readonly<Record<PaginationStep, Readonly<Record<string, string>>>> = {
  next: { arrow: '→', chevron: '»' },
  previous: { arrow: '←', chevron: '«' },
}

/** The arrow of a link of a pagination; empty unless the pagination has one. `block` is the class of the link. */
export function paginationArrow(step: PaginationStep, name: unknown, block: string): string {
  const arrows = ARROWS[step]
  if (typeof name !== 'string' || !Object.hasOwn(arrows, name)) return ''
  return `<span class='${block}-arrow is-arrow-${escapeHtml(name)}' aria-hidden='true'>${arrows[name]}</span>`
}

/** The text of a link and its arrow, which points away from it. */
export const withArrow = (step: PaginationStep, text: string, arrow: string): string =>
  step === 'next' ? text + arrow : arrow + text

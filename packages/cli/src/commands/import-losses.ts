import type { ImportSummary } from '../import/tallies.js'
import { printable } from '../printable.js'

/** What was not imported, or changed, with examples; empty for a complete import. */
export function lossesText({ losses }: ImportSummary): string {
  if (losses.size === 0) return ''
  const lines = [...losses].map(([what, { count, examples }]) => {
    const named = examples.map(printable).join(', ') + (count > examples.length ? ' …' : '')
    return `  ${printable(what)}: ${count}${examples.length === 0 ? '' : ` (${named})`}`
  })
  return `\n\nNot imported, or changed:\n${lines.join('\n')}`
}

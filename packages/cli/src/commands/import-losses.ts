import type { ImportSummary } from '../import/tallies.js'

/** Control characters of an export, which a terminal would interpret, are replaced. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, '\ufffd')

/** What was not imported, or changed, with examples; empty for a complete import. */
export function lossesText({ losses }: ImportSummary): string {
  if (losses.size === 0) return ''
  const lines = [...losses].map(([what, { count, examples }]) => {
    const named = examples.length === 0 ? '' : ` (${examples.join(', ')}${count > examples.length ? ' …' : ''})`
    return `  ${printable(what)}: ${count}${printable(named)}`
  })
  return `\n\nNot imported, or changed:\n${lines.join('\n')}`
}

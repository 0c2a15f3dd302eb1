import { escapeAttribute, escapeUrl } from '@platen/rendering'
import { escapedText } from '../../../kernel/options/index.js'
import type { TermRecord } from '../../../kernel/records/index.js'
import { compareNaturally } from '../../../kernel/text/index.js'
import { type TermAncestors, termLink } from '../../posts/index.js'
import type { TermScope } from './taxonomy-terms.js'

/** The attributes of `core/tag-cloud` that its HTML depends on. */
export interface TagCloudAttributes {
  readonly showTagCounts: boolean
  readonly smallestFontSize: string
  readonly largestFontSize: string
}

const size = /^\s*(\d{1,6}(?:\.\d{0,6})?)/
const sizeWithUnit = /^\s*\d{1,6}(?:\.\d{0,6})?(%|[a-z]{1,4})\s*$/i
const UNITS = new Set('% px pt em rem ch ex vh vw vmin vmax cm mm in pc'.split(' '))

const numberOf = (text: string): number => Number(size.exec(text)?.[1] ?? 0)

function unitOf(text: string): string {
  const unit = sizeWithUnit.exec(text)?.[1]?.toLowerCase() ?? ''
  return UNITS.has(unit) ? unit : 'pt'
}

/** Uses grow tenfold from one size to the next. */
const weightOf = ({ count }: TermRecord): number => Math.round(Math.log10(count + 1) * 100)

/** Returns the font size of a term: the more uses, the larger. */
function fontSizes(terms: readonly TermRecord[], attributes: TagCloudAttributes): (term: TermRecord) => string {
  const smallest = numberOf(attributes.smallestFontSize)
  const largest = numberOf(attributes.largestFontSize)
  const unit = unitOf(attributes.smallestFontSize)
  const weights = terms.map(weightOf)
  const least = weights.reduce((found, weight) => Math.min(found, weight), Infinity)
  const most = weights.reduce((found, weight) => Math.max(found, weight), -Infinity)
  const spread = largest > smallest ? largest - smallest : 1
  const step = spread / Math.max(most - least, 1)
  return term => `${Number((smallest + (weightOf(term) - least) * step).toPrecision(14))}${unit}`
}

/** The links of a tag cloud; `terms` are those with the most uses. */
export function tagCloudHtml(
  terms: readonly TermRecord[],
  ancestors: TermAncestors,
  attributes: TagCloudAttributes,
  { site, options }: TermScope,
): string {
  const sizeOf = fontSizes(terms, attributes)
  return [...terms]
    .sort((a, b) => compareNaturally(a.name, b.name))
    .map((term, index) => {
      const { id, name, count } = term
      const url = escapeUrl(termLink(site, term, ancestors.get(id) ?? [], options))
      const classes = `tag-cloud-link tag-link-${id} tag-link-position-${index + 1}`
      const label = escapeAttribute(`${name} (${count} ${count === 1 ? 'item' : 'items'})`)
      const shown = attributes.showTagCounts ? `<span class="tag-link-count"> (${count})</span>` : ''
      return `<a href="${url}" class="${classes}" style="font-size: ${sizeOf(term)};" aria-label="${label}">${escapedText(name)}${shown}</a>`
    })
    .join('\n')
}

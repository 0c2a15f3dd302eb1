import { escapeAttribute, escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  BORDER,
  createHtmlBudget,
  defineBlock,
  type HtmlBudget,
  INTERACTIVITY,
  SPACING,
} from '../../../kernel/blocks/index.js'
import { escapedText } from '../../../kernel/options/index.js'
import { type TermRecord, termsIn, whereTerms } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { compareNaturally } from '../../../kernel/text/index.js'
import { ancestorsOf, type TermAncestors, termLink } from '../../posts/index.js'
import { shownTaxonomy, type TermScope } from './taxonomy-terms.js'

interface TagClouds extends CloudTerms {
  readonly within: HtmlBudget
}

/** `core/tag-cloud`: the most used terms of a taxonomy, in sizes by use. */
export const tagCloud = defineBlock({
  name: 'core/tag-cloud',
  apiVersion: 3,
  title: 'Tag Cloud',
  category: 'widgets',
  description: 'The most used terms, in sizes by use.',
  styles: [
    { name: 'default', label: 'Default', isDefault: true },
    { name: 'outline', label: 'Outline' },
  ],
  supports: {
    anchor: true,
    html: false,
    align: true,
    spacing: SPACING,
    typography: {
      lineHeight: true,
      __experimentalFontFamily: true,
      __experimentalFontWeight: true,
      __experimentalFontStyle: true,
      __experimentalTextTransform: true,
      __experimentalLetterSpacing: true,
    },
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },
  attributes: {
    numberOfTags: { type: 'number', default: 45, minimum: 1, maximum: 100 },
    taxonomy: { type: 'string', default: 'post_tag' },
    showTagCounts: { type: 'boolean', default: false },
    smallestFontSize: { type: 'string', default: '8pt' },
    largestFontSize: { type: 'string', default: '22pt' },
  },
  async load(uses, scope): Promise<TagClouds> {
    const names = new Set(uses.map(({ attributes }) => attributes.taxonomy))
    return { ...(await loadCloudTerms(names, scope)), within: createHtmlBudget() }
  },

  render(attributes, _content, { terms, ancestors, within }, scope) {
    const count = Math.min(Math.max(Math.trunc(attributes.numberOfTags), 1), MAX_TAGS)
    const shown = (terms.get(attributes.taxonomy) ?? []).slice(0, count)
    const html = tagCloudHtml(shown, ancestors, attributes, scope)
    return `<p${wrapperAttributes(scope)}>${within(html || 'There&#8217;s no content to show here yet.')}</p>`
  },
})

/** The maximum number of terms in a cloud. */
const MAX_TAGS = 100

/** The terms of clouds. */
interface CloudTerms {
  /** The most used terms by taxonomy, the most used first. */
  readonly terms: ReadonlyMap<string, readonly TermRecord[]>
  readonly ancestors: TermAncestors
}

/** Loads the most used terms of taxonomies, with one query for each that is shown and one per level of ancestors. */
export async function loadCloudTerms(names: ReadonlySet<string>, scope: TermScope): Promise<CloudTerms> {
  const { store } = scope.site
  const shown = [...names].flatMap(name => shownTaxonomy(name, scope)?.name ?? [])
  const { and, eq, gt } = whereTerms
  const lists = await Promise.all(
    shown.map(async name => {
      const records = await findShown(termsIn(store), {
        where: and(eq('taxonomy', name), gt('count', 0)),
        order: [
          { by: 'field', field: 'count', direction: 'desc' },
          { by: 'field', field: 'name', direction: 'asc', folded: true },
        ],
        limit: MAX_TAGS,
      })
      return [name, records] as const
    }),
  )
  const ancestors = await ancestorsOf(
    store,
    lists.flatMap(([, records]) => records),
  )
  return { terms: new Map(lists), ancestors }
}

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
  const least = weights.reduce((minimum, weight) => Math.min(minimum, weight), Infinity)
  const most = weights.reduce((maximum, weight) => Math.max(maximum, weight), -Infinity)
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

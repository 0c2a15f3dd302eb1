import { fold } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type TermRecord, termsIn, whereTerms } from '../../../kernel/records/index.js'
import { FORMAT_SLUG_PREFIX, FORMAT_TAXONOMY, POST_FORMATS, termLink } from '../../posts/index.js'
import type { SearchHandler } from '../../search/index.js'

const labelOf = (format: string) => format.charAt(0).toUpperCase() + format.slice(1)

/** Searches the formats that posts use. A format is not a resource: it has no URL in the interface. */
export function formatSearchHandler(site: SiteContext): SearchHandler {
  return {
    subtypes: [],
    showsSubtypes: false,
    async find({ text, offset, limit }) {
      const { records } = await termsIn(site.store).find({ where: whereTerms.eq('taxonomy', FORMAT_TAXONOMY) })
      const given = new Map<string, TermRecord>(records.map(term => [term.slug, term]))
      const sought = fold(text)
      const options = await site.options()
      const items = [...POST_FORMATS].sort().flatMap(format => {
        const term = given.get(`${FORMAT_SLUG_PREFIX}${format}`)
        if (term === undefined || !fold(labelOf(format)).includes(sought)) return []
        return {
          id: format,
          type: FORMAT_TAXONOMY.replace('_', '-'),
          title: () => labelOf(format),
          url: () => termLink(site, { ...term, slug: format }, [], options),
          links: () => ({}),
        }
      })
      return { items: items.slice(offset, offset + limit), total: items.length }
    },
  }
}

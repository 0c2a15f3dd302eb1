import type { FieldDefinition, Resource } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { siteResource, text, uri } from '../../kernel/rest/index.js'
import type { SearchHandler, SearchItem } from './search-handler.js'

type SearchField = FieldDefinition<SearchItem, undefined, never, never>

const VIEW_EMBED = ['view', 'embed'] as const

const field = (schema: SearchField['schema'], get: (item: SearchItem) => unknown): SearchField => ({
  schema,
  contexts: VIEW_EMBED,
  readonly: true,
  get,
})

/** The resource of search results of all types (specification section 2). Extra fields use the name `search-result`. */
export function searchResource(site: SiteContext, handlers: ReadonlyMap<string, SearchHandler>): Resource<SearchItem> {
  const subtypes = [...handlers.values()].flatMap(handler => handler.subtypes)
  const collection = `${site.apiUrl}/${site.namespace}/search`
  return siteResource<SearchItem, undefined, never, never>(site, 'search-result', {
    title: 'search-result',
    fields: {
      id: field({ description: 'The id of the result.', type: ['integer', 'string'] }, item => item.id),
      title: field(text('The title as HTML.'), item => item.title()),
      url: field(uri('The URL of its page.'), item => item.url()),
      type: {
        ...field(
          { description: 'The type of the result.', type: 'string', enum: [...handlers.keys()] },
          item => item.type,
        ),
        responds: text('The type of the result; the taxonomy of a term.'),
      },
      subtype: {
        ...field({ description: 'The subtype of the result.', type: 'string', enum: subtypes }, item => item.subtype),
        optional: true,
      },
    },
    load: () => undefined,
    omitted: ({ omitted = [] }) => omitted,
    links: { of: item => ({ ...item.links(), collection: [{ href: collection }] }) },
  })
}

import { endpoint, type HandlerRequest, pageReply, type Reply, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import {
  registeredListArgs,
  registeredPage,
  schemasOf,
  shownField,
  siteResource,
  text,
  VIEW_EDIT_EMBED,
} from '../../../kernel/rest/index.js'
import { maySeeFonts } from '../font-access.js'
import { type FontCollection, fontCollections } from '../font-collections.js'
import { fontTypes } from '../font-types.js'
import type { ShownCollection } from '../load-font-collection.js'
import { loadFontCollection } from '../load-font-collection.js'

const NOTHING: ShownCollection = Object.freeze({ font_families: [], categories: [] })

/** A collection with its content. */
interface LoadedCollection extends ShownCollection {
  readonly collection: FontCollection
}

/** Whether a request selects fields that must be loaded. */
const showsContent = ({ fields }: HandlerRequest): boolean =>
  fields.wants('font_families') || fields.wants('categories')

const noSuchCollection = () => new RestError('rest_font_collection_not_found', 'There is no such font collection.', 404)

/** The resource of font collections. */
function collectionResource(site: SiteContext, url: string) {
  const field = shownField<LoadedCollection>
  const list = (description: string) => ({ description, type: 'array' }) as const
  const writable = { readonly: false, argument: 'none' } as const
  return siteResource<LoadedCollection, undefined, never, never>(site, 'font-collection', {
    title: 'font-collection',
    fields: {
      slug: field(VIEW_EDIT_EMBED, text('The name of the collection.'), ({ collection }) => collection.slug),
      name: {
        ...field(VIEW_EDIT_EMBED, text('Its name, for people.'), ({ collection }) => collection.name),
        ...writable,
      },
      description: {
        ...field(VIEW_EDIT_EMBED, text('What it offers.'), ({ collection }) => collection.description),
        ...writable,
      },
      font_families: { ...field(VIEW_EDIT_EMBED, list('Its families.'), loaded => loaded.font_families), ...writable },
      categories: {
        ...field(VIEW_EDIT_EMBED, list('The categories of its families.'), loaded => loaded.categories),
        ...writable,
      },
    },
    load: () => undefined,
    links: {
      needs: [],
      of: ({ collection }) => ({
        self: [{ href: `${url}/${collection.slug}` }],
        collection: [{ href: url }],
      }),
    },
  })
}

/** Declares the routes of font collections, for callers who may see fonts. */
export function registerFontCollections(site: SiteContext): void {
  const { family } = fontTypes(site)
  const resource = collectionResource(site, `${site.apiUrl}/${site.namespace}/font-collections`)
  const schemas = schemasOf(resource)
  const context = resource.contextArg()
  const maySee = (request: HandlerRequest) => maySeeFonts(family, request.principal)
  const loaded = async (collection: FontCollection, request: HandlerRequest): Promise<LoadedCollection | undefined> => {
    const content = showsContent(request) ? await loadFontCollection(site, collection) : NOTHING
    return content && { collection, ...content }
  }

  site.registry.route(site.namespace, '/font-collections', {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list', paged: true },
        args: { context, ...registeredListArgs(site) },
        permission: maySee,
        async handler(request): Promise<Reply> {
          const { page, perPage, offset, total, records } = registeredPage(site.get(fontCollections).all(), request)
          if (offset === undefined && page > Math.max(1, Math.ceil(total / perPage)))
            throw new RestError(
              'rest_post_invalid_page_number',
              'The page number is larger than the number of pages.',
              400,
            )
          const content = await Promise.all(records.map(each => loaded(each, request)))
          // One whose source cannot be read is missing, not the whole list.
          const items = await resource.present(
            content.filter(each => each !== undefined),
            request,
          )
          return pageReply({ items, total, page, perPage }, request, site.registry)
        },
      }),
    ],
  })

  site.registry.route(site.namespace, '/font-collections/(?P<slug>[\\/\\w-]+)', {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        args: { context },
        permission: maySee,
        async handler(request): Promise<Reply> {
          const collection = site.get(fontCollections).get(String(request.params.slug))
          if (collection === undefined) throw noSuchCollection()
          const record = await loaded(collection, request)
          if (record === undefined)
            throw new RestError('font_collection_json_missing', 'The fonts of the collection cannot be read.', 502)
          return resource.reply(record, request)
        },
      }),
    ],
  })
}

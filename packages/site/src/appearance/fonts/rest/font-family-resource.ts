import { groupBy, linkTable, type Schema } from '@platen/core'
import { allowedOnPost } from '../../../content/posts/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import {
  collectionUrl,
  findShown,
  orEmpty,
  shownField,
  siteResource,
  VIEW_EDIT_EMBED,
} from '../../../kernel/rest/index.js'
import { fontFamilyOf } from '../font-family.js'
import { familySettings, STORED_VERSION, versionSchema } from '../font-settings.js'
import type { FontTypes } from '../font-types.js'

type Need = 'faces'

/** The loaded data of a page of font families. */
interface FamilyView {
  /** The ids of the faces of a family. */
  facesOf(family: PostRecord): readonly number[]
  allowedOn(family: PostRecord): ReturnType<typeof allowedOnPost>
}

const NONE: readonly never[] = Object.freeze([])
/** The faces of families, in one query. */
async function facesOfFamilies(
  site: SiteContext,
  { face }: FontTypes,
  families: readonly PostRecord[],
): Promise<ReadonlyMap<number, readonly PostRecord[]>> {
  const ids = families.map(({ id }) => id)
  const records = await findShown(postsIn(site.store), {
    where: wherePosts.and(
      wherePosts.eq('type', face.name),
      wherePosts.in('parent', ids),
      wherePosts.eq('status', 'publish'),
    ),
    order: [{ by: 'field', field: 'id', direction: 'asc' }],
  })
  return groupBy(records, ({ parent }) => parent)
}

const shownSettings: Schema = {
  ...familySettings,
  properties: { ...familySettings.properties, preview: orEmpty('The URL of an image that shows the font.', 'uri') },
}

/** The resource of font families. */
export function fontFamilyResource(site: SiteContext, types: FontTypes) {
  const url = collectionUrl(site, types.family)
  const field = shownField<PostRecord, FamilyView, Need>
  // Arguments are JSON strings, so that forms with files can contain them; the fields are not arguments.
  const writable = { readonly: false, argument: 'none' } as const
  const table = linkTable<PostRecord, FamilyView>(
    [
      { rel: 'self', href: [`${url}/`, ({ id }) => id], allow: (family, view) => view.allowedOn(family) },
      { rel: 'collection', href: url },
    ],
    site.names,
  )
  return siteResource<PostRecord, FamilyView, Need, never>(site, types.family.name, {
    title: types.family.name,
    fields: {
      id: field(VIEW_EDIT_EMBED, { description: 'The identifier of the family.', type: 'integer' }, ({ id }) => id),
      theme_json_version: { ...field(VIEW_EDIT_EMBED, versionSchema, () => STORED_VERSION), ...writable },
      font_faces: {
        ...field(
          VIEW_EDIT_EMBED,
          { description: 'The ids of the faces of the family.', type: 'array', items: { type: 'integer' } },
          (family, view) => view.facesOf(family),
          ['faces'],
        ),
        ...writable,
      },
      font_family_settings: {
        ...field(VIEW_EDIT_EMBED, familySettings, family => fontFamilyOf(family)),
        responds: shownSettings,
        ...writable,
      },
    },
    async load(families, needs, request) {
      const faces = needs.has('faces') ? await facesOfFamilies(site, types, families) : undefined
      const principal = site.principal(request)
      const options = await site.options()
      return {
        facesOf: family => (faces?.get(family.id) ?? NONE).map(({ id }) => id),
        allowedOn: family => allowedOnPost(site, family, principal, options),
      }
    },
    links: {
      needs: ['faces'],
      of(family, view) {
        const faces = view.facesOf(family)
        const links = table.of(family, view)
        if (faces.length === 0) return links
        const href = `${url}/${family.id}/font-faces`
        return { ...links, font_faces: faces.map(id => ({ embeddable: true, href: `${href}/${id}` })) }
      },
    },
  })
}

import { type LinkHref, linkTable, type Method } from '@platen/core'
import { allowedOnPost } from '../../../content/posts/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { collectionUrl, shownField, siteResource, VIEW_EDIT_EMBED } from '../../../kernel/rest/index.js'
import { fontFaceOf } from '../font-face.js'
import { faceSettings, STORED_VERSION, versionSchema } from '../font-settings.js'
import type { FontTypes } from '../font-types.js'

/** The loaded data of a page of font faces. */
interface FaceView {
  allowedOn(face: PostRecord): readonly Method[]
}

/** The resource of font faces. */
export function fontFaceResource(site: SiteContext, types: FontTypes) {
  const field = shownField<PostRecord, FaceView>
  const writable = { readonly: false, argument: 'none' } as const
  const family: LinkHref<PostRecord, FaceView> = [`${collectionUrl(site, types.family)}/`, ({ parent }) => parent]
  const faces = [...family, '/font-faces']
  const rows = [
    {
      rel: 'self',
      href: [...faces, '/', ({ id }: PostRecord) => id],
      allow: (face: PostRecord, view: FaceView) => view.allowedOn(face),
    },
    { rel: 'collection', href: faces },
    { rel: 'parent', href: family },
  ]
  return siteResource<PostRecord, FaceView, never, never>(site, types.face.name, {
    title: types.face.name,
    fields: {
      id: field(VIEW_EDIT_EMBED, { description: 'The identifier of the face.', type: 'integer' }, ({ id }) => id),
      theme_json_version: { ...field(VIEW_EDIT_EMBED, versionSchema, () => STORED_VERSION), ...writable },
      parent: {
        ...field(VIEW_EDIT_EMBED, { description: 'The id of its family.', type: 'integer' }, ({ parent }) => parent),
        ...writable,
      },
      font_face_settings: { ...field(VIEW_EDIT_EMBED, faceSettings, face => fontFaceOf(face)), ...writable },
    },
    async load(_faces, _needs, request) {
      const principal = site.principal(request)
      const options = await site.options()
      // Faces are not changed, only replaced.
      const unchanged = (method: Method) => method === 'GET' || method === 'DELETE'
      return { allowedOn: face => allowedOnPost(site, face, principal, options).filter(unchanged) }
    },
    links: { needs: [], ...linkTable<PostRecord, FaceView>(rows, site.names) },
  })
}

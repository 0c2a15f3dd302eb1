import { type HandlerRequest, type MaybePromise, memoKey, type PermissionResult } from '@platen/core'
import { addressedPost, addressedPostKey, mayCreatePost, mayDelete, noSuchPost } from '../../../content/posts/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import { inTransaction } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import {
  collectionUrl,
  crudEndpoints,
  findShown,
  preloadRecords,
  recordById,
  schemasOf,
} from '../../../kernel/rest/index.js'
import { maySeeFonts, noSuchFamily, otherFamily } from '../font-access.js'
import { fontsOf, maxFontBytes, receiveFont } from '../font-files.js'
import { faceSettings, settingsArg, versionSchema } from '../font-settings.js'
import { type FontTypes, fontTypes } from '../font-types.js'
import { emptySetting, sentSettings, settingsCheck } from '../operations/check-settings.js'
import { createFontFace, deleteFontFace, refusedSource } from '../operations/font-face-operations.js'
import { fontFaceResource } from './font-face-resource.js'
import { fontListArgs, listFonts } from './font-list.js'

const PARAM = 'font_face_settings'
const familyArg = { description: 'The id of the font family.', type: 'integer', required: true } as const
const idArg = { description: 'The identifier of the font face.', type: 'integer', required: true } as const

const familyKey = memoKey<MaybePromise<PostRecord | undefined>>('font family')
/** The family that a request addresses, loaded once. Throws `rest_post_invalid_parent` if it does not exist. */
async function requireFamily(site: SiteContext, { family }: FontTypes, request: HandlerRequest): Promise<PostRecord> {
  const post = await request.once(familyKey, () => recordById(postsIn(site.store), request.params['font_family_id']))
  if (post?.type !== family.name) throw noSuchFamily()
  return post
}

/** The records of a type with these ids. */
const fontsWithIds = async (site: SiteContext, type: string, ids: readonly number[]): Promise<readonly PostRecord[]> =>
  await findShown(postsIn(site.store), { where: wherePosts.and(wherePosts.eq('type', type), wherePosts.in('id', ids)) })

/** Declares the routes of font faces. They are created and deleted, not changed. */
export function registerFontFaces(site: SiteContext): void {
  const types = fontTypes(site)
  const { face: type, family } = types
  const resource = fontFaceResource(site, types)
  const check = settingsCheck(site, PARAM, faceSettings)
  const addressed = (request: HandlerRequest) => addressedPost(site, type, request)
  const urlOf = ({ parent }: PostRecord) => `${collectionUrl(site, family)}/${parent}/font-faces`
  const mayCreate = ({ principal }: HandlerRequest): PermissionResult => mayCreatePost(type, principal, {})

  const { collection, single } = crudEndpoints<PostRecord>(
    site,
    {
      resource,
      id: idArg.description,
      url: collectionUrl(site, family),
      async find(request) {
        const face = await addressed(request)
        if (face !== undefined && (await requireFamily(site, types, request)).id !== face.parent) throw otherFamily()
        return face
      },
      notFound: noSuchPost,
      list: {
        args: { font_family_id: familyArg, ...fontListArgs(resource.contextArg()) },
        permission: request => maySeeFonts(type, request.principal),
        async handler(request) {
          const { id } = await requireFamily(site, types, request)
          return listFonts(site, type, resource, request, wherePosts.eq('parent', id))
        },
      },
      create: {
        args: {
          font_family_id: familyArg,
          theme_json_version: versionSchema,
          [PARAM]: settingsArg('The settings of the face, as a JSON string.'),
        },
        validatedFirst: [PARAM],
        validators: {
          [PARAM]: (text, request) => {
            const settings = sentSettings(text)
            return (
              check(text) ??
              emptySetting(PARAM, settings, faceSettings.required) ??
              refusedSource(site, settings, fontsOf(request))
            )
          },
        },
        permission: mayCreate,
        body: {
          signedIn: true,
          maxFileBytes: maxFontBytes(site),
          receive: (file, request) => receiveFont(site, file, request),
          admit: mayCreate,
        },
        run: request =>
          createFontFace(site, site.principal(request), {
            family: Number(request.params['font_family_id']),
            settings: sentSettings(request.params[PARAM]),
            files: fontsOf(request),
          }),
        headers: face => ({ Location: `${urlOf(face)}/${face.id}` }),
      },
      read: {
        permission: async request =>
          (await addressed(request)) === undefined ? noSuchPost() : maySeeFonts(type, request.principal),
        async preload(requests) {
          await preloadRecords(requests, familyKey, ids => fontsWithIds(site, family.name, ids), 'font_family_id')
          await preloadRecords(requests, addressedPostKey, ids => fontsWithIds(site, type.name, ids))
        },
      },
      remove: {
        force: 'Must be true: font faces have no trash.',
        trash: 'Font faces have no trash. Use force=true to delete them.',
        permission: request => mayDelete(site, type, request),
        run: ({ id }, request) =>
          inTransaction(site, tx =>
            deleteFontFace(tx, site.principal(request), { id, version: request.expectedVersion }),
          ),
      },
    },
    { font_family_id: familyArg, id: idArg },
  )
  const schemas = schemasOf(resource)
  const path = `/${family.restBase}/{font_family_id}/font-faces`
  site.registry.route(type.restNamespace, path, { ...schemas, endpoints: collection })
  site.registry.route(type.restNamespace, `${path}/{id}`, { ...schemas, endpoints: single })
}

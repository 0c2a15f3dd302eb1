import { type ArgValidator, type HandlerRequest, RestError } from '@platen/core'
import { lookupSlug } from '@platen/rendering'
import { addressedPost, mayCreatePost, mayDelete, mayUpdate, noSuchPost } from '../../../content/posts/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import { inTransaction } from '../../../kernel/operations/index.js'
import { type PostRecord, wherePosts } from '../../../kernel/records/index.js'
import { collectionUrl, crudRoutes } from '../../../kernel/rest/index.js'
import { maySeeFonts } from '../font-access.js'
import { FAMILY_SETTINGS, familySettings, settingsArg, versionSchema } from '../font-settings.js'
import { fontTypes } from '../font-types.js'
import { emptySetting, sentSettings, settingsCheck } from '../operations/check-settings.js'
import {
  createFontFamily,
  deleteFontFamily,
  type FontFamilyChanges,
  type NewFontFamily,
  refusedSlug,
  updateFontFamily,
} from '../operations/font-family-operations.js'
import { fontFamilyResource } from './font-family-resource.js'
import { fontListArgs, listFonts } from './font-list.js'

const SETTINGS_ARGS = {
  theme_json_version: versionSchema,
  [FAMILY_SETTINGS]: settingsArg('The settings of the family, as a JSON string.'),
} as const

/** Checks the settings of a new family. */
function creationCheck(site: SiteContext): ArgValidator {
  const check = settingsCheck(site, FAMILY_SETTINGS, familySettings)
  return text => {
    const settings = sentSettings(text)
    return (
      check(text) ?? emptySetting(FAMILY_SETTINGS, settings, familySettings.required) ?? refusedSlug(settings['slug'])
    )
  }
}

/** Checks the settings that change a family: all except the slug, and any number of them. */
function changeCheck(site: SiteContext): ArgValidator {
  const { required: _, ...schema } = familySettings
  const check = settingsCheck(site, FAMILY_SETTINGS, schema, ['slug'])
  const refusedByPut = new RestError(
    'rest_invalid_type',
    `${FAMILY_SETTINGS} does not belong to the type object.`,
    null,
    {
      data: { param: FAMILY_SETTINGS },
    },
  )
  return (text, { method }) => {
    if (method !== 'POST' && !site.dialect.putsFontFamilies && text !== '') return refusedByPut
    return check(text) ?? emptySetting(FAMILY_SETTINGS, sentSettings(text), ['name', 'fontFamily'])
  }
}

/** Declares the routes of font families. */
export function registerFontFamilies(site: SiteContext): void {
  const types = fontTypes(site)
  const { family: type } = types
  const resource = fontFamilyResource(site, types)
  const settingsOf = ({ params }: HandlerRequest) => sentSettings(params[FAMILY_SETTINGS])
  const target = ({ id }: PostRecord, request: HandlerRequest) => ({ id, version: request.expectedVersion })
  const find = (request: HandlerRequest) => addressedPost(site, type, request)

  crudRoutes<PostRecord>(
    site,
    { namespace: type.restNamespace, path: `/${type.restBase}` },
    {
      resource,
      id: 'The identifier of the font family.',
      url: collectionUrl(site, type),
      find,
      notFound: noSuchPost,
      list: {
        args: {
          ...fontListArgs(resource.contextArg()),
          slug: { description: 'Only the families with these slugs.', type: 'array', items: { type: 'string' } },
        },
        permission: request => maySeeFonts(type, request.principal),
        handler: request => listFonts(site, type, resource, request, slugCondition(request)),
      },
      create: {
        args: SETTINGS_ARGS,
        validatedFirst: [FAMILY_SETTINGS],
        validators: { [FAMILY_SETTINGS]: creationCheck(site) },
        permission: ({ principal }) => mayCreatePost(type, principal, {}),
        run: request =>
          inTransaction(site, tx =>
            createFontFamily(tx, site.principal(request), settingsOf(request) as unknown as NewFontFamily),
          ),
      },
      read: {
        permission: async request =>
          (await find(request)) === undefined ? noSuchPost() : maySeeFonts(type, request.principal),
      },
      update: {
        args: SETTINGS_ARGS,
        validatedFirst: [FAMILY_SETTINGS],
        validators: { [FAMILY_SETTINGS]: changeCheck(site) },
        permission: request => mayUpdate(site, type, request),
        run: (post, request) =>
          inTransaction(site, tx =>
            updateFontFamily(tx, site.principal(request), {
              ...(settingsOf(request) as Partial<FontFamilyChanges>),
              ...target(post, request),
            }),
          ),
      },
      remove: {
        force: 'Must be true: font families have no trash.',
        trash: 'Font families have no trash. Use force=true to delete them.',
        permission: request => mayDelete(site, type, request),
        run: (post, request) =>
          inTransaction(site, tx => deleteFontFamily(tx, site.principal(request), target(post, request))),
      },
    },
  )
}

function slugCondition({ params }: HandlerRequest) {
  const slugs = Array.isArray(params['slug']) ? params['slug'].map(String).map(slug => lookupSlug(slug)) : []
  return slugs.length === 0 ? undefined : wherePosts.in('slug', slugs)
}

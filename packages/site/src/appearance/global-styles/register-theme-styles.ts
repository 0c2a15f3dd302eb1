import {
  endpoint,
  type HandlerRequest,
  isContext,
  objectSchema,
  type PermissionResult,
  presentEmptyObjects,
  type Reply,
  RestError,
} from '@platen/core'
import { writesPosts } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { map, text } from '../../kernel/rest/index.js'
import { type ActiveTheme, STYLESHEET_PATTERN, themes } from '../themes/index.js'
import { presentTree } from './global-styles-resource.js'
import { themeFileLinks } from './theme-file-links.js'
import { themeTrees } from './theme-trees.js'

const STYLESHEET = { stylesheet: { description: 'The stylesheet of the theme.', type: 'string' } } as const

const NAME_OF_VARIATIONS = '[\\/\\s%\\w\\.\\(\\)\\[\\]\\@_\\-]+'

const TREES = { settings: map('The settings.'), styles: map('The styles.') } as const

const PATH = '/global-styles/themes'

/** Declares the routes of the settings and styles of the active theme and of its variations. */
export function registerThemeStyles(site: SiteContext): void {
  registerVariations(site)
  registerStyles(site)
}

const mayRead = (site: SiteContext, request: HandlerRequest): PermissionResult =>
  writesPosts(site, request.principal) ||
  request.principal.can('edit_theme_options') ||
  refusal(request, 'rest_cannot_read_global_styles', 'You are not allowed to read the styles of themes.')

async function activeTheme(site: SiteContext, { params }: HandlerRequest): Promise<ActiveTheme> {
  const active = site.get(themes).active(await site.options())
  if (params['stylesheet'] !== active.stylesheet)
    throw new RestError('rest_theme_not_found', 'The site does not use this theme.', 404)
  return active
}

function registerVariations(site: SiteContext): void {
  site.registry.route(site.namespace, `${PATH}/{stylesheet:${NAME_OF_VARIATIONS}}/variations`, {
    batch: false,
    responseSchema: () => objectSchema('style-variation', { title: text('The name for people.'), ...TREES }),
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list' },
        args: STYLESHEET,
        permission: request => mayRead(site, request),
        async handler(request: HandlerRequest): Promise<Reply> {
          const { variations } = themeTrees(site, await activeTheme(site, request))
          const { fields } = request
          const { emptyObjects } = site.dialect
          return {
            body: variations.map(each => presentEmptyObjects(fields.pick(each), emptyObjects)),
            fieldsApplied: true,
          }
        },
      }),
    ],
  })
}

function registerStyles(site: SiteContext): void {
  site.registry.route(site.namespace, `${PATH}/{stylesheet:${STYLESHEET_PATTERN}}`, {
    batch: false,
    responseSchema: () => objectSchema('theme-styles', TREES),
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        args: STYLESHEET,
        permission: request => mayRead(site, request),
        async handler(request: HandlerRequest): Promise<Reply> {
          const theme = await activeTheme(site, request)
          const { merged } = themeTrees(site, theme)
          const { fields } = request
          const { context } = request.params
          // Settings and styles are not part of an embedded theme.
          const wants = (name: string) => fields.wants(name) && isContext(context) && context !== 'embed'
          const body = {
            ...(wants('settings') && { settings: presentTree(site, merged.settings) }),
            ...(wants('styles') && { styles: presentTree(site, merged.styles) }),
          }
          const files = themeFileLinks(merged.styles, site.get(themes).urlOf(theme.stylesheet))
          const self = `${site.apiUrl}/${site.namespace}${PATH}/${theme.stylesheet}`
          return {
            body,
            links: fields.wants('_links')
              ? {
                  self: [{ href: self, targetHints: { allow: ['GET'] } }],
                  ...(files.length > 0 && { [`${site.dialect.prefix}:theme-file`]: files }),
                }
              : undefined,
          }
        },
      }),
    ],
  })
}

import { type Args, endpoint, type HandlerRequest, pageReply, RestError, type Schema } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { pagingArgs, refuseCursor, schemasOf, searchText, VIEW_EMBED_EDIT } from '../../../kernel/rest/index.js'
import { STYLESHEET_PATTERN, type Theme } from '../reading/theme.js'
import { maySwitchThemes, mayViewActiveTheme } from '../theme-access.js'
import { themeResource } from './theme-resource.js'
import { isActive, matchesSearch, themesAndView } from './theme-view.js'

const statusArg = (values: readonly string[]) =>
  ({
    description: 'Only themes with one of these statuses.',
    type: 'array',
    items: { type: 'string', enum: values },
  }) as const

const specifiedArgs: Args = {
  context: { description: 'The view of the resource.', type: 'string', enum: VIEW_EMBED_EDIT },
  page: { description: 'The page of the collection.', type: 'integer', default: 1, minimum: 1 },
  per_page: pagingArgs.per_page,
  search: pagingArgs.search,
  status: { ...statusArg(['active']), required: true },
}

/** The statuses that a request names; all of them if it names none. */
function statusesOf({ params }: HandlerRequest): readonly string[] | undefined {
  const status = params['status']
  return Array.isArray(status) ? status.map(String) : undefined
}

const notFound = () => new RestError('rest_theme_not_found', 'The theme does not exist.', 404)

/** Declares the routes of themes (specification section 4.6). */
export function registerThemes(site: SiteContext): void {
  const resource = themeResource(site)
  const schema = () => (site.dialect.formatsByName ? withFormatsByName(resource.schema) : resource.schema)
  const schemas = { ...schemasOf(resource), schema }
  registerList(site, resource, schemas)
  registerSingle(site, resource, schemas)
}

type ThemeResource = ReturnType<typeof themeResource>

function registerList(site: SiteContext, resource: ThemeResource, schemas: ReturnType<typeof schemasOf>): void {
  const { pagedThemes } = site.dialect
  const listed = async (request: HandlerRequest): Promise<readonly Theme[]> => {
    const { all, view } = await themesAndView(site)
    const statuses = statusesOf(request)
    const search = pagedThemes ? searchText(request.params) : ''
    return all.filter(
      theme =>
        (statuses === undefined || statuses.includes(isActive(theme, view) ? 'active' : 'inactive')) &&
        (search === '' || matchesSearch(theme, search)),
    )
  }

  site.registry.route(site.namespace, '/themes', {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list', paged: true },
        requiresLogin: true,
        args: pagedThemes ? specifiedArgs : { status: statusArg(['active', 'inactive']) },
        permission(request) {
          const [status, ...rest] = statusesOf(request) ?? []
          if (status === 'active' && rest.length === 0) return mayViewActiveTheme(site, request.principal)
          return maySwitchThemes(request.principal)
        },
        async handler(request) {
          const shown = await listed(request)
          const { page, per_page: perPage } = request.params as { readonly page?: number; readonly per_page?: number }
          if (!pagedThemes || page === undefined || perPage === undefined) {
            const { headerPrefix } = site.names
            return {
              body: await resource.present(shown, request),
              // All themes are one page, even without any.
              headers: { [`${headerPrefix}Total`]: String(shown.length), [`${headerPrefix}TotalPages`]: '1' },
              fieldsApplied: true,
            }
          }
          refuseCursor(request)
          const from = (page - 1) * perPage
          const items = await resource.present(shown.slice(from, from + perPage), request)
          return pageReply({ items, total: shown.length, page, perPage }, request, site.registry)
        },
      }),
    ],
  })
}

function registerSingle(site: SiteContext, resource: ThemeResource, schemas: ReturnType<typeof schemasOf>): void {
  const addressed = async ({ params }: HandlerRequest) => {
    const { all, view } = await themesAndView(site)
    return { theme: all.find(({ stylesheet }) => stylesheet === params['stylesheet']), view }
  }

  site.registry.route(site.namespace, `/themes/{stylesheet:${STYLESHEET_PATTERN}}`, {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        requiresLogin: true,
        args: { stylesheet: { description: 'The stylesheet of a theme.', type: 'string' } },
        async permission(request) {
          const { theme, view } = await addressed(request)
          if (theme !== undefined && isActive(theme, view)) return mayViewActiveTheme(site, request.principal)
          return maySwitchThemes(request.principal)
        },
        async handler(request) {
          const { theme } = await addressed(request)
          if (theme === undefined) throw notFound()
          return resource.reply(theme, request)
        },
      }),
    ],
  })
}

/** A schema with a property within it replaced. */
function withProperty(schema: Schema, name: string, change: (property: Schema) => Schema): Schema {
  const property = schema.properties?.[name]
  return property === undefined ? schema : { ...schema, properties: { ...schema.properties, [name]: change(property) } }
}

/** The post formats of a list, each under its own name. No value is validated against it: the field is readonly. */
const byName = (list: readonly unknown[] = []): Schema =>
  Object.fromEntries([['enum', Object.fromEntries(list.map(name => [name, name]))]])

/** The schema of themes with an object of post formats, as a dialect shows it. */
const withFormatsByName = (schema: Schema): Schema =>
  withProperty(schema, 'theme_supports', supports =>
    withProperty(supports, 'formats', formats => {
      const { items } = formats
      return items === undefined || Array.isArray(items)
        ? formats
        : { ...formats, items: { ...items, ...byName((items as Schema).enum) } }
    }),
  )

import { type ArgValidator, type FieldDefinition, type LinkRow, linkTable, type Resource } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { TermRecord } from '../../../kernel/records/index.js'
import { flag, siteResource, text, VIEW_EDIT, VIEW_EMBED_EDIT } from '../../../kernel/rest/index.js'
import { loadTermView, type TermNeed, type TermView, termFields, termLinks } from '../../terms/index.js'
import type { Taxonomy } from '../../types/index.js'
import { AUTO_ADD_OPTION, locationsOf, menuLocations, menuOfLocation } from '../menu-locations.js'
import type { MenuInput } from '../operations/menu-operations.js'
import { noSuchLocation } from '../rules/menu-refusals.js'
import { locationUrl } from './menu-location-resource.js'

type MenuField = FieldDefinition<TermRecord, TermView, TermNeed, MenuInput>

function menuFields(site: SiteContext, taxonomy: Taxonomy): Readonly<Record<string, MenuField>> {
  const { count: _count, link: _link, taxonomy: _taxonomy, slug, ...fields } = termFields(site, taxonomy)
  return {
    ...fields,
    // The slug derives from the name; a sent slug is ignored.
    slug: {
      ...slug,
      schema: text('The name of the menu in lowercase, unique among menus.'),
      contexts: VIEW_EMBED_EDIT,
      set() {},
    },
    locations: {
      schema: {
        description: 'The menu locations that show the menu.',
        type: 'array',
        items: { type: 'string' },
      },
      contexts: VIEW_EDIT,
      get: (menu, { options }) => locationsOf(site, options, menu.id),
      set(input, value) {
        input.locations = Array.isArray(value) ? value.map(String) : []
      },
    },
    auto_add: {
      schema: flag('Whether new pages at the top level are added to the menu.'),
      contexts: VIEW_EDIT,
      get: (menu, { options }) => options.ids(AUTO_ADD_OPTION).includes(menu.id),
      set(input, value) {
        input.autoAdd = value === true
      },
    },
  }
}

/** The links to the locations of a menu, one row per location. */
const locationLinks = (site: SiteContext): readonly LinkRow<TermRecord, TermView>[] =>
  site
    .get(menuLocations)
    .names()
    .map(name => ({
      rel: `${site.dialect.prefix}:menu-location`,
      attributes: { embeddable: true },
      href: locationUrl(site, name),
      when: (menu, { options }) => menuOfLocation(options, name) === menu.id,
    }))

/** The resource of menus: terms, with their locations. */
export const menuResource = (site: SiteContext, taxonomy: Taxonomy): Resource<TermRecord, MenuInput> =>
  siteResource<TermRecord, TermView, TermNeed, MenuInput>(site, taxonomy.name, {
    title: taxonomy.name,
    fields: menuFields(site, taxonomy),
    load: (menus, needs, request) => loadTermView(site, menus, needs, request),
    links: linkTable([...termLinks(site, taxonomy), ...locationLinks(site)], site.names),
  })

/** Refuses locations that are not registered. */
export const checkLocations =
  (site: SiteContext): ArgValidator =>
  value => {
    const unknown = Array.isArray(value) ? value.find(name => !site.get(menuLocations).has(String(name))) : undefined
    return unknown === undefined ? undefined : noSuchLocation(String(unknown), null)
  }

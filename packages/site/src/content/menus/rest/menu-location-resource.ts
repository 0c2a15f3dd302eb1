import type { Links, Resource } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { EMBED_VIEW_EDIT, integer, shownField, siteResource, text } from '../../../kernel/rest/index.js'
import type { MenuLocation } from '../menu-locations.js'
import { menuOfLocation } from '../menu-locations.js'

interface LocationView {
  readonly options: OptionSnapshot
}

const locationsUrl = (site: SiteContext): string => `${site.apiUrl}/${site.namespace}/menu-locations`

/** The URL of a menu location. */
export const locationUrl = (site: SiteContext, name: string): string => `${locationsUrl(site)}/${name}`

function locationLinks(site: SiteContext, menusUrl: string, name: string, menu: number): Links {
  return {
    self: [{ href: locationUrl(site, name), targetHints: { allow: ['GET'] } }],
    collection: [{ href: locationsUrl(site) }],
    ...(menu !== 0 && { [`${site.dialect.prefix}:menu`]: [{ embeddable: true, href: `${menusUrl}/${menu}` }] }),
  }
}

/** The resource of menu locations; `menusUrl` is the URL of the collection of menus. */
export function menuLocationResource(site: SiteContext, menusUrl: string): Resource<MenuLocation, never> {
  const shown = shownField<MenuLocation, LocationView>
  return siteResource<MenuLocation, LocationView, never, never>(site, 'menu-location', {
    title: 'menu-location',
    fields: {
      name: shown(EMBED_VIEW_EDIT, text('The name of the location.'), location => location.name),
      description: shown(EMBED_VIEW_EDIT, text('What the location is, for people.'), location => location.description),
      menu: shown(EMBED_VIEW_EDIT, integer('The id of the menu that it shows; 0 for none.'), ({ name }, { options }) =>
        menuOfLocation(options, name),
      ),
    },
    load: async () => ({ options: await site.options() }),
    links: { of: ({ name }, { options }) => locationLinks(site, menusUrl, name, menuOfLocation(options, name)) },
  })
}

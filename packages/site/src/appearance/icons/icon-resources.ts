import type { Links } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { shownField, siteResource, text, VIEW_EDIT_EMBED } from '../../kernel/rest/index.js'
import type { IconCollection, ShownIcon } from './icons.js'

/** The links to a record and its list, in dialects that have them. */
function linksTo<R>({ apiUrl, namespace, dialect }: SiteContext, list: string, nameOf: (record: R) => string) {
  if (!dialect.linksIcons) return {}
  const href = `${apiUrl}/${namespace}/${list}`
  const of = (record: R): Links => ({ self: [{ href: `${href}/${nameOf(record)}` }], collection: [{ href }] })
  return { links: { of } }
}

/** The resource of icons. */
export function iconResource(site: SiteContext) {
  const shown = shownField<ShownIcon>
  return siteResource<ShownIcon, undefined, never, never>(site, 'icon', {
    title: 'icon',
    fields: {
      name: shown(VIEW_EDIT_EMBED, text('The name of the icon, with its collection.'), ({ icon }) => icon.name),
      label: shown(VIEW_EDIT_EMBED, text('Its name, for people.'), ({ icon }) => icon.label),
      content: shown(VIEW_EDIT_EMBED, text('Its drawing, as SVG.'), ({ content }) => content),
      collection: shown(VIEW_EDIT_EMBED, text('The slug of its collection.'), ({ icon }) => icon.collection),
    },
    load: () => undefined,
    ...linksTo<ShownIcon>(site, 'icons', ({ icon }) => icon.name),
  })
}

/** The resource of collections of icons. */
export function iconCollectionResource(site: SiteContext) {
  const shown = shownField<IconCollection>
  return siteResource<IconCollection, undefined, never, never>(site, 'icon-collection', {
    title: 'icon-collection',
    fields: {
      slug: shown(VIEW_EDIT_EMBED, text('The name of the collection.'), collection => collection.slug),
      label: shown(VIEW_EDIT_EMBED, text('Its name, for people.'), collection => collection.label),
      description: shown(VIEW_EDIT_EMBED, text('Which icons it has.'), collection => collection.description),
    },
    load: () => undefined,
    ...linksTo<IconCollection>(site, 'icon-collections', ({ slug }) => slug),
  })
}

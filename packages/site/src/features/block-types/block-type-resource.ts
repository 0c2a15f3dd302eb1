import type { Resource } from '@platen/core'
import type { BlockType } from '@platen/rendering'
import { siteResource } from '../../rest/site-resource.js'
import type { SiteContext } from '../../site-context.js'
import { blockTypeFields } from './block-type-fields.js'

export const namespaceOf = (name: string): string => name.slice(0, name.indexOf('/'))

/** The resource of block types. */
export function blockTypeResource(site: SiteContext): Resource<BlockType, never> {
  const base = `${site.apiUrl}/${site.namespace}`
  const types = `${base}/block-types`
  return siteResource<BlockType, undefined, never, never>(site, 'block-type', {
    title: 'block-type',
    fields: blockTypeFields(site),
    load: () => undefined,
    links: {
      of: type => {
        const { name } = type.definition
        return {
          collection: [{ href: types }],
          self: [{ href: `${types}/${name}`, targetHints: { allow: ['GET'] } }],
          up: [{ href: `${types}/${namespaceOf(name)}` }],
          ...(type.isRendered
            ? { [`${site.dialect.prefix}:render-block`]: [{ href: `${base}/block-renderer/${name}?context=edit` }] }
            : {}),
        }
      },
    },
  })
}

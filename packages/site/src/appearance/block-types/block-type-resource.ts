import type { Resource } from '@platen/core'
import type { BlockType } from '@platen/rendering'
import { TEMPLATE_PART } from '../../kernel/blocks/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { siteResource } from '../../kernel/rest/index.js'
import { allTemplateKinds, findTemplates, type Template } from '../templates/index.js'
import { type BlockTypeNeed, blockTypeFields } from './block-type-fields.js'

export const namespaceOf = (name: string): string => name.slice(0, name.indexOf('/'))

const NO_PARTS: readonly Template[] = []

/** Whether a part is from a file, or a stored part that everybody may see. */
const isPublished = ({ post }: Template): boolean =>
  post === undefined || (post.status === 'publish' && post.password === '')

/** The resource of block types. */
export function blockTypeResource(site: SiteContext): Resource<BlockType, never> {
  const base = `${site.apiUrl}/${site.namespace}`
  const types = `${base}/block-types`
  return siteResource<BlockType, readonly Template[], BlockTypeNeed, never>(site, 'block-type', {
    title: 'block-type',
    fields: blockTypeFields(site),
    load: async (types, needs) =>
      needs.has('parts') && types.some(({ definition }) => definition.name === TEMPLATE_PART)
        ? (await findTemplates(site, site.store, allTemplateKinds(site).parts)).filter(isPublished)
        : NO_PARTS,
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

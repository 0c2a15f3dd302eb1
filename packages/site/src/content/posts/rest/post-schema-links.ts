import type { SiteContext } from '../../../kernel/context/index.js'
import { collectionUrl } from '../../../kernel/rest/index.js'
import { type PostType, supports, taxonomiesOfType } from '../../types/index.js'

/** The schema of a type's actions: the relation, and the properties that can be sent. */
export function schemaLinks(site: SiteContext, type: PostType): readonly unknown[] {
  const href = `${collectionUrl(site, type)}/{id}`
  const links: unknown[] = []
  const add = (action: string, title: string, properties: Readonly<Record<string, unknown>>) => {
    links.push({
      rel: `${site.names.relationBase}action-${action}`,
      title,
      href,
      targetSchema: { type: 'object', properties },
    })
  }
  const ids = { type: 'array', items: { type: 'integer' } }
  if (!type.inheritsStatus)
    add('publish', 'The caller can publish this post.', { status: { type: 'string', enum: ['publish', 'future'] } })
  add('unfiltered-html', 'The caller can use any HTML in this post.', { content: { raw: { type: 'string' } } })
  if (type.sticky) add('sticky', 'The caller can keep this post at the top.', { sticky: { type: 'boolean' } })
  if (supports(type, 'author'))
    add('assign-author', 'The caller can change the author of this post.', { author: { type: 'integer' } })
  for (const { restBase, name } of taxonomiesOfType(site, type)) {
    add(`assign-${restBase}`, `The caller can assign terms of ${name} to this post.`, { [restBase]: ids })
    add(`create-${restBase}`, `The caller can create terms of ${name}.`, { [restBase]: ids })
  }
  return links
}

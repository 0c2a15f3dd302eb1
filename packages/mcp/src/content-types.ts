import type { Endpoint, Method, Route } from '@platen/core'
import type { SiteContext } from '@platen/site'
import { postTypes, taxonomies } from '@platen/site/extend'

/** What tools call a type of content: posts of a type, terms of a taxonomy, or comments. */
export interface ContentType {
  /** The last part of the path of its list, such as `posts`. */
  readonly name: string
  readonly kind: 'posts' | 'terms' | 'comments'
  /** The name of the registration, such as `post`. */
  readonly registered: string
  readonly label: string
  /** The path of its list. */
  readonly path: string
  readonly collection: Route
  /** The route of one item. */
  readonly item: Route
}

/** The types of content whose items have numeric ids, in the order of their registration. */
export function contentTypes(site: SiteContext): readonly ContentType[] {
  const routes = new Map(site.registry.routes().map(route => [route.path.pattern, route]))
  const found: ContentType[] = []
  const add = (kind: ContentType['kind'], registered: string, label: string, namespace: string, name: string) => {
    const path = `/${namespace}/${name}`
    const collection = routes.get(path)
    const item = [...routes.values()].find(({ path: { pattern } }) => isItemOf(pattern, path))
    if (collection === undefined || item === undefined || found.some(each => each.name === name)) return
    found.push({ name, kind, registered, label, path, collection, item })
  }
  for (const type of site.get(postTypes).filter(each => each.showInRest))
    add('posts', type.name, type.labels['name'] ?? type.name, type.restNamespace, type.restBase)
  for (const taxonomy of site.get(taxonomies).filter(each => each.showInRest))
    add('terms', taxonomy.name, taxonomy.labels['name'] ?? taxonomy.name, taxonomy.restNamespace, taxonomy.restBase)
  add('comments', 'comment', 'Comments', site.namespace, 'comments')
  return found
}

/** Whether a pattern is that of one item of a list: its only group is a numeric id. */
const isItemOf = (pattern: string, list: string): boolean =>
  pattern.startsWith(`${list}/(?P<id>[\\d]`) && pattern.endsWith(')') && pattern.split('(?P<').length === 2

/** The endpoint of a route for a method. */
export const endpointOf = ({ endpoints }: Route, method: Method): Endpoint | undefined =>
  endpoints.find(({ methods }) => methods.includes(method))

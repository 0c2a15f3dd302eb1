import { type PostsOfType, postsOfType } from '../content/posts/index.js'
import { postTypes } from '../content/types/index.js'
import type { ContentCalls } from '../kernel/operations/index.js'
import type { SiteContent } from './site.js'

/**
 * Adds the posts of each type to the content of a site, by the name of the type's route. They are looked up when they are
 * used, because plugins and the loading of features register types later. Other parts with the same name take precedence.
 */
export function contentByType<C extends object, D>(calls: ContentCalls, parts: C): SiteContent<D> {
  const created = new Map<string, PostsOfType>()
  const postsOf = (name: string): PostsOfType | undefined => {
    const [type] = calls.site.get(postTypes).filter(({ restBase, managed }) => restBase === name && !managed)
    if (type === undefined) return undefined
    const posts = created.get(type.name) ?? postsOfType(calls, type.name)
    created.set(type.name, posts)
    return posts
  }
  return new Proxy(Object.freeze(parts), {
    get: (target, name, receiver) =>
      typeof name === 'symbol' || name in target ? Reflect.get(target, name, receiver) : postsOf(name),
    // The types of a site are those of its registrations, which the compiler sees only in part.
  }) as unknown as SiteContent<D>
}

import { classNameOf } from '@platen/rendering'
import { supports } from '../../registrations/post-types.js'
import { taxonomies } from '../../registrations/taxonomies.js'
import type { PostRecord } from './post-collection.js'
import { FORMAT_TAXONOMY } from './post-meta-keys.js'
import { featuredMediaOf, formatOf } from './post-values.js'
import type { PostView } from './post-view.js'

/** The classes that themes style a post by, each once. */
export function classList(
  post: PostRecord,
  view: Pick<PostView, 'type' | 'site' | 'termsOf' | 'metaOf'>,
): readonly string[] {
  const { type, site } = view
  const classes: string[] = []
  const add = (name: string) => {
    if (name !== FORMAT_TAXONOMY && !classes.includes(name)) classes.push(name)
  }
  add(`post-${post.id}`)
  add(post.type)
  add(`type-${post.type}`)
  add(`status-${post.status}`)
  if (supports(type, 'post-formats')) add(`format-${formatOf(post, view)}`)
  if (post.password !== '') add('post-password-required')
  else if (supports(type, 'thumbnail') && featuredMediaOf(post, view) !== 0) add('has-post-thumbnail')
  add('hentry')
  const terms = view.termsOf(post)
  if (terms.length === 0) return classes
  for (const taxonomy of site.get(taxonomies).all()) {
    if (!taxonomy.public) continue
    const prefix = taxonomy.name === 'post_tag' ? 'tag' : taxonomy.name
    for (const term of terms)
      if (term.taxonomy === taxonomy.name && term.slug !== '') add(`${prefix}-${classNameOf(term)}`)
  }
  return classes
}

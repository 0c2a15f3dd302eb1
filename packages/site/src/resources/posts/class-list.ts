import { supports } from '../../registrations/post-types.js'
import type { PostRecord } from '../../storage/index.js'
import { classNameOf } from '../../text/class-name.js'
import { FORMAT_TAXONOMY } from './post-meta-keys.js'
import { featuredMediaOf, formatOf } from './post-values.js'
import type { PostView } from './post-view.js'

/** The classes that themes style a post by. */
export function classList(post: PostRecord, view: PostView): readonly string[] {
  const { type, site } = view
  const classes = [`post-${post.id}`, post.type, `type-${post.type}`, `status-${post.status}`]
  if (supports(type, 'post-formats')) classes.push(`format-${formatOf(post, view)}`)
  if (post.password !== '') classes.push('post-password-required')
  else if (featuredMediaOf(post, view) !== 0 && supports(type, 'thumbnail')) classes.push('has-post-thumbnail')
  classes.push('hentry')
  const terms = view.termsOf(post)
  for (const taxonomy of terms.length === 0 ? [] : site.taxonomies.all()) {
    if (!taxonomy.public) continue
    const prefix = taxonomy.name === 'post_tag' ? 'tag' : taxonomy.name
    for (const term of terms) {
      if (term.taxonomy === taxonomy.name && term.slug !== '') classes.push(`${prefix}-${classNameOf(term)}`)
    }
  }
  return [...new Set(classes.filter(name => name !== FORMAT_TAXONOMY))]
}

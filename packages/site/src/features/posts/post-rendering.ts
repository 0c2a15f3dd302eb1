import { type RenderedPost, renderPost, renderTitle } from '@platen/rendering'
import type { PostRecord } from './post-collection.js'
import { postContent, postExcerpt, postTitle } from './post-hooks.js'
import type { PostView } from './post-view.js'

export function renderedTitle(post: PostRecord, { site }: Pick<PostView, 'site'>): string {
  return site.hooks.apply(postTitle, { value: renderTitle(post.title, site), post })
}

export function renderedContent(post: PostRecord, view: PostView): string {
  return view.site.hooks.apply(postContent, { value: renderingOf(post, view).content(), post })
}

/** The excerpt for display: the one that was written, or else one made of the content. */
export function renderedExcerpt(post: PostRecord, view: PostView): string {
  return view.site.hooks.apply(postExcerpt, { value: renderingOf(post, view).excerpt(), post })
}

/** The post rendered last for each view: its content and its excerpt are requested one after the other. */
const latest = new WeakMap<PostView, { readonly post: PostRecord; readonly rendered: RenderedPost }>()

function renderingOf(post: PostRecord, view: PostView): RenderedPost {
  const known = latest.get(view)
  if (known?.post === post) return known.rendered
  const { blocks, postId, context, scope, loaded, onBlockError } = view.blocks.renderingOf(post)
  // Without a spread: this runs for every post of every list.
  const rendered = renderPost(post, {
    blocks,
    postId,
    context,
    scope,
    loaded,
    onBlockError,
    shortcodes: view.site.shortcodes,
    images: view.images,
    emoticons: view.options.flag('use_smilies', true),
    words: view.excerptLength,
  })
  latest.set(view, { post, rendered })
  return rendered
}

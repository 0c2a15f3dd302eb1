import { type RenderedPost, type RenderOptions, renderPost } from '@platen/rendering'
import type { PageBlocks } from '../../blocks/page-blocks.js'
import type { ReplaceEmbeds } from '../oembed/content-embeds.js'
import type { PostRecord } from './post-collection.js'

/** What the texts of a page of posts are rendered with. */
export interface PostRenderOptions
  extends Pick<RenderOptions, 'shortcodes' | 'images' | 'galleries' | 'attachedMedia' | 'emoticons'> {
  readonly blocks: PageBlocks
  /** Puts embeds in the place of URLs. */
  readonly embeds: ReplaceEmbeds | undefined
  /** The length of created excerpts, in words; undefined for the usual one. */
  readonly words: number | undefined
}

/**
 * Creates a function that renders a post and remembers the last one, because its content and its excerpt are requested
 * one after the other. A plain variable, not a `WeakMap`: minor collections keep the values of weak maps alive.
 */
export function createRenderedPosts(options: PostRenderOptions): (post: PostRecord) => RenderedPost {
  let latest: { readonly post: PostRecord; readonly rendered: RenderedPost } | undefined
  return post => {
    if (latest?.post === post) return latest.rendered
    const { blocks, postId, context, scope, loaded, repeatable, addable, onBlockError } =
      options.blocks.renderingOf(post)
    // Without a spread: this runs for every post of every list.
    const texts = options.embeds === undefined ? post : { ...post, content: options.embeds(post.content) }
    const rendered = renderPost(texts, {
      blocks,
      postId,
      context,
      scope,
      loaded,
      repeatable,
      addable,
      onBlockError,
      shortcodes: options.shortcodes,
      images: options.images,
      galleries: options.galleries,
      attachedMedia: options.attachedMedia,
      emoticons: options.emoticons,
      words: options.words,
    })
    latest = { post, rendered }
    return rendered
  }
}

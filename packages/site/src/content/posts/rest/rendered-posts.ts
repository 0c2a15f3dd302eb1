import { type RenderedPost, type RenderOptions, renderPost } from '@platen/rendering'
import type { PageBlocks, ReplaceEmbeds, ShownMedia } from '../../../kernel/blocks/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'

/** The renderers of the texts of a page of posts. */
export interface PostRenderOptions extends Pick<RenderOptions, 'shortcodes' | 'emoticons'> {
  readonly blocks: PageBlocks
  readonly media: ShownMedia
  /** Replaces URLs with embeds. */
  readonly embeds: ReplaceEmbeds | undefined
  /** The length of created excerpts, in words; undefined for the usual one. */
  readonly words: number | undefined
}

/**
 * Creates a function that renders a post and memoizes the last result, because the content and the excerpt of a post
 * are requested one after the other. A plain variable, not a `WeakMap`: minor collections keep the values of weak maps
 * alive.
 */
export function createRenderedPosts(options: PostRenderOptions): (post: PostRecord) => RenderedPost {
  let latest: { readonly post: PostRecord; readonly rendered: RenderedPost } | undefined
  return post => {
    if (latest?.post === post) return latest.rendered
    const { blocks, postId, context, scope, loaded, repeatable, addable, onBlockError } =
      options.blocks.renderingOf(post)
    // Without a spread: this runs for every post of every list.
    const { embeds, media } = options
    const texts =
      embeds === undefined
        ? post
        : { content: embeds(post.content), excerpt: post.excerpt, summarized: () => embeds(post.content, true) }
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
      images: media.images,
      galleries: media.galleries,
      playlists: media.playlists,
      attachedMedia: media.attachedMedia,
      emoticons: options.emoticons,
      words: options.words,
    })
    latest = { post, rendered }
    return rendered
  }
}

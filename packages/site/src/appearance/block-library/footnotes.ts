import { coreBlocks, escapeAttribute, filterHtml, wrapperAttributes } from '@platen/rendering'
import { boundPost, boundPosts, type Footnote, footnotesOf } from '../../content/posts/index.js'
import type { SiteBlock } from '../../kernel/blocks/index.js'
import { postsIn } from '../../kernel/records/index.js'

const NAME = 'core/footnotes'
const META_KEY = 'footnotes'

const noteHtml = ({ id, content }: Footnote, index: number): string => {
  const back = `<a href="#${escapeAttribute(id)}-link" aria-label="Jump to footnote reference ${index + 1}">↩︎</a>`
  return `<li id="${escapeAttribute(id)}">${filterHtml(content, 'excerpt')} ${back}</li>`
}

type NotesByPost = ReadonlyMap<number, readonly Footnote[]>

/** `core/footnotes`: the footnotes of the post, with links back to the text. */
export const footnotes: SiteBlock = {
  ...coreBlocks.find(({ name }) => name === NAME),
  name: NAME,
  async load(uses, scope): Promise<NotesByPost> {
    const ids = [...(await boundPosts(uses, scope)).keys()]
    const { meta } = await postsIn(scope.site.store).related(ids, ['meta'])
    return new Map(ids.map(id => [id, footnotesOf(meta.get(id)?.find(({ key }) => key === META_KEY)?.value)]))
  },
  render(_attributes, _content, loaded, scope) {
    const notes = (loaded as NotesByPost).get(boundPost(scope)) ?? []
    return notes.length === 0 ? '' : `<ol${wrapperAttributes(scope)}>${notes.map(noteHtml).join('')}</ol>`
  },
}

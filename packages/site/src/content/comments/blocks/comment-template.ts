import { type BlockValues, escapeHtml, wrapperAttributes } from '@platen/rendering'
import {
  type BlockScope,
  BORDER,
  defineBlock,
  INTERACTIVITY,
  SPACING,
  TYPOGRAPHY,
} from '../../../kernel/blocks/index.js'
import type { CommentRecord, PostRecord } from '../../../kernel/records/index.js'
import { loadUsers } from '../../posts/blocks/index.js'
import { type CommentThread, commentPage, loadThreads, showsCommentsOf, type UsedThreads } from './load-comments.js'

const contextOf = ({ comment }: CommentThread): BlockValues => ({ commentId: comment.id })

/** The threads that a use shows. */
function shownThreads(
  used: UsedThreads,
  use: { readonly postId: number; readonly context: BlockValues },
  scope: Pick<BlockScope, 'options' | 'request'>,
) {
  const post = used.posts.of(use.context)
  if (post === undefined || !showsCommentsOf(post, use)) return undefined
  return { post, threads: commentPage(used, post, scope).threads }
}

const flat = (threads: readonly CommentThread[]): readonly CommentThread[] =>
  threads.flatMap(thread => [thread, ...flat(thread.replies)])

/** Writes lists of comments; alternating classes are counted over all lists. */
function threadWriter(
  post: PostRecord,
  slugOf: (id: number) => string | undefined,
  inner: (thread: CommentThread) => string | undefined,
) {
  let comments = 0
  let threads = 0
  const classesOf = ({ author }: CommentRecord, depth: number): string => {
    const slug = author === 0 ? undefined : slugOf(author)
    const isOdd = comments++ % 2 === 1
    const isOddThread = depth === 1 && threads++ % 2 === 1
    return [
      'comment',
      ...(slug === undefined ? [] : ['byuser', `comment-author-${slug}`]),
      ...(author !== 0 && author === post.author ? ['bypostauthor'] : []),
      ...(isOdd ? ['odd', 'alt'] : ['even']),
      ...(depth > 1 ? [] : isOddThread ? ['thread-odd', 'thread-alt'] : ['thread-even']),
      `depth-${depth}`,
    ].join(' ')
  }
  const write = (list: readonly CommentThread[], depth: number): string =>
    list
      .map(thread => {
        const head = `<li id="comment-${thread.comment.id}" class="${escapeHtml(classesOf(thread.comment, depth))}">`
        const html = inner(thread)
        if (html === undefined) return ''
        const replies = thread.replies.length === 0 ? '' : `<ol>${write(thread.replies, depth + 1)}</ol>`
        return `${head}${html}${replies}</li>`
      })
      .join('')
  return write
}

/** `core/comment-template`: shows its inner blocks for each comment of a post. */
export const commentTemplate = defineBlock({
  name: 'core/comment-template',
  apiVersion: 3,
  title: 'Comment Template',
  category: 'design',
  description: 'Contains the blocks that show each comment, such as its author, its date and its text.',
  parent: ['core/comments'],
  usesContext: ['postId'],
  attributes: {},
  supports: {
    anchor: true,
    align: true,
    html: false,
    reusable: false,
    spacing: SPACING,
    typography: TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },

  async load(uses, scope) {
    const threads = await loadThreads(uses, scope)
    const authors = threads.posts.all.flatMap(post => flat(threads.of(post)).map(({ comment }) => comment.author))
    return { threads, users: await loadUsers(scope, authors), scope }
  },

  repeat: (use, { threads, scope }) => flat(shownThreads(threads, use, scope)?.threads ?? []).map(contextOf),

  render(_attributes, _content, { threads, users }, scope) {
    const shown = shownThreads(threads, scope, scope)
    if (shown === undefined || shown.threads.length === 0) return ''
    const write = threadWriter(
      shown.post,
      id => users.get(id)?.slug,
      thread => scope.innerOf(contextOf(thread)),
    )
    return `<ol${wrapperAttributes(scope)}>${write(shown.threads, 1)}</ol>`
  },
})

import type { BlockScope } from '../../../kernel/blocks/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import type { CommentThread, UsedThreads } from './load-comments.js'

const PARAMETER = 'cpage'
const PER_PAGE = 50

/** The threads that one page of the comments of a post shows. */
export interface CommentPage {
  readonly threads: readonly CommentThread[]
  /** The number of the page, from 1: the first one has the oldest comments. */
  readonly page: number
  readonly pages: number
}

/** Whether the site divides the comments of a post into pages. */
export const hasPages = ({ options }: Pick<BlockScope, 'options'>): boolean => options.flag('page_comments')

/** The requested page of a post's comments, if the option `page_comments` divides them into pages. */
export function commentPage(
  { of }: UsedThreads,
  post: PostRecord,
  scope: Pick<BlockScope, 'options' | 'request'>,
): CommentPage {
  const { options, request } = scope
  const threads = of(post)
  const perPage = hasPages(scope) ? Math.trunc(options.number('comments_per_page', PER_PAGE)) : 0
  if (perPage < 1 || threads.length <= perPage) return { threads, page: 1, pages: 1 }
  const pages = Math.ceil(threads.length / perPage)
  const requested = Object.hasOwn(request.query, PARAMETER) ? Number(request.query[PARAMETER]) : 0
  const isPage = Number.isInteger(requested) && requested >= 1 && requested <= pages
  const byDefault = options.text('default_comments_page') === 'oldest' ? 1 : pages
  const page = isPage ? requested : byDefault
  return { threads: threads.slice((page - 1) * perPage, page * perPage), page, pages }
}

/** The URL of a page of the comments of a post. */
export const commentPageUrl = (link: string, page: number): string =>
  `${link}${link.includes('?') ? '&' : '?'}${PARAMETER}=${page}#comments`

import type { OptionSnapshot } from './options.js'

/** The number of posts per page, at most `most`; -1 in the settings means all. */
export function postsPerPage(options: Pick<OptionSnapshot, 'number'>, most: number): number {
  const count = Math.trunc(options.number('posts_per_page', 10))
  return count === -1 ? most : Math.min(Math.max(count, 1), most)
}

import type { OptionSnapshot } from './options.js'

/** How many posts a page of the site shows, at most `most`; -1 in the settings stands for all. */
export function postsPerPage(options: Pick<OptionSnapshot, 'number'>, most: number): number {
  const count = Math.trunc(options.number('posts_per_page', 10))
  return count === -1 ? most : Math.min(Math.max(count, 1), most)
}

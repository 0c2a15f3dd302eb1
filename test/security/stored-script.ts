import { coreBlocks, coreShortcodes } from '@platen/rendering'
import type { Test } from 'tap'
import { loadModule } from '../rendering/load-module.js'
import { chooseSeed } from '../robustness/random.js'
import { hostileMarkup } from './hostile-markup.js'
import { markupComplaint, policies } from './judge-markup.js'

const { createBlockRegistry, createShortcodeRegistry } = await import('@platen/rendering')
const { renderContent, renderExcerpt, renderTitle } =
  await loadModule<typeof import('../../packages/rendering/src/content/render-content.js')>('content/render-content.js')
const { renderComment } =
  await loadModule<typeof import('../../packages/rendering/src/content/render-comment.js')>('content/render-comment.js')
const { filterHtml } =
  await loadModule<typeof import('../../packages/rendering/src/sanitize/filter-html.js')>('sanitize/filter-html.js')

const blocks = createBlockRegistry({ blocks: coreBlocks })
const shortcodes = createShortcodeRegistry({ shortcodes: coreShortcodes })
blocks.register({ name: 'test/wrap', render: (_attributes, content) => `<div class="x">${content}</div>` })
shortcodes.register('wrap', (_attributes, content = '', { render }) => `<div class="x">${render(content)}</div>`)
const pictures = () => ({ width: 10, height: 10, srcset: 'https://site.example/a.png 10w', sizes: '10px' })
const rendering = { blocks, shortcodes, pictures, postId: 1 }

/** Every place that stores what people write who may not use any HTML they like, and what it shows of it. */
export const places = {
  content: (text: string) => renderContent(filterHtml(text, 'content'), rendering),
  excerpt: (text: string) => renderExcerpt({ content: filterHtml(text, 'content'), excerpt: '' }, rendering),
  'written excerpt': (text: string) => renderExcerpt({ content: '', excerpt: filterHtml(text, 'content') }, rendering),
  title: (text: string) => renderTitle(filterHtml(text, 'title'), { shortcodes }),
  comment: (text: string) => renderComment(filterHtml(text, 'comment'), { url: 'https://site.example', shortcodes }),
  description: (text: string) => filterHtml(text, 'description'),
} as const

export type Place = keyof typeof places

const policyOf = (place: Place) =>
  place === 'title' || place === 'comment' || place === 'description' ? policies[place] : policies.content

/** What hostile text becomes in a place, and what is wrong with it. */
export function judge(place: Place, text: string): string | undefined {
  const html = places[place](text)
  const complaint = markupComplaint(html, policyOf(place))
  return complaint === undefined ? undefined : `${complaint}\nof ${JSON.stringify(text)}\nis  ${JSON.stringify(html)}`
}

/** Judges many random texts in some places; the first few that get through are shown. */
export function judgeMany(t: Test, shown: readonly Place[], seed: number, count: number): void {
  const chosen = chooseSeed(seed)
  t.comment(`seed ${chosen}`)
  const { text } = hostileMarkup(chosen)
  let wrong = 0
  for (let index = 0; index < count && wrong < 5; index++) {
    const hostile = text()
    for (const place of shown) {
      const complaint = judge(place, hostile)
      if (complaint === undefined) continue
      wrong++
      t.fail(`${place}: ${complaint}`)
    }
  }
  t.equal(wrong, 0, `${count} texts`)
}

import { readFileSync } from 'node:fs'
import { wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../make-site.js'
import { fillRecordedSite } from './recorded-post-site.js'

/** What the reference server showed for a content; `{P}` and the like stand for the ids of the records. */
interface Recorded {
  readonly name: string
  readonly content: string
  readonly html: string
  /** The post whose content it was; a page by default. */
  readonly on?: string
  readonly get?: string
  readonly as?: string
}

const recorded: readonly Recorded[] = JSON.parse(
  readFileSync(new URL('../../../../test/site/blocks/recorded-posts.json', import.meta.url), 'utf8'),
)

/** The digest in the class of a layout with rules of its own is our own. */
const stable = (html: string): string => html.replace(/(-is-layout-)[\da-f]{8}/g, '$1x')

t.test('blocks about posts and comments show what the reference server shows', async t => {
  const made = await makeSite({ dialect: wpDialect, services: { clock: () => Date.UTC(2026, 10, 22, 2, 40) } })
  const site = await fillRecordedSite(made)
  for (const { name, content, html, on, get = '', as = 'anonymous' } of recorded)
    await t.test(name, async t =>
      t.equal(stable(await site.shown({ content, on, get, as })), stable(site.filled(html))),
    )
})

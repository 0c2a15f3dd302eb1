import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { importWxr } from '@platen/cli'
import { createSite, installSite } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import { temporaryFolder } from '../../temporary-folder.js'
import type { BenchResult } from '../bench-result.js'
import { fiveTimes, median } from '../measure.js'
import { samplePost } from '../sample-site.js'

const POSTS = 10_000
const CHUNK = 64 * 1024

/** The import of an export file into a new site in SQLite, which waits for the disk, in posts per second. */
export async function run(): Promise<BenchResult> {
  const file = [...exportFile()]
  const rate = median(await fiveTimes(() => importing(file)))
  return {
    name: 'filling a new site through import, posts a second',
    ratio: rate,
    goal: 10_000,
    compare: 'at-least',
    detail: `${POSTS} posts, each with a category and two tags, ${Math.round(rate)} posts/s`,
  }
}

async function importing(file: readonly Uint8Array[]): Promise<number> {
  const folder = temporaryFolder('bench')
  const store = await openSqliteStore({ path: join(folder, 'site.sqlite') })
  const administrator = { login: 'admin', email: 'admin@example.com', password: 'correct horse battery staple' }
  await installSite(store, { url: 'http://127.0.0.1', administrator })
  const site = createSite({ store, url: 'http://127.0.0.1' })
  await site.ready()
  const from = performance.now()
  const summary = await importWxr(site.context, chunksOf(file))
  const seconds = (performance.now() - from) / 1000
  if (summary.get('posts of type post')?.created !== POSTS) throw new Error('not all posts were imported')
  await store.close()
  rmSync(folder, { recursive: true })
  return POSTS / seconds
}

async function* chunksOf(file: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* file
}

/** An export file with realistic posts, in chunks like those read from a disk. */
function* exportFile(): Generator<Uint8Array> {
  const namespaces = {
    excerpt: 'http://wordpress.org/export/1.2/excerpt/',
    content: 'http://purl.org/rss/1.0/modules/content/',
    dc: 'http://purl.org/dc/elements/1.1/',
    wp: 'http://wordpress.org/export/1.2/',
  }
  const declared = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  let text = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"${declared.join('')}><channel><title>Notes</title>
<wp:wxr_version>1.2</wp:wxr_version><wp:author><wp:author_id>1</wp:author_id><wp:author_login>admin</wp:author_login></wp:author>`
  for (let i = 0; i < POSTS; i++) {
    text += item(i)
    if (text.length < CHUNK) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(`${text}</channel></rss>`)
}

function item(i: number): string {
  const { title, content, slug, date } = samplePost(i)
  const id = i + 10
  const day = date.replace('T', ' ')
  const term = (taxonomy: string, name: string) =>
    `<category domain="${taxonomy}" nicename="${name}"><![CDATA[${name}]]></category>`
  return `<item><title>${title}</title><dc:creator>admin</dc:creator><guid isPermaLink="false">http://127.0.0.1/?p=${id}</guid>
<content:encoded><![CDATA[${content}]]></content:encoded><excerpt:encoded></excerpt:encoded><wp:post_id>${id}</wp:post_id>
<wp:post_date>${day}</wp:post_date><wp:post_date_gmt>${day}</wp:post_date_gmt><wp:comment_status>open</wp:comment_status>
<wp:ping_status>open</wp:ping_status><wp:post_name>${slug}</wp:post_name><wp:status>publish</wp:status><wp:post_parent>0</wp:post_parent>
<wp:menu_order>0</wp:menu_order><wp:post_type>post</wp:post_type><wp:post_password></wp:post_password><wp:is_sticky>0</wp:is_sticky>
${term('category', `topic-${i % 20}`)}${term('post_tag', `tag-${i % 50}`)}${term('post_tag', `tag-${(i + 7) % 50}`)}</item>\n`
}

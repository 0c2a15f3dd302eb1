import { createMemoryStorage } from '@platen/media'
import { themesIn, wpDialect } from '@platen/site'
import { measuredSizes } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite } from '../../make-site.js'

const url = 'https://site.example/files'
const PARTS = ['wordpress', 'themes', 'plugins', 'uploads', 'database']

interface Entry {
  readonly size: string
  readonly debug: string
  readonly raw: number
}

t.test('each part of the site, and all of it', async t => {
  const folder = t.testdir({ 'a.js': 'x'.repeat(1500), lib: { 'b.js': 'x'.repeat(36) } })
  const storage = createMemoryStorage({ url })
  await storage.put('2026/01/a.txt', { bytes: Buffer.alloc(2048), type: 'text/plain' })
  const { send } = await makeSite({ media: { storage }, siteHealth: { folder } })
  const { status, body } = await send('GET //cms-site-health/v1/directory-sizes')
  t.equal(status, 200)
  const { raw, total_size: total, ...entries } = body as Record<string, Entry> & { readonly raw: number }
  t.same(
    Object.keys(entries),
    PARTS.map(part => `${part}_size`),
  )
  t.strictSame(entries['wordpress_size'], { size: '1.50 KB', debug: '1.50 KB (1536 bytes)', raw: 1536 })
  t.strictSame(entries['uploads_size'], { size: '2.00 KB', debug: '2.00 KB (2048 bytes)', raw: 2048 })
  t.strictSame(entries['themes_size'], { size: '0.00 B', debug: '0.00 B (0 bytes)', raw: 0 })
  const sum = Object.values(entries).reduce((all, entry) => all + entry.raw, 0)
  t.equal(total?.raw, sum)
  t.equal(raw, sum)
})

t.test('the folders of themes', async t => {
  const folder = t.testdir({ plain: { 'style.css': 'x'.repeat(700), 'screenshot.png': 'x'.repeat(300) } })
  const { send } = await makeSite({ themes: [themesIn(folder)] })
  const { body } = await send('GET //cms-site-health/v1/directory-sizes?_fields=themes_size.raw')
  t.same(body, { themes_size: { raw: 1000 } })
})

t.test('fonts are part of the uploads', async t => {
  const storage = createMemoryStorage({ url })
  await storage.put('fonts/a.woff2', { bytes: Buffer.alloc(10), type: 'font/woff2' })
  await storage.put('fontsize.txt', { bytes: Buffer.alloc(5), type: 'text/plain' })
  const { send } = await makeSite({ media: { storage }, dialect: wpDialect })
  const path = '//wp-site-health/v1/directory-sizes?_fields='
  const { body } = await send(`GET ${path}fonts_size.raw,uploads_size.raw,database_size.raw,total_size.raw`)
  const sizes = body as Record<string, Entry>
  t.equal(sizes['fonts_size']?.raw, 10)
  t.equal(sizes['uploads_size']?.raw, 15)
  t.equal(sizes['total_size']?.raw, 15 + (sizes['database_size']?.raw ?? 0))
})

onEveryStore(t, 'the database', async (t, make) => {
  const { send } = await make()
  const size = async () => {
    const { body } = await send('GET //cms-site-health/v1/directory-sizes?_fields=database_size')
    return (body as { database_size: Entry }).database_size.raw
  }
  const before = await size()
  t.ok(before > 0)
  await send('POST /posts', { body: { title: 'x', content: 'y'.repeat(100_000) } })
  t.ok((await size()) >= before + 90_000)
})

t.test('a part that cannot be measured', async t => {
  const warnings: string[] = []
  const logger = { info() {}, error() {}, warn: (_: object, message: string) => warnings.push(message) }
  const { send } = await makeSite({
    services: { logger },
    register: site =>
      site.context.get(measuredSizes).replace('themes', () => Promise.reject(new RangeError('too many files'))),
  })
  const { status, body } = await send('GET //cms-site-health/v1/directory-sizes')
  t.equal(status, 500)
  t.match(body, { code: 'not_available', data: { status: 500 } })
  t.equal(warnings.length, 1)
})

t.test('who may see them', async t => {
  const { send } = await makeSite()
  const at = 'GET //cms-site-health/v1/directory-sizes'
  t.match(await send(at, { as: 'anonymous' }), { status: 401, body: { code: 'empty_username' } })
  t.match(await send(at, { as: 'editor' }), { status: 403, body: { code: 'rest_forbidden' } })
})

import { join } from 'node:path'
import t from 'tap'
import { run } from '../cli/fake-terminal.js'
import { compileProject, compilerOptions, writeProject } from '../site/types/compile-program.js'

const compilers = { 'TypeScript 5.9': 'typescript-api', 'TypeScript 7': 'typescript' }
/** How many types a compiler may derive for a program. */
const MOST_INSTANTIATIONS = 150_000

const config = `export default {
  types: { event: { restBase: 'events', supports: ['title', 'custom-fields'] } },
  meta: [{ object: 'post', subtype: 'event', key: 'price', type: 'integer', single: true }],
}
`

/** The types of a file that \`platen types\` has written. */
const written = `
import { createClient } from '@platen/client'
import type { SiteTypes } from './shop-types.js'

const url = 'https://events.example/cms-json'
const shop = createClient<SiteTypes>({ url })
const other = createClient({ url })
export async function run(id: number): Promise<unknown[]> {
  const event = await shop.get(\`/cms/v2/events/\${id}\`)
  const prices: number[] = [event.meta.price]
  await shop.update(\`/cms/v2/events/\${id}\`, event, { title: 'Fair', meta: { price: 3 } })
  // @ts-expect-error it is called price
  prices.push(event.meta.prise)
  // @ts-expect-error it is called price
  await shop.patch('/cms/v2/events/7', { meta: { prise: 3 } })
  // @ts-expect-error not a field
  const wrong = await shop.get('/cms/v2/events', { query: { _fields: ['prise'] } })
  const [short] = await shop.get('/wp/v2/events', { query: { _fields: ['meta.price'] } })
  // @ts-expect-error only the field
  prices.push(short?.id)
  const users = await shop.get('/cms/v2/users')
  const unknown = await other.get('/cms/v2/events/7')
  // @ts-expect-error types without \`--global\` are those of one client
  prices.push(unknown.meta.price)
  return [...prices, short?.meta.price, users[0]?.name, wrong]
}
`

/** Names that are not unique, or no identifiers. */
const declared = `{
  types: {
    genre: { restBase: 'genre-pages', supports: ['title', 'custom-fields'] },
    '3d': { supports: ['title'], restNamespace: 'wpshop/v1' },
    my_event: { supports: ['title', 'custom-fields'] },
    'my-event': { supports: ['title', 'custom-fields'] },
  },
  taxonomies: { genre: { objectTypes: ['genre'], restBase: 'genres' } },
  meta: [
    { object: 'post', subtype: 'genre', key: 'pages', type: 'integer', single: true },
    { object: 'term', subtype: 'genre', key: 'color', type: 'string', single: true },
    { object: 'post', subtype: 'my_event', key: 'price', type: 'integer', single: true },
    { object: 'post', subtype: 'my-event', key: 'price', type: 'string', single: true },
  ],
}`
const calls = (client: string) => `
export async function ${client}(): Promise<unknown> {
  const page = await client_${client}.get('/cms/v2/genre-pages/7')
  const genre = await client_${client}.get('/cms/v2/genres/7')
  const pages: number = page.meta.pages
  const color: string = genre.meta.color
  // @ts-expect-error the key of the taxonomy
  const wrong = page.meta.color
  const price: number = (await client_${client}.get('/cms/v2/my_event/7')).meta.price
  const text: string = (await client_${client}.get('/cms/v2/my-event/7')).meta.price
  const title: string = (await client_${client}.get('/wpshop/v1/3d/7')).title.rendered
  return [pages, color, wrong, page.genres[0], price, text, title]
}
`
const clashing = `
import { createClient } from '@platen/client'
import { defineFeature } from '@platen/site/extend'
import type { SiteTypes } from './shop-types.js'

const feature = defineFeature({ name: 'clashing', ...${declared} })
const client_written = createClient<SiteTypes>({ url: 'https://events.example/cms-json' })
const client_inferred = createClient<typeof feature>({ url: 'https://events.example/cms-json' })
${calls('written')}${calls('inferred')}`

/** The types of a site in the same repository. */
const inferred = `
import { createClient, isConflict } from '@platen/client'
import type { site } from './site.js'

const client = createClient<typeof site>({ url: 'https://events.example/cms-json' })
export async function run(): Promise<unknown> {
  for await (const { meta, _embedded } of client.list('/cms/v2/events', { query: { _embed: ['author'], per_page: 50 } })) {
    const price: number = meta.price
    // @ts-expect-error the type has no comments
    const replies = _embedded?.replies
    if (price > 3) return [_embedded?.author?.[0]?.name, replies]
  }
  const event = await client.get('/cms/v2/events/7', { query: { context: 'edit' } })
  try {
    return await client.update('/cms/v2/events/7', event, { title: event.title.raw })
  } catch (error) {
    const raw: string | undefined = isConflict(error, event) ? error.current?.title.raw : undefined
    // @ts-expect-error it is called price
    return isConflict(error, event) ? error.current?.meta.prise : raw
  }
}
`
const site = `
import { createMemoryStore } from '@platen/memory'
import { createSite } from '@platen/site'
import { defineFeature } from '@platen/site/extend'

const events = defineFeature({
  name: 'events',
  types: { event: { restBase: 'events', public: true, supports: ['title', 'author', 'custom-fields'] } },
  meta: [{ object: 'post', subtype: 'event', key: 'price', type: 'number', single: true }],
})
export const site = createSite({ store: createMemoryStore(), url: 'https://events.example', features: [events] })
`

/** Those of a page: all types are checked, and Node's are not installed. */
const pageOptions = { ...compilerOptions, skipLibCheck: false, lib: ['es2023', 'dom', 'dom.iterable'], types: [] }

const projects = new Map([
  [
    'only its own',
    { 'app.ts': inferred, 'site.ts': site, 'tsconfig.json': JSON.stringify({ compilerOptions: pageOptions }) },
  ],
  ['written', { 'app.ts': written, 'platen.config.js': config }],
  ['clashing', { 'app.ts': clashing, 'platen.config.js': `export default ${declared}` }],
  ['inferred', { 'app.ts': inferred, 'site.ts': site }],
])

for (const [name, files] of projects)
  t.test(`a strict program whose client has ${name} types compiles`, { timeout: 180_000 }, async t => {
    const folder = writeProject(`client-${name.replaceAll(' ', '-')}`, files)
    if ('platen.config.js' in files) {
      const words = ['types', '--config', join(folder, 'platen.config.js'), '--store', 'memory', '--no-global']
      t.match(await run([...words, '--out', join(folder, 'shop-types.d.ts')]), {
        code: 0,
        out: /^Wrote .* (event|my-event), /,
      })
    }
    for (const [compiler, installed] of Object.entries(compilers)) {
      const { code, out } = await compileProject(folder, installed)
      t.equal(code, 0, `${compiler}: ${out}`)
      const instantiations = Number(/^Instantiations:\s*(\d+)/m.exec(out)?.[1])
      t.ok(instantiations < MOST_INSTANTIATIONS, `${compiler}: ${instantiations} instantiations`)
    }
  })

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestSite, type PlatenConfig } from '@platen/cli'
import { type SiteOptions, usersIn } from '@platen/site'
import t from 'tap'
import { openSiteFile } from '../site/open-site-file.js'
import { run, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

/** Writes the files of a project and returns the path of the one that begins with `platen.config`. */
function project(t: Parameters<typeof newFolder>[0], files: Readonly<Record<string, string>>): string {
  const folder = newFolder(t)
  let config = ''
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(
      path,
      text.replaceAll(/'(@platen\/[\w/-]+)'/g, (_quoted, name: string) => `'${import.meta.resolve(name)}'`),
    )
    if (name.startsWith('platen.config')) config = path
  }
  return config
}

/** Serves a configuration until the test ends; resolves with what runs, and the URL of the interface. */
async function serve(t: Parameters<typeof newFolder>[0], config: string, ...words: readonly string[]) {
  const running = start(['serve', '--create', '--config', config, '--port', '0', ...words])
  t.teardown(async () => {
    running.interrupt()
    await running.ended
  })
  const [, url = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
  return { ...running, url }
}

const everything = `
import { defineConfig } from '@platen/cli'
import { defineFeature } from '@platen/site/extend'
import { book } from './types/book.js'

interface Rating { readonly stars: number }
const rating = { schema: { type: 'integer' }, get: (): Rating['stars'] => 5 } as const

export default defineConfig({
  basePath: '/api',
  cors: { origins: ['https://app.example'], exposeHeaders: ['X-Garden'] },
  cache: false,
  roles: { administrator: { label: 'All', capabilities: ['manage_options'] } },
  limits: { maxTextLength: 5 },
  features: [defineFeature({
    name: 'garden',
    routes: site => site.registry.get('garden/v1', '/bees', { permission: 'public', handler: () => ({ body: 7 }) }),
  })],
  types: { book },
  taxonomies: { genre: { label: 'Genres', objectTypes: ['book'], showInRest: true } },
  statuses: { sold: { label: 'Sold', public: true } },
  templates: { wide: { title: 'Wide', postTypes: ['book'] } },
  blockPatternCategories: { shop: { label: 'Shop' } },
  blockPatterns: { 'shop/offer': { title: 'Offer', content: '<!-- wp:paragraph --><p>Offer</p><!-- /wp:paragraph -->' } },
  fontCollections: { garden: { name: 'Garden', families: [] } },
  iconCollections: { garden: { label: 'Garden' } },
  icons: { 'garden/bed': { svg: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9" /></svg>' } },
  oembedProviders: { tube: { endpoint: 'https://tube.example/oembed', urls: ['https://tube.example/watch/*'] } },
  meta: [{ object: 'post', subtype: 'book', key: 'isbn', type: 'string', single: true }],
  settings: { motto: { type: 'string', default: 'Grow', showInRest: true } },
  fields: { book: { rating } },
  blocks: [{ name: 'garden/bed', render: () => 'bed' }],
  shortcodes: { bee: () => 'buzz' },
  setup(site) {
    const taken = register => {
      try {
        register()
        return false
      } catch (error) {
        return error.message.includes('already registered')
      }
    }
    const isThere = taken(() => site.registerIcon('garden/bed', { svg: () => '' })) &&
      taken(() => site.registerFontCollection('garden', { name: 'Garden', families: [] }))
    site.registerRoute('garden/v1', '/design', { endpoints: [{ methods: 'GET', permission: 'public', handler: () => ({ body: isThere }) }] })
    site.registerRoute('garden/v1', '/motto', { endpoints: [{ methods: 'GET', permission: 'public', handler: () => ({ body: 'ok' }) }] })
  },
})
`

t.test('everything that a file declares is served', async t => {
  const config = project(t, {
    'platen.config.ts': everything,
    'types/book.ts': `import type { PostTypeOptions } from '@platen/site/extend'
export const book: PostTypeOptions = { label: 'Books', public: true, showInRest: true, restBase: 'books', supports: ['title', 'editor', 'custom-fields'] }
`,
  })
  const { url } = await serve(t, config, '--store', 'memory')
  t.match(url, /\/api$/)
  const get = async (path: string) => (await fetch(url + path, { headers: { origin: 'https://app.example' } })).json()
  t.match(await get('/cms/v2/types/book'), { rest_base: 'books', taxonomies: ['genre'] })
  t.match(await get('/cms/v2/taxonomies/genre'), { types: ['book'] })
  t.match(await get('/cms/v2/statuses'), { sold: { name: 'Sold' } })
  t.equal(await get('/garden/v1/bees'), 7)
  t.equal(await get('/garden/v1/motto'), 'ok')
  t.equal(await get('/garden/v1/design'), true, 'icons and collections of fonts')
  t.match(await get('/cms/v2/posts?search=123456'), { code: 'rest_invalid_param' })
  const { schema } = (await (await fetch(`${url}/cms/v2/books`, { method: 'OPTIONS' })).json()) as {
    schema: { properties: object }
  }
  t.match(schema.properties, { rating: { type: 'integer' }, meta: { properties: { isbn: {} } } })
  const { headers } = await fetch(`${url}/cms/v2/posts`, { headers: { origin: 'https://app.example' } })
  t.equal(headers.get('access-control-allow-credentials'), 'true')
  t.match(headers.get('access-control-expose-headers'), /X-CMS-Total.*X-Garden/)
})

t.test('options of the site itself', async t => {
  const options = {
    loginUrl: 'https://garden.example/sign-in',
    rateLimits: { routes: [{ path: '/cms/v2/search', burst: 1, seconds: 60 }] },
    audit: { maxEvents: 5 },
    searchTotalLimit: 7,
    revisionsToKeep: 2,
    renderCache: 1000,
  }
  const { site } = await createTestSite(options)
  t.match(site.context.config, options)
})

t.test('a URL with a slash at its end, and options that are undefined', async t => {
  const options: object = {
    url: 'https://garden.example/',
    services: { web: undefined },
    siteHealth: { folder: undefined },
  }
  const { site } = await createTestSite(options)
  const { media, siteHealth }: Partial<SiteOptions> = site.context.config
  t.equal(media?.storage?.url('a'), 'https://garden.example/files/a')
  t.ok(site.context.services.web.permits('https://example.com/'))
  t.ok(siteHealth?.folder)
})

t.test('where the console is, and its texts', async t => {
  const config = project(t, {
    'platen.config.ts': `export default {
      console: { path: '/office/', messages: { signIn: 'Enter' } },
    }`,
  })
  const { url } = await serve(t, config, '--store', 'memory')
  t.match(await (await fetch(new URL('/office/sign-in', url))).text(), '<h1>Enter</h1>')
})

t.test('the hasher of a configuration also hashes the first password', async t => {
  const services = `services: {
    passwords: { hash: async password => 'own:' + password, verify: async (hash, password) => hash === 'own:' + password },
  }`
  const config = project(t, { 'platen.config.mjs': `export default { data: 'one', ${services} }` })
  const readHash = async (data: string) => {
    const store = await openSiteFile(join(config, '..', data, 'site.sqlite'))
    const { records } = await usersIn(store).find({})
    await store.close()
    return records[0]?.passwordHash ?? ''
  }
  await run(['init', '--config', config, '--password', 'from-init'])
  t.equal(await readHash('one'), 'own:from-init')
  await serve(t, config, '--data', join(config, '..', 'two'))
  t.match(await readHash('two'), /^own:/)
})

t.test('options that would have no effect are refused', async t => {
  const config = project(t, {
    'platen.config.mjs': `
      import { createMemoryStore } from '${import.meta.resolve('@platen/memory')}'
      import { createMemoryStorage } from '${import.meta.resolve('@platen/media')}'
      const storage = createMemoryStorage({ url: 'https://files.example' })
      export default { store: () => createMemoryStore(), media: { storage } }`,
  })
  const data = join(config, '..', 'site')
  for (const [words, err] of [
    [
      ['serve', '--create', '--config', config, '--files', 'files'],
      /--files has no effect: the configuration has a storage/,
    ],
    [['serve', '--config', config, '--synchronous', 'normal'], /--synchronous has no effect on the store of the conf/],
    [['serve', '--config', config, '--busy-timeout', '100'], /--busy-timeout has no effect on the store of the conf/],
    [['serve', '--config', config, '--connections', '3'], /--connections has no effect on the store of the conf/],
    [['serve', '--config', config, '--replica', 'postgres://a/b'], /--replica has no effect on the store of the conf/],
    [['serve', '--store', 'postgres://a/b', '--replica', 'a/b'], /--replica .* Expected postgres:/],
    [['serve', '--config', config, '--schema', 'garden'], /--schema is for --store postgres/],
    [['serve', '--store', 'memory', '--statement-timeout', '9'], /--statement-timeout has no effect on memory/],
    [['import', 'a.xml', '--data', data, '--allow-private-addresses'], /--allow-private-addresses needs --fetch/],
    [['import', 'a.xml', '--data', data, '--files', 'files'], /--files needs --attachments or --fetch-attachments/],
  ] as const)
    t.match(await run([...words]), { code: 2, err }, words.join(' '))
})

t.test('options of the command line take precedence, and paths are relative to the file', async t => {
  const config = project(t, {
    'platen.config.mjs': "export default { data: 'site', dialect: 'wp', basePath: '/api', url: 'https://a.example' }",
  })
  t.match(await run(['init', '--config', config]), { code: 0, out: join(config, '..', 'site', 'site.sqlite') })
  const { url } = await serve(t, config, '--base-path', '/rest', '--url', 'https://b.example')
  t.equal(url, 'https://b.example/rest')
})

t.test('the URL of the interface can differ from the path that it is served at', async t => {
  const apiUrl = 'https://b.example/rest'
  const text = `export default { url: 'https://a.example', apiUrl: '${apiUrl}', basePath: '/api' }`
  const config = project(t, { 'platen.config.mjs': text })
  t.equal((await serve(t, config, '--store', 'memory')).url, apiUrl)
})

const stores: Record<string, { store: string; err: RegExp }> = {
  'an error': { store: "() => { throw new Error('no') }", err: /platen\.config\.mjs:1:\d+: no$/ },
  'a rejection': {
    store: "async () => { throw new TypeError('no') }",
    err: /platen\.config\.mjs:1:\d+: TypeError: no$/,
  },
  'something else': { store: '() => 5', err: /platen\.config\.mjs: "store" must return a store/ },
  nothing: { store: '() => {}', err: /platen\.config\.mjs: "store" must return a store/ },
  'a store that cannot be opened': {
    store: "() => openSqliteStore({ path: 'none.sqlite', mustExist: true })",
    err: /platen\.config\.mjs: none\.sqlite: The file does not exist\./,
  },
}

for (const [name, { store, err }] of Object.entries(stores))
  t.test(`a store of the configuration that is ${name} is reported with its place`, async t => {
    const sqlite = import.meta.resolve('@platen/sql/sqlite')
    const text = `export default { store: ${store} }; import { openSqliteStore } from '${sqlite}'`
    const config = project(t, { 'platen.config.mjs': text })
    for (const command of [['serve', '--create', '--port', '0'], ['init'], ['user', 'list']])
      t.match(await run([...command, '--config', config]), { code: 1, err }, command.join(' '))
  })

t.test('other commands use the file as well', async t => {
  const config = project(t, {
    'platen.config.js': `
      import { createMemoryStore } from '${import.meta.resolve('@platen/memory')}'
      export default {
        store: () => createMemoryStore(),
        roles: { administrator: { label: 'All', capabilities: [] }, bee: { label: 'Bee', capabilities: ['read'] } },
      }`,
    'package.json': '{ "type": "module" }',
  })
  t.match(await run(['init', '--config', config]), { code: 0, out: 'the store of the configuration' })
  // Each command loads the file anew, so that this store is another, empty one.
  t.match(await run(['user', 'list', '--config', config]), { code: 1, err: /There is no site/ })
  const data = newFolder(t)
  await run(['init', '--data', data])
  const words = ['--config', config, '--data', data]
  t.match(await run(['user', 'create', 'maja', 'maja@example.com', '--role', 'bee', ...words]), { code: 0 })
  t.match(await run(['user', 'create', 'willi', 'willi@example.com', '--role', 'wasp', ...words]), {
    code: 2,
    err: /administrator, bee/,
  })
})

const mistakes: Record<string, { files: Record<string, string>; err: RegExp }> = {
  'an unknown key': {
    files: { 'platen.config.mjs': 'export default { tyeps: {} }' },
    err: /platen\.config\.mjs: unknown key "tyeps"; did you mean "types"\?/,
  },
  'an unknown key of an option': {
    files: { 'platen.config.ts': 'export default { cors: { origin: [] } }' },
    err: /platen\.config\.ts: unknown key "cors\.origin"; did you mean "cors\.origins"\?/,
  },
  'an unknown key of an option of the site': {
    files: { 'platen.config.ts': 'export default { rateLimits: { route: [] } }' },
    err: /platen\.config\.ts: unknown key "rateLimits\.route"; did you mean "rateLimits\.routes"\?/,
  },
  'an unknown text of the console': {
    files: { 'platen.config.mjs': "export default { console: { translations: { de: { signin: 'Anmelden' } } } }" },
    err: /platen\.config\.mjs: .*did you mean "translations\.de\.signIn"\?/,
  },
  'an unknown key of a registration': {
    files: { 'platen.config.mjs': "export default { types: { book: { lable: 'Books' } } }" },
    err: /platen\.config\.mjs: the post type book: unknown key "lable"; did you mean "label"\?/,
  },
  'a template for an unknown type': {
    files: { 'platen.config.mjs': "export default { templates: { wide: { title: 'Wide', postTypes: ['pots'] } } }" },
    err: /"wide".* unknown post type "pots"; did you mean "post"\?/,
  },
  'an oEmbed provider without TLS': {
    files: {
      'platen.config.mjs': "export default { oembedProviders: { tube: { endpoint: 'http://a.example/', urls: [] } } }",
    },
    err: /oEmbed provider "tube": the endpoint "http:\/\/a\.example\/" is not an https URL/,
  },
  'a value of the wrong kind': {
    files: { 'platen.config.mjs': "export default { port: '80a' }" },
    err: /"port" must be a whole number from 0 to 65535/,
  },
  'a list instead of names': {
    files: { 'platen.config.mjs': 'export default { types: [] }' },
    err: /"types" must be an object with an object for each name/,
  },
  'an unknown dialect': { files: { 'platen.config.mjs': "export default { dialect: 'x' }" }, err: /"cms", "wp"/ },
  'an origin that is not one': {
    files: { 'platen.config.mjs': "export default { cors: { origins: ['*'] } }" },
    err: /platen\.config\.mjs: .*"\*" is not an origin/,
  },
  'no default export': { files: { 'platen.config.mjs': 'export const a = 1' }, err: /default export is not an object/ },
  'a syntax error': {
    files: { 'platen.config.mjs': 'const a = 1\nexport default {\n  a: ,\n}' },
    err: /platen\.config\.mjs:3:6: .*\n(?:.*\n)*.*\^/,
  },
  'a syntax error in TypeScript': {
    files: { 'platen.config.ts': "import './a.js'\nexport default {}", 'a.ts': 'interface A {}\nconst = 2' },
    err: /a\.ts:2:7: /,
  },
  'TypeScript that is more than types': {
    files: { 'platen.config.ts': 'enum A { a }\nexport default { a: A.a }' },
    err: /platen\.config\.ts:1:1: .*enum/,
  },
  'an error in an imported file': {
    files: {
      'platen.config.ts': "import { f } from './a.js'\nexport default { port: f(1) }",
      'a.ts':
        "export type A = {\n  a: string\n}\nexport const f = (a: number): never => {\n  throw new TypeError('no')\n}",
    },
    err: /a\.ts:5:9: TypeError: no$/,
  },
  'an error in setup': {
    files: { 'platen.config.ts': "export default {\n  setup() {\n    throw new Error('no')\n  },\n}" },
    err: /platen\.config\.ts:3:11: no$/,
  },
  'an asynchronous setup': {
    files: { 'platen.config.ts': "export default {\n  async setup() {\n    throw new Error('no')\n  },\n}" },
    err: /platen\.config\.ts: "setup" is asynchronous; only "load" of a feature may be$/,
  },
  'a missing import': {
    files: { 'platen.config.ts': "import './missing.js'\nexport default {}" },
    err: /platen\.config\.ts: Cannot find module .*missing\.js/,
  },
  'a missing export': {
    files: { 'platen.config.ts': "import { b } from './a.js'\nexport default { b }", 'a.ts': 'export const a = 1' },
    err: /platen\.config\.ts:1: .*does not provide an export named 'b'/,
  },
}

for (const [name, { files, err }] of Object.entries(mistakes)) {
  t.test(`${name} is reported with its place`, async t => {
    const words = ['serve', '--store', 'memory', '--port', '0', '--config', project(t, files)]
    const { code, err: printed } = await run(words)
    t.equal(code, 1)
    t.match(printed, err)
  })
}

t.test('a configuration file that does not exist', async t => {
  t.match(await run(['serve', '--config', 'nowhere.ts']), { code: 2, err: /no configuration file .*nowhere\.ts/ })
})

// What `process.env` may not have.
const absent = {
  ...{ url: undefined, apiUrl: undefined, dialect: undefined, basePath: undefined, host: undefined, port: undefined },
  ...{ processes: undefined, trustProxy: undefined, cors: undefined, logLevel: undefined, console: undefined },
  ...{ data: undefined, files: undefined, store: undefined, themes: undefined, plugins: undefined, watch: undefined },
  ...{ features: undefined, types: undefined, taxonomies: undefined, meta: undefined, settings: undefined },
  ...{ fields: undefined, blocks: undefined, widgets: undefined, setup: undefined },
} satisfies PlatenConfig

t.test('options that are undefined are as if they were absent', async t => {
  const entries = Object.keys(absent).map(name => `${name}: undefined`)
  const config = project(t, { 'platen.config.mjs': `export default { ${entries.join(', ')} }` })
  const { url } = await serve(t, config, '--data', join(config, '..', 'data'))
  t.match(url, /^http:\/\/localhost:\d+\/cms-json$/)
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isInstalled, posts, postsIn, usersIn, whereUsers } from '@platen/site'
import type { Store } from '@platen/storage'
import t from 'tap'
import { openSiteFile } from '../site/open-site-file.js'
import { temporaryFolder, writePackages } from '../site/plugins/plugin-packages.js'
import { samplePost } from '../site/sample-records.js'
import { fillUnmerged } from '../sql/sqlite/fill-unmerged.js'
import { run, type Surroundings } from './fake-terminal.js'
import { newFolder } from './new-site.js'

const invalidUsage: Record<string, readonly string[]> = {
  'an unknown command': ['grow'],
  'no command': [],
  'an unknown option': ['serve', '--fast'],
  'an option without its value': ['serve', '--port'],
  'an invalid port': ['serve', '--port', '80a'],
  'a port that is too large': ['serve', '--port', '65536'],
  'an unknown dialect': ['serve', '--dialect', 'klingon'],
  'an invalid URL': ['serve', '--url', 'example.com'],
  'a URL of another scheme': ['serve', '--url', 'ftp://example.com'],
  'an invalid path': ['serve', '--base-path', 'api'],
  'an unknown value of --synchronous': ['serve', '--synchronous', 'off'],
  'a query timeout of 0': ['serve', '--statement-timeout', '0'],
  'a query timeout that is not a number': ['serve', '--statement-timeout', '1s'],
  'an unknown log level': ['serve', '--log-level', 'loud'],
  'an unknown kind of store': ['user', 'list', '--store', 'paper'],
  'SQLite without a file': ['user', 'list', '--store', 'sqlite'],
  'two places': ['user', 'list', '--store', 'sqlite', 'a.sqlite', '--data', 'b'],
  'a site that would be lost at once': ['init', '--store', 'memory'],
  'a missing argument': ['user', 'create', 'ada'],
  'one argument too many': ['user', 'list', 'ada'],
  'two passwords': ['user', 'set-password', 'ada', '--password', 'a', '--password-stdin'],
  'an empty password': ['user', 'set-password', 'ada', '--password', ''],
  'an invalid pair': ['import', 'a.xml', '--author-map', 'ada'],
  'a pair without a name': ['import', 'a.xml', '--author-map', '=ada'],
  'nothing to import': ['import'],
}
for (const [name, words] of Object.entries(invalidUsage)) {
  t.test(`${name} is invalid usage`, async t => {
    const { code, out, err } = await run(words)
    t.equal(code, 2)
    t.equal(out, '')
    t.not(err, '')
  })
}

const stores: Record<string, { words: readonly string[]; err: RegExp }> = {
  'an unknown kind of store': {
    words: ['user', 'list', '--store', 'paper'],
    err: /"sqlite FILE", .* and "memory"/,
  },
  'an unknown kind with a file': {
    words: ['user', 'list', '--store', 'paper', 'a.txt'],
    err: /"sqlite FILE", .* and "memory"/,
  },
  'SQLite without a file': { words: ['import', 'a.xml', '--store', 'sqlite'], err: /--store sqlite FILE/ },
  'an import into memory': { words: ['import', 'a.xml', '--store', 'memory'], err: /gone at its end.*--data FOLDER/ },
  'accounts in memory': { words: ['user', 'list', '--store', 'memory'], err: /gone at its end/ },
  'a new site in memory': { words: ['init', '--store', 'memory'], err: /gone at its end/ },
}
for (const [name, { words, err }] of Object.entries(stores)) {
  t.test(`${name} is refused with a hint`, async t => {
    t.match(await run(words), { code: 2, out: '', err })
  })
}

t.test('an invalid port in the environment', async t => {
  t.match(await run(['serve', '--data', newFolder(t)], { env: { PORT: 'http' } }), { code: 2, err: /PORT/ })
})

t.test('help and the version', async t => {
  t.match(await run(['--help']), { code: 0, out: /serve.*init.*user.*import/s, err: '' })
  t.match(await run(['user', 'app-password', '--help']), { code: 0, out: /create.*list.*revoke/s })
  t.match(await run(['--version']), { code: 0, out: /^\d+\.\d+\.\d+$/ })
})

const commands: Record<string, readonly string[]> = {
  'user list': ['user', 'list'],
  'plugin list': ['plugin', 'list'],
  types: ['types', '--out', '-'],
  'user create': ['user', 'create', 'ada', 'ada@example.com'],
  'user set-password': ['user', 'set-password', 'admin'],
  'user app-password': ['user', 'app-password', 'list', 'admin'],
}
for (const [name, words] of Object.entries(commands)) {
  t.test(`${name} without a site`, async t => {
    const folder = newFolder(t)
    const { code, err } = await run([...words, '--data', folder])
    t.equal(code, 1)
    t.match(err, 'platen init')
    t.notOk(existsSync(join(folder, 'site.sqlite')), 'none was made')
  })
}

t.test('a file that is not a store', async t => {
  const { code, err } = await run(['user', 'list', '--store', 'sqlite', import.meta.filename])
  t.equal(code, 1)
  t.match(err, import.meta.filename)
})

/** A place for a site, with functions that run commands on it and read its store. */
function newPlace(t: Parameters<typeof newFolder>[0]) {
  const path = join(newFolder(t), 'deep', 'garden.sqlite')
  return {
    platen: (words: readonly string[], surroundings?: Surroundings) =>
      run([...words, '--store', 'sqlite', path], surroundings),
    async look<T>(work: (store: Store) => Promise<T>): Promise<T> {
      const store = await openSiteFile(path)
      return work(store).finally(() => store.close())
    },
  }
}

t.test('init', async t => {
  const { platen, look } = newPlace(t)
  const words = ['init', '--url', 'https://garden.example/', '--title', 'A garden', '--dialect', 'wp', '--login', 'ada']
  t.match(await platen(words), { code: 0, out: /"ada" with the password \w{24}$/, err: '' })
  await look(async store => {
    t.ok(await isInstalled(store))
    t.match(await usersIn(store).first({}), { login: 'ada', email: 'admin@garden.example', roles: ['administrator'] })
    t.equal(await store.options.get('site_url'), 'https://garden.example')
    t.equal(await store.options.get('title'), 'A garden')
    t.equal(await store.options.get('dialect'), 'wp')
  })
  t.match(await platen(['init']), { code: 1, out: '', err: /already/ })
})

t.test('invalid administrators', async t => {
  for (const words of [
    ['--login', ''],
    ['--email', 'nobody'],
  ]) {
    const { platen, look } = newPlace(t)
    t.match(await platen(['init', ...words]), { code: 1, out: '', err: /^platen: .+/ }, words.join(' '))
    t.notOk(await look(isInstalled))
    t.match(await platen(['init']), { code: 0 })
  }
})

t.test('a given password is not shown', async t => {
  const { platen } = newPlace(t)
  const { code, out } = await platen(['init', '--password', 'hunter22'])
  t.equal(code, 0)
  t.notMatch(out, 'hunter22')
})

t.test('passwords have the lengths that the console accepts', async t => {
  const { platen, look } = newPlace(t)
  const cases: readonly (readonly [password: string, err: RegExp])[] = [
    ['', /at least 8 characters/],
    ['1234567', /at least 8 characters/],
    ['😀😀😀😀', /at least 8 characters/],
    ['x'.repeat(4097), /at most 4096 characters/],
  ]
  const refuse = async (words: readonly string[]) => {
    for (const [password, err] of cases) {
      t.match(await platen([...words, '--password', password]), { code: 2, out: '', err }, words.join(' '))
      t.match(await platen([...words, '--password-stdin'], { input: `${password}\n` }), { code: 2, out: '', err })
    }
  }
  await refuse(['init'])
  t.match(await platen(['init', '--password', 'ü'.repeat(8)]), { code: 0 })
  const hash = () => look(async store => (await usersIn(store).first({}))?.passwordHash)
  const before = await hash()
  await refuse(['user', 'set-password', 'admin'])
  t.equal(await hash(), before)
  await refuse(['user', 'create', 'bo', 'bo@example.com'])
  t.match(await platen(['user', 'set-password', 'admin', '--password', 'x'.repeat(4096)]), { code: 0 })
})

t.test('plugins', async t => {
  const { platen, look } = newPlace(t)
  await platen(['init'])
  const folder = writePackages(temporaryFolder(t), {
    shop: { version: '1.2' },
    broken: { entry: 'throw new Error("no")' },
  })
  const plugins = ['--plugins', folder]
  t.match(await platen(['plugin', 'list']), { code: 1, err: /--plugins FOLDER/ })
  const noFolder = ['--plugins', join(folder, 'shop', 'package.json')]
  t.match(await platen(['plugin', 'list', ...noFolder]), { code: 1, err: /^[^\n]*not a folder\.$/ })
  t.match(await platen(['serve', '--themes', join(folder, 'missing')]), { code: 1, err: /no such folder\.$/ })
  t.match(await platen(['serve', '--files', '/dev/null']), { code: 1, err: /not a folder\.$/ })
  t.match(await platen(['plugin', 'activate', 'shop/index', ...plugins]), { code: 0, out: 'Activated "shop" 1.2.' })
  t.match(await platen(['plugin', 'list', ...plugins]), { code: 0, out: /shop\/index +shop +1\.2 +active$/m })
  t.same(await look(store => store.options.get('active_plugins')), ['shop/index'])
  t.match(await platen(['plugin', 'activate', 'broken/index', ...plugins]), {
    code: 1,
    err: /could not be activated: no$/m,
  })
  t.match(await platen(['plugin', 'activate', 'none/index', ...plugins]), { code: 1, err: /no such plugin/ })
  t.match(await platen(['plugin', 'deactivate', 'shop/index', ...plugins]), { code: 0, out: /^Deactivated/ })
  const { out } = await platen(['plugin', 'list', '--json', ...plugins])
  t.match(JSON.parse(out), [{ id: 'broken/index' }, { id: 'shop/index', status: 'inactive' }])
})

t.test('accounts', async t => {
  const { platen, look } = newPlace(t)
  await platen(['init'])
  const hashOf = (login: string) =>
    look(async store => (await usersIn(store).first({ where: whereUsers.eq('login', login) }))?.passwordHash)

  const made = await platen([
    'user',
    'create',
    'bo',
    'bo@example.com',
    '--role',
    'editor',
    'author',
    '--name',
    'Bo Tree',
  ])
  t.match(made, { code: 0, out: /id 2 and the password \w{24}/ })
  const { code, out } = await platen(['user', 'list', '--json'])
  t.equal(code, 0)
  t.match(JSON.parse(out), [
    { id: 1, login: 'admin', roles: ['administrator'] },
    { id: 2, login: 'bo', email: 'bo@example.com', name: 'Bo Tree', roles: ['editor', 'author'] },
  ])
  t.match(await platen(['user', 'list']), {
    code: 0,
    out: /^id +login.*\n1 +admin.*\n2 +bo .*Bo Tree +editor, author$/,
  })

  const before = await hashOf('bo')
  t.match(
    await platen(['user', 'set-password', 'BO@example.com', '--password-stdin'], { input: 'another one\nrest' }),
    {
      code: 0,
      out: /Changed the password of "bo"/,
    },
  )
  t.not(await hashOf('bo'), before)
})

t.test('invalid accounts', async t => {
  const { platen } = newPlace(t)
  await platen(['init'])
  const refused: Record<string, { words: readonly string[]; code: number; err: RegExp }> = {
    'an existing login': { words: ['create', 'admin', 'b@example.com'], code: 1, err: /./ },
    'an invalid email address': { words: ['create', 'bo', 'bo'], code: 1, err: /email/ },
    'an unknown role': { words: ['create', 'bo', 'bo@example.com', '--role', 'king'], code: 2, err: /editor/ },
    'an unknown user': { words: ['set-password', 'nobody'], code: 1, err: /"nobody"/ },
    'a program of an unknown user': { words: ['app-password', 'create', 'nobody', 'phone'], code: 1, err: /"nobody"/ },
    'an unknown application password': { words: ['app-password', 'revoke', 'admin', 'x'], code: 1, err: /./ },
  }
  for (const [name, { words, code, err }] of Object.entries(refused)) {
    t.match(await platen(['user', ...words]), { code, out: '', err }, name)
  }
})

t.test('application passwords', async t => {
  const { platen } = newPlace(t)
  await platen(['init'])
  const limits = ['--scope', 'read', 'posts:write', '--expires', '2099-01-01T00:00:00Z', '--network', '10.0.0.0/8']
  t.match(await platen(['user', 'app-password', 'create', 'admin', 'agent', ...limits]), { code: 0 })
  const [agent] = JSON.parse((await platen(['user', 'app-password', 'list', 'admin', '--json'])).out) as object[]
  t.match(agent, { scopes: ['read', 'posts:write'], expires: '2099-01-01T00:00:00', networks: ['10.0.0.0/8'] })
  const { uuid: ofAgent } = agent as { readonly uuid: string }
  t.match(await platen(['user', 'app-password', 'revoke', 'admin', ofAgent]), { code: 0 })
  const wrong = ['user', 'app-password', 'create', 'admin', 'agent', '--scope', 'posts:wirte']
  t.match(await platen(wrong), { code: 1, err: /not a scope/ })
  t.match(await platen(['user', 'app-password', 'create', 'admin', 'phone']), { code: 0, out: /(?: \w{4}){6}\n/ })
  const { out } = await platen(['user', 'app-password', 'list', 'admin'])
  const uuid = /^([\da-f-]{36}) +phone .* never$/m.exec(out)?.[1] ?? ''
  t.equal(uuid.length, 36)
  const json = JSON.parse((await platen(['user', 'app-password', 'list', 'admin', '--json'])).out) as object[]
  t.match(json, [{ uuid, name: 'phone', created: /^\d{4}-/, last_used: null, last_ip: null }])
  t.same(
    json.map(Object.keys),
    [['uuid', 'app_id', 'name', 'created', 'last_used', 'last_ip', 'scopes', 'expires', 'networks']],
    'no secrets',
  )
  t.match(await platen(['user', 'app-password', 'revoke', 'admin', uuid]), { code: 0 })
  t.notMatch((await platen(['user', 'app-password', 'list', 'admin'])).out, 'phone')
  t.equal((await platen(['user', 'app-password', 'list', 'admin', '--json'])).out, '[]')
})

t.test('optimize', async t => {
  const path = join(newFolder(t), 'site.sqlite')
  const platen = () => run(['optimize', '--store', 'sqlite', path])
  t.match(await platen(), { code: 1, err: /There is no site/ })
  t.match(await run(['init', '--store', 'sqlite', path]), { code: 0 })
  await fillUnmerged(path, {
    definition: posts,
    table: 'post_texts',
    insert: (session, texts) => postsIn(session).insertMany(texts.map(content => samplePost({ content }))),
  })
  t.match(await platen(), { code: 0, out: /^Optimized the search index\.$/, err: '' })
  t.match(await platen(), { code: 0, out: /^The search index is already optimized\.$/ })
  t.match(await run(['optimize', '--store', 'memory']), { code: 2, err: /in memory/ })
})

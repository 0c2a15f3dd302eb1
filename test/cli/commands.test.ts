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
  t.match(await platen(['user', 'app-password', 'create', 'admin', 'phone']), { code: 0, out: /(?: \w{4}){6}\n/ })
  const { out } = await platen(['user', 'app-password', 'list', 'admin'])
  const uuid = /^([\da-f-]{36}) +phone .* never$/m.exec(out)?.[1] ?? ''
  t.equal(uuid.length, 36)
  const json = JSON.parse((await platen(['user', 'app-password', 'list', 'admin', '--json'])).out) as object[]
  t.match(json, [{ uuid, name: 'phone', created: /^\d{4}-/, last_used: null, last_ip: null }])
  t.same(json.map(Object.keys), [['uuid', 'app_id', 'name', 'created', 'last_used', 'last_ip']], 'no secrets')
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

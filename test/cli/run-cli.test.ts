import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { run } from './fake-terminal.js'
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

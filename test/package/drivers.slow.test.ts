import { join } from 'node:path'
import t from 'tap'
import { type Outcome, run } from '../docs/run-code.js'
import { type Damage, folderWithout } from './without-driver.js'

/** Programs that need a driver; each prints the error that a library user gets. */
const programs: Readonly<Record<string, string>> = {
  'better-sqlite3': `
    import { openSqliteStore } from '@platen/sql/sqlite'
    await openSqliteStore({ path: 'site.sqlite' })`,
  pg: `
    import { openPostgresStore } from '@platen/sql/postgres'
    await openPostgresStore({ url: 'postgres://localhost:1/site' })`,
  argon2: `
    import { argon2Hasher } from '@platen/site'
    await argon2Hasher.hash('secret')`,
  sharp: `
    import { createSharpImages } from '@platen/media'
    await createSharpImages().inspect(new Uint8Array(8))`,
}

/** Commands that need a driver at their start. */
const commands: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['serve', '--port', '0'],
  pg: ['serve', '--port', '0', '--store', 'postgres://localhost:1/site'],
  argon2: ['serve', '--port', '0', '--store', 'memory'],
}

const missing = (driver: string) => `${driver} is not installed: run \`npm install ${driver}\`.`
const unbuilt = (driver: string, command = `npm rebuild ${driver}`) =>
  `${driver} is not built for this version of Node.js and this platform: run \`${command}\`.`

const cases: readonly [driver: string, damage: Damage, message: string][] = [
  ['better-sqlite3', 'missing', missing('better-sqlite3')],
  ['better-sqlite3', 'unbuilt', unbuilt('better-sqlite3')],
  ['better-sqlite3', 'damaged', unbuilt('better-sqlite3')],
  ['pg', 'missing', missing('pg')],
  ['argon2', 'missing', missing('argon2')],
  ['argon2', 'unbuilt', unbuilt('argon2')],
  ['argon2', 'damaged', unbuilt('argon2')],
  ['sharp', 'missing', missing('sharp')],
  ['sharp', 'unbuilt', unbuilt('sharp', 'npm install --include=optional sharp')],
]

for (const [driver, damage, message] of cases) {
  t.test(`${driver} is ${damage}`, async t => {
    const folder = folderWithout(driver, damage)
    const start = (words: readonly string[]): Promise<Outcome> =>
      run(process.execPath, words, folder, { npm_config_user_agent: '' })
    const program = `try { ${programs[driver]?.replace(/import (.*) from (.*)/, 'const $1 = await import($2)')} }
      catch (error) { console.log(error.name + ': ' + error.message) }
      process.exit()`
    t.same(await start(['--input-type=module', '--eval', program]), {
      code: 0,
      out: `DriverError: ${message}\n`,
      errors: '',
    })
    const words = commands[driver]
    if (words === undefined) return
    const bin = join(folder, 'node_modules/@platen/cli/bundle/bin.js')
    t.same(await start([bin, ...words]), { code: 1, out: '', errors: `platen: ${message}\n` })
  })
}

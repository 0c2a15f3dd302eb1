import { DriverError, driverError } from '@platen/storage'
import t from 'tap'

const failed = (message: string, code?: string) => Object.assign(new Error(message), code === undefined ? {} : { code })
const missing = failed("Cannot find package 'pg' imported from /a/b.js", 'ERR_MODULE_NOT_FOUND')
const unbuilt = failed('Could not locate the bindings file. Tried:\n → /a/better_sqlite3.node')
const otherNode = failed('… was compiled against a different Node.js version …', 'ERR_DLOPEN_FAILED')
const withoutBinary = failed('Could not load the "sharp" module using the linux-x64 runtime\nPossible solutions: …')
const notBuilt = 'is not built for this version of Node.js and this platform'

const cases: readonly [name: string, cause: Error, agent: string, message: string][] = [
  ['pg', missing, '', 'pg is not installed: run `npm install pg`.'],
  ['pg', missing, 'npm/11.19.1 node/v20.20.2', 'pg is not installed: run `npm install pg`.'],
  ['pg', missing, 'pnpm/10.34.9 npm/?', 'pg is not installed: run `pnpm add pg`.'],
  ['pg', missing, 'yarn/1.22.22 npm/?', 'pg is not installed: run `yarn add pg`.'],
  ['better-sqlite3', unbuilt, '', `better-sqlite3 ${notBuilt}: run \`npm rebuild better-sqlite3\`.`],
  ['better-sqlite3', unbuilt, 'npm/11.19.1', `better-sqlite3 ${notBuilt}: run \`npm rebuild better-sqlite3\`.`],
  [
    'better-sqlite3',
    unbuilt,
    'npm/12.2.2',
    `better-sqlite3 ${notBuilt}: run \`npm install-scripts approve better-sqlite3 && npm rebuild better-sqlite3\`.`,
  ],
  ['better-sqlite3', unbuilt, 'pnpm/10.34.9', `better-sqlite3 ${notBuilt}: run \`pnpm approve-builds\`.`],
  ['better-sqlite3', unbuilt, 'yarn/1.22.22', `better-sqlite3 ${notBuilt}: run \`yarn install --force\`.`],
  ['better-sqlite3', unbuilt, 'yarn/4.18.1', `better-sqlite3 ${notBuilt}: run \`yarn rebuild better-sqlite3\`.`],
  ['better-sqlite3', otherNode, 'npm/12.2.2', `better-sqlite3 ${notBuilt}: run \`npm rebuild better-sqlite3\`.`],
  ['better-sqlite3', otherNode, 'pnpm/10.34.9', `better-sqlite3 ${notBuilt}: run \`pnpm rebuild better-sqlite3\`.`],
  ['sharp', withoutBinary, '', `sharp ${notBuilt}: run \`npm install --include=optional sharp\`.`],
  ['sharp', withoutBinary, 'pnpm/12.21.0', `sharp ${notBuilt}: run \`pnpm add sharp\`.`],
]

for (const [name, cause, agent, message] of cases) {
  t.test(`${name}, started by ${agent || 'nothing'}: ${cause.message.slice(0, 20)}`, async t => {
    const before = process.env['npm_config_user_agent']
    t.teardown(() => {
      if (before === undefined) delete process.env['npm_config_user_agent']
      else process.env['npm_config_user_agent'] = before
    })
    process.env['npm_config_user_agent'] = agent
    const error = driverError(name, cause)
    t.ok(error instanceof DriverError)
    t.equal(error?.message, message)
    t.equal(error?.cause, cause)
  })
}

const others: readonly unknown[] = [
  failed("Cannot find package 'pg-pool' imported from /a/pg/index.js", 'ERR_MODULE_NOT_FOUND'),
  failed('SQLITE_CANTOPEN: unable to open database file', 'SQLITE_CANTOPEN'),
  new TypeError('Cannot open database because the directory does not exist'),
  undefined,
]
for (const cause of others) {
  t.test(`another error is passed on: ${cause}`, async t => {
    t.equal(driverError('pg', cause), undefined)
  })
}

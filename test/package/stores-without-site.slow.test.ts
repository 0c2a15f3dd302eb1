import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from '../house/workspace.js'
import { temporaryFolder } from '../temporary-folder.js'

t.setTimeout(280_000)

const PACKAGES = ['core', 'storage', 'memory', 'sql']
const TESTS = ['contract', 'memory', 'sql', 'storage']

/** A copy of the workspace with nothing but stores, what they import, and their tests. */
function workspaceOfStores(): string {
  const folder = temporaryFolder('stores')
  const write = (path: string, value: unknown) => writeFileSync(join(folder, path), JSON.stringify(value))
  const copy = (path: string) => cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const path of ['tsconfig.base.json', 'package.json', ...TESTS.map(name => `test/${name}`)]) copy(path)
  for (const file of readdirSync(join(root, 'test'))) if (/^[a-z-]+\.ts$/.test(file)) copy(`test/${file}`)
  for (const name of PACKAGES)
    for (const path of ['src', 'package.json', 'tsconfig.json']) copy(`packages/${name}/${path}`)
  mkdirSync(join(folder, 'node_modules/@platen'), { recursive: true })
  for (const name of PACKAGES)
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@platen', name), 'dir')
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@platen') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  write('test/tsconfig.json', {
    extends: '../tsconfig.base.json',
    compilerOptions: { rootDir: '.', outDir: '../build/test', types: ['node'], noUncheckedIndexedAccess: false },
    include: ['**/*.ts'],
    references: PACKAGES.map(name => ({ path: `../packages/${name}` })),
  })
  return folder
}

t.test('stores are built and tested without the package of sites', async t => {
  const folder = workspaceOfStores()
  const run = (...words: readonly string[]) =>
    execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: 'pipe' })
  t.throws(() => run('--input-type=module', '--eval', `await import('@platen/site')`), /ERR_MODULE_NOT_FOUND/)
  run(join(root, 'node_modules/typescript/bin/tsc'), '-b', 'test')
  const { bundlePackages } = await import(pathToFileURL(join(root, 'scripts/bundle.mjs')).href)
  await bundlePackages(PACKAGES.map(name => join(folder, 'packages', name)))
  for (const name of ['contract/memory', 'contract/sqlite', 'memory/create-memory-store', 'storage/queries/query']) {
    t.match(run(`build/test/${name}.test.js`), /^# \{ total: \d+, pass: \d+ \}$/m, name)
  }
  writeFileSync(
    join(folder, 'contract.mjs'),
    `import { test } from 'node:test'
    import { createMemoryStore } from '@platen/memory'
    import { storeContract } from '@platen/storage/contract'
    storeContract({ test, makeStore: createMemoryStore })`,
  )
  t.match(run('contract.mjs'), /fail 0\n/, 'with the test runner of Node')
})

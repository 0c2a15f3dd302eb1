import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { run } from '../docs/run-code.js'
import { root } from '../house/workspace.js'
import { temporaryFolder } from '../temporary-folder.js'

/** Makes the process believe that its Node.js is an old one. */
const old = `data:text/javascript,
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })`

const needed = 'requires Node.js 20.19 or later; this is 18.20.8.\n'

const programs: readonly [path: string, message: string][] = [
  ['packages/cli/bundle/bin.js', `platen ${needed}`],
  ['packages/cli/bundle/register.js', `platen ${needed}`],
  ['packages/create-platen/bundle/bin.js', `create-platen ${needed}`],
  ['scripts/start.mjs', `Platen ${needed}`],
  ['scripts/test.mjs', `Platen ${needed}`],
]

for (const [path, message] of programs) {
  t.test(`${path} reports an old Node.js, before it loads anything that needs a newer one`, async t => {
    const folder = temporaryFolder('old-node')
    t.same(await run(process.execPath, ['--import', old, join(root, path)], folder), {
      code: 1,
      out: '',
      errors: message,
    })
    const imported = importedBy(join(root, path))
    const names = imported.filter(([, name]) => !name.startsWith('.'))
    t.same(
      names.filter(([, name]) => !name.startsWith('node:')),
      [],
    )
    // Functions that an old Node does not have would be syntax errors in the imports of its modules.
    t.same(
      imported.filter(([names]) => /availableParallelism|registerHooks|enableCompileCache|parseArgs/.test(names)),
      [],
    )
  })
}

/** What a module imports before it runs, and what these import. */
function importedBy(path: string): readonly (readonly [names: string, module: string])[] {
  const imports = [...readFileSync(path, 'utf8').matchAll(/^import\s+([^'"();]*?)(?:\s+from\s+)?["']([^'"]+)["']/gm)]
  return imports.flatMap(([, names = '', name = '']) => [
    [names, name] as const,
    ...(name.startsWith('.') ? importedBy(join(dirname(path), name)) : []),
  ])
}

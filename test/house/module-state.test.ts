import t from 'tap'
import { moduleState } from './module-state.js'
import { sourceFiles, workspacePackages } from './workspace.js'

/** The mutable variables that belong to no site, each with the reason. */
const REASONS: Readonly<Record<string, string>> = {
  'cli/config-hooks-thread.ts: port': 'the module is the thread',
  'cli/config/import-module.ts: loadedUrls': "Node's module loader belongs to the process",
  'cli/config/import-module.ts: loads': "Node's cache of modules belongs to the process",
  'cli/config/module-hooks.ts: stripper': 'a module that is loaded when it is needed',
  'core/params/dictionary.ts: Dictionary': 'the prototype of a class',
  'core/rest-error.ts: stack': "the engine's limit of stacks, which is restored",
  'media/recording-reader.ts: run': 'a child process of tens of megabytes, in which sites take turns',
  'media/sharp-images.ts: queue': 'a child process that can take all processors, in which sites take turns',
  'rendering/sanitize/embed-html.ts: sanitize': 'results that depend on the text alone',
  'rendering/sanitize/filter-html.ts: sanitizePost': 'results that depend on the text alone',
  'sql/postgres/client.ts: known': 'facts about statements',
  'sql/postgres/client.ts: names': 'names are unique for connections that stores share',
  'sql/postgres/fold-functions.ts: all': 'a constant that is computed when it is needed',
  'storage/folding/fold.ts: known': 'a table of Unicode, whose rows are computed when they are needed',
}

t.test('modules have no state', async t => {
  const found = workspacePackages().flatMap(({ workspace, folder }) =>
    moduleState(sourceFiles(folder)).map(each => `${workspace}/${each}`),
  )
  t.same(found.sort(), Object.keys(REASONS).sort())
})

const samples: { text: string; found: readonly string[] }[] = [
  { text: 'let a = 1', found: ['a'] },
  { text: 'declare let a: number', found: [] },
  { text: 'const a = new Map([[1, 2]])\nexport const b = () => a.get(1)', found: [] },
  { text: 'const a = new Map()\nexport const b = () => a.set(1, 2)', found: ['a'] },
  { text: 'const a = []\nexport function b() { a.push(1) }', found: ['a'] },
  { text: 'const a = {}\nexport const b = () => { a.c = 1 }', found: ['a'] },
  { text: 'const a = new WeakMap()', found: ['a'] },
  { text: 'const a = createBoundedCache<string>(1)', found: ['a'] },
  { text: 'const a = /b/g\nexport const c = () => { a.lastIndex = 0 }', found: [] },
  { text: 'export function a() { let b = 1\nconst c = new Map()\nc.set(b, 1) }', found: [] },
]

for (const { text, found } of samples)
  t.test(`sees ${found.length === 0 ? 'no state' : 'state'} in: ${text}`, async t => {
    t.same(
      moduleState([{ path: 'a.ts', text }]),
      found.map(name => `a.ts: ${name}`),
    )
  })

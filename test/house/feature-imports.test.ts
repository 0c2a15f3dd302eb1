import t from 'tap'
import { featureImportComplaints, operationComplaints } from './feature-imports.js'
import { sourceFiles, workspacePackages } from './workspace.js'

const site = workspacePackages().find(({ manifest }) => manifest.name === '@platen/site')

t.test('features use each other through operations', async t => {
  const files = sourceFiles(site?.folder ?? '')
  t.ok(files.some(({ path }) => path.startsWith('features/posts/')))
  t.same(featureImportComplaints(files), [])
  t.same(operationComplaints(files), [])
})

for (const [path, from, refused] of [
  ['features/media/a.ts', '../posts/post-permissions.js', true],
  ['features/media/a.ts', '../posts/post-fields.js', true],
  ['features/media/a.ts', '../users/register-users.js', true],
  ['features/media/a.ts', '../terms/term-resource.js', true],
  ['features/media/a.ts', '../posts/post-operations.js', false],
  ['features/media/a.ts', '../posts/post-family.js', false],
  ['features/media/a.ts', './media-fields.js', false],
  ['create-site.ts', './features/posts/post-fields.js', false],
] as const) {
  t.test(`${refused ? 'refuses' : 'accepts'} ${from} in ${path}`, async t => {
    t.equal(featureImportComplaints([{ path, text: `import { x } from '${from}'` }]).length, refused ? 1 : 0)
  })
}

t.test('an operation imports nothing of requests', async t => {
  const text = "import type { HandlerRequest } from '@platen/core'"
  t.equal(operationComplaints([{ path: 'features/posts/post-operations.ts', text }]).length, 1)
  t.equal(operationComplaints([{ path: 'features/posts/post-permissions.ts', text }]).length, 0)
})

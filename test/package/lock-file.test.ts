import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root, workspacePackages } from '../house/workspace.js'
import { type LockEntries, lockFileComplaints } from './lock-file.js'

t.test('the lock file names every package for every platform, and no host', async t => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockEntries }
  t.ok(Object.keys(packages).length > 100)
  t.same(lockFileComplaints(packages), [])
})

t.test('npm start installs what the bundles of packages include', async t => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockEntries }
  const bundled = workspacePackages().flatMap(({ manifest }) => Object.entries(manifest.devDependencies ?? {}))
  t.not(bundled.length, 0)
  t.match(packages['']?.dependencies, Object.fromEntries(bundled))
  for (const [name] of bundled) t.notOk(packages[`node_modules/${name}`]?.dev, name)
})

const integrity = 'sha512-x'
const cases: Record<string, { entries: LockEntries; complaints: readonly RegExp[] }> = {
  'a package for another platform that is left out': {
    entries: { 'node_modules/a': { integrity, optionalDependencies: { 'a-darwin': '1.0.0' } } },
    complaints: [/^node_modules\/a depends on a-darwin/],
  },
  'a dependency further up': {
    entries: {
      'packages/p': { dependencies: { a: '1' } },
      'packages/p/node_modules/a': { integrity, dependencies: { '@b/c': '1' } },
      'node_modules/@b/c': { integrity },
    },
    complaints: [],
  },
  'a dependency in the folder of another package': {
    entries: { '': { dependencies: { a: '1' } }, 'packages/p/node_modules/a': { integrity } },
    complaints: [/^the workspace depends on a/],
  },
  'an optional peer': {
    entries: {
      'node_modules/a': { integrity, peerDependencies: { b: '1' }, peerDependenciesMeta: { b: { optional: true } } },
    },
    complaints: [],
  },
  'no checksum': { entries: { 'node_modules/a': {} }, complaints: [/no checksum/] },
  'a host': { entries: { 'node_modules/a': { integrity, resolved: 'https://a.example/a.tgz' } }, complaints: [/host/] },
  'a package of the workspace': {
    entries: { 'node_modules/a': { link: true, resolved: 'packages/a' } },
    complaints: [],
  },
}

for (const [name, { entries, complaints }] of Object.entries(cases)) {
  t.test(name, async t => {
    const found = lockFileComplaints(entries)
    t.equal(found.length, complaints.length)
    t.match(found, complaints)
  })
}

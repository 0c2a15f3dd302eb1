import t from 'tap'
import { exportComplaints } from './package-exports.js'
import { workspacePackages } from './workspace.js'

for (const workspacePackage of workspacePackages()) {
  t.test(`every entry point of ${workspacePackage.workspace} can be imported and has types`, async t => {
    t.same(await exportComplaints(workspacePackage), [])
  })
}

const index = { types: './dist/index.d.ts', default: './bundle/index.js' }
const files = { 'package.json': '{}', bundle: { 'index.js': '' }, dist: { 'index.d.ts': '' } }

t.test('accepts a package with all of its files', async t => {
  const manifest = {
    name: '@platen/any',
    exports: { '.': index, './package.json': './package.json' },
    bin: 'bundle/index.js',
  }
  const asked: string[] = []
  const load = async (specifier: string) => asked.push(specifier)
  t.same(await exportComplaints({ folder: t.testdir(files), manifest }, load), [])
  t.same(asked, ['@platen/any'])
})

const refused: Record<string, { manifest: object; loads: boolean }> = {
  'no exports': { manifest: {}, loads: true },
  'an entry that throws': { manifest: { exports: { '.': index } }, loads: false },
  'types that are not there': { manifest: { exports: { '.': { ...index, types: './dist/gone.d.ts' } } }, loads: true },
  'data that is not there': { manifest: { exports: { '.': index, './a.json': './a.json' } }, loads: true },
  'no types': { manifest: { exports: { '.': { default: './bundle/index.js' } } }, loads: true },
  'code that is not there': { manifest: { exports: { './a': { ...index, default: './bundle/a.js' } } }, loads: true },
  'a command that is not there': {
    manifest: { exports: { '.': index }, bin: { any: './bundle/bin.js' } },
    loads: true,
  },
}

for (const [name, { manifest, loads }] of Object.entries(refused)) {
  t.test(`refuses ${name}`, async t => {
    const load = async () => {
      if (!loads) throw new Error('broken')
    }
    const complaints = await exportComplaints({ folder: t.testdir(files), manifest: { name: 'x', ...manifest } }, load)
    t.equal(complaints.length, 1, complaints.join(', '))
  })
}

t.test('refuses an entry point that Node does not find', async t => {
  const manifest = { name: '@platen/not-a-package', exports: { '.': index } }
  t.match(await exportComplaints({ folder: t.testdir(files), manifest }), [/cannot be imported/])
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Test } from 'tap'

/** A package for tests: its manifest besides the name, and its files. */
export interface TestPackage {
  readonly version?: string
  readonly description?: string
  readonly author?: string
  readonly platen?: object
  readonly entry?: string
  readonly files?: Readonly<Record<string, string>>
}

/** A folder that is removed after the test; `testdir` makes one for each test only. */
export function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-plugins-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes packages into a folder; the default entry is a feature without anything. */
export function writePackages(folder: string, packages: Readonly<Record<string, TestPackage>>): string {
  for (const [name, { version = '1.0.0', platen = {}, entry, files = {}, ...more }] of Object.entries(packages)) {
    const manifest = { name, version, type: 'module', platen, ...more }
    const all = {
      'package.json': JSON.stringify(manifest),
      'index.js': entry ?? `export default { name: ${JSON.stringify(name)} }`,
      ...files,
    }
    for (const [path, text] of Object.entries(all)) {
      const file = join(folder, name, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
  }
  return folder
}

/** The code of a feature with a route `GET /{name}/v1/about` that answers with `value`. */
export const routed = (name: string, value: string, more = ''): string => `
export default {
  name: ${JSON.stringify(name)},
  routes(site) {
    site.registry.route('${name}/v1', '/about', {
      endpoints: [{ methods: 'GET', permission: 'public', handler: async () => ({ body: { value: ${value} } }) }],
    })
  },
  ${more}
}
`

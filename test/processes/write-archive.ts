// Writes the archive of a program: run with the paths of the program and of the archive.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { serialize } from 'node:v8'
import { SourceTextModule } from 'node:vm'
import type { ArchivedModule, ModuleArchive } from './archived-program.js'

const [script = '', archive = ''] = process.argv.slice(2)
const entry = pathToFileURL(script).href
const modules = new Map<string, ArchivedModule>()
const waiting = [entry]
for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
  if (modules.has(url)) continue
  const source = readFileSync(fileURLToPath(url), 'utf8')
  const imports: Record<string, string> = {}
  const dynamic = [...source.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, specifier = '']) => specifier)
  for (const specifier of [...new SourceTextModule(source).dependencySpecifiers, ...dynamic]) {
    const imported = import.meta.resolve(specifier, url)
    imports[specifier] = imported
    if (isEsModule(imported)) waiting.push(imported)
  }
  modules.set(url, { source, imports })
}
writeFileSync(archive, serialize({ entry, modules } satisfies ModuleArchive))

/** What is built in or CommonJS is loaded by Node. */
function isEsModule(url: string): boolean {
  return url.endsWith('.mjs') || (/^file:.*\.js$/.test(url) && packageTypeOf(dirname(fileURLToPath(url))) === 'module')
}

function packageTypeOf(folder: string): unknown {
  const path = join(folder, 'package.json')
  if (existsSync(path)) return (JSON.parse(readFileSync(path, 'utf8')) as { type?: unknown }).type
  return folder === dirname(folder) ? undefined : packageTypeOf(dirname(folder))
}

// Runs a program from its archive: run with the path of the archive and the arguments of the program.
import { readFileSync } from 'node:fs'
import { deserialize } from 'node:v8'
import { type Module, SourceTextModule, SyntheticModule } from 'node:vm'
import type { ModuleArchive } from './archived-program.js'

const [archive = ''] = process.argv.splice(2, 1)
const { entry, modules } = deserialize(readFileSync(archive)) as ModuleArchive
const loaded = new Map<string, Module | Promise<Module>>()

function load(url: string): Module | Promise<Module> {
  const known = loaded.get(url)
  if (known !== undefined) return known
  const archived = modules.get(url)
  const module = archived === undefined ? loadByNode(url) : archivedModule(url, archived.source)
  loaded.set(url, module)
  return module
}

const archivedModule = (url: string, source: string) =>
  new SourceTextModule(source, {
    identifier: url,
    initializeImportMeta(meta) {
      meta.url = url
    },
    importModuleDynamically: async specifier => {
      const module = await load(modules.get(url)?.imports[specifier] ?? specifier)
      await ready(module)
      return module
    },
  })

async function loadByNode(url: string): Promise<Module> {
  const exported = (await import(url)) as Record<string, unknown>
  const names = Object.keys(exported)
  return new SyntheticModule(names, function () {
    for (const name of names) this.setExport(name, exported[name])
  })
}

/** Links and evaluates a module with all that it imports. */
async function ready(module: Module): Promise<void> {
  if (module.status === 'unlinked')
    await module.link((specifier, { identifier }) => load(modules.get(identifier)?.imports[specifier] ?? specifier))
  await module.evaluate()
}

await ready(await load(entry))

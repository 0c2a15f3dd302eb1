import { basename, join, resolve } from 'node:path'
import { CONFIG_FILES, type LoadedConfig, loadConfig } from '../config/load-config.js'
import type { Terminal } from '../terminal.js'
import { watchFiles } from './watch-files.js'

/** The keys that are read only when the command starts. */
const FIXED = ['data', 'store', 'host', 'port', 'processes', 'logLevel', 'logFormat'] as const

/**
 * Reloads a configuration whenever its file, one of its imports or one of its `watch` paths changes, and calls `use`
 * with it. A failure is reported, and the next change triggers another attempt.
 */
export function watchSite(
  first: LoadedConfig,
  use: (loaded: LoadedConfig) => Promise<void>,
  terminal: Pick<Terminal, 'print' | 'printError'>,
) {
  let current = first
  let running = Promise.resolve()
  const watcher = watchFiles(pathsOf(first), () => {
    running = running.then(reload)
  })
  return {
    async stop() {
      watcher.stop()
      await running
    },
  }

  async function reload(): Promise<void> {
    const files = new Set<string>()
    try {
      const loaded = await loadConfig(current.path, files)
      await use(loaded)
      const fixed = FIXED.filter(key => typeof loaded.config[key] !== 'function')
        .filter(key => loaded.config[key] !== first.config[key])
        .map(key => ` "${key}" takes effect at the next start.`)
      current = loaded
      watcher.watch(pathsOf(loaded))
      terminal.print(`Reloaded ${basename(loaded.path ?? 'the site')}.${fixed.join('')}`)
    } catch (error) {
      // The error may be in a file that the broken file imports.
      watcher.watch([...pathsOf(current), ...files])
      const { message } = error as Error
      terminal.printError(`platen: ${message}\nThe site is served as it was before this change.`)
    }
  }
}

function pathsOf({ config, path, folder, files }: LoadedConfig): readonly string[] {
  const own = path === undefined ? CONFIG_FILES.map(name => join(folder, name)) : [...files]
  return [...own, ...(config.watch ?? []).map(each => resolve(folder, each))]
}

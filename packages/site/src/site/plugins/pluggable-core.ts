import { RegistrationError } from '../../kernel/registrations/index.js'
import type { PluginLibrary } from '../../server/plugins/index.js'
import { isInstalled } from '../is-installed.js'
import type { SiteCore } from '../site-core.js'
import { createPluginManager } from './create-plugin-manager.js'
import { createPluginCores, type PluginCores } from './plugin-cores.js'

/**
 * The core of a site with plugins. Every process compares the stored plugins with its own before a request, as soon as the
 * store has changed, so that a change takes effect everywhere without a restart.
 */
export function pluggableCore(library: PluginLibrary, create: () => SiteCore) {
  const { manager, exclusive } = createPluginManager(library, () => cores)
  const cores: PluginCores = createPluginCores(library, create, () => manager)
  let starting: Promise<void> | undefined
  let isReady = false
  /** The revision of the store at which the plugins were compared. */
  let compared: number | undefined

  const start = async () => {
    await cores.start()
    isReady = true
  }
  const ready = () => {
    starting ??= start().catch(async error => {
      // An invalid registration cannot recover, but a store may be reachable again.
      const isFinal = error instanceof RegistrationError && (await isInstalled(cores.context.store).catch(() => false))
      if (!isFinal) starting = undefined
      throw error
    })
    return starting
  }
  const compare = async (revision: number) => {
    try {
      if (await cores.isOutdated()) await exclusive(cores.synchronize)
    } catch (error) {
      cores.context.services.logger.error({ err: error }, 'the plugins could not be compared')
    }
    compared = revision
  }
  return {
    calls: cores.recorded.calls,
    current: cores.current,
    use: cores.recorded.use,
    ready,
    /**
     * The promise that a request waits for: the start, or a change of the plugins. Rejects if the site does not start.
     */
    refresh(): Promise<void> | undefined {
      if (!isReady) return ready()
      const revision = revisionOf(cores)
      return revision === undefined || revision === compared ? undefined : compare(revision)
    },
  }
}

/** The revision of the store; `undefined` if it fails, which the request itself reports. */
function revisionOf({ context }: PluginCores): number | undefined {
  try {
    return context.store.revision()
  } catch {
    return undefined
  }
}

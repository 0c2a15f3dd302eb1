import { SERVICE_VERSION } from '../site-health/index.js'
import type { PluginManifest } from './plugin.js'
import { compareVersions } from './versions.js'

/** The version of the runtime; `undefined` where there is no Node. */
const runtimeVersion = (): string | undefined => globalThis.process?.versions?.node

/** Which requirement of a plugin is not met, in words; `undefined` if all are. */
export function unmetRequirement({ name, requiresService, requiresRuntime }: PluginManifest): string | undefined {
  if (requiresService !== '' && compareVersions(SERVICE_VERSION, requiresService) < 0)
    return `${name} requires release ${requiresService} of the service; this is ${SERVICE_VERSION}.`
  const runtime = runtimeVersion()
  if (requiresRuntime !== '' && runtime !== undefined && compareVersions(runtime, requiresRuntime) < 0)
    return `${name} requires version ${requiresRuntime} of the runtime; this is ${runtime}.`
  return undefined
}

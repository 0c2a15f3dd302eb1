/**
 * The version of the service whose interface a site has; the requirements of themes and plugins are compared with it.
 */
export const SERVICE_VERSION = '7.1'

/** The globals by which runtimes identify themselves. */
interface Runtime {
  readonly process?: { readonly versions?: { readonly node?: string } }
  readonly navigator?: { readonly userAgent?: string }
}

/** The version of Node, or the identification of another runtime; empty if unknown. */
export function runtimeVersion(): string {
  const { process, navigator }: Runtime = globalThis
  return process?.versions?.node ?? navigator?.userAgent ?? ''
}

/** The globals of runtimes by which they say what they are. */
interface Runtime {
  readonly process?: { readonly versions?: { readonly node?: string } }
  readonly navigator?: { readonly userAgent?: string }
}

/** The version of Node, or what another runtime calls itself; empty if it says nothing. */
export function runtimeVersion(): string {
  const { process, navigator }: Runtime = globalThis
  return process?.versions?.node ?? navigator?.userAgent ?? ''
}

import { readFileSync } from 'node:fs'

/**
 * Ends the process with a message if Node.js is older than the version in the manifest. It must run before modules are
 * imported that use what older versions do not have.
 */
export function requireNode(): void {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const needed = (manifest as { engines: { node: string } }).engines.node.slice('>='.length)
  if (process.versions.node.localeCompare(needed, 'en', { numeric: true }) >= 0) return
  console.error(`platen requires Node.js ${needed} or later; this is ${process.versions.node}.`)
  process.exit(1)
}

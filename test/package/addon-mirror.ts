import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { run } from '../docs/run-code.js'
import { temporaryFolder } from '../temporary-folder.js'

/** Environment variables of installations, and an end. */
export interface AddonMirror {
  readonly env: Readonly<Record<string, string>>
  close(): void
}

/**
 * Serves the compiled part of `better-sqlite3`, as the host of its releases does: its install script finds it there,
 * and does not compile for minutes what the workspace has already compiled.
 */
export async function startAddonMirror(): Promise<AddonMirror> {
  const manifest = createRequire(import.meta.url).resolve('better-sqlite3/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const archive = join(temporaryFolder('addon'), 'addon.tar.gz')
  const words = ['-czf', archive, '-C', dirname(manifest), 'build/Release/better_sqlite3.node']
  const { code, errors } = await run('tar', words)
  if (code !== 0) throw new Error(`tar ended with ${code}: ${errors}`)
  const server = createServer((req, res) => {
    // Another version needs an addon of its own, which is compiled.
    if (req.url?.includes(`-v${version}-`)) res.end(readFileSync(archive))
    else res.writeHead(404).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    env: { npm_config_better_sqlite3_binary_host: `http://127.0.0.1:${port}` },
    close: () => server.close(),
  }
}

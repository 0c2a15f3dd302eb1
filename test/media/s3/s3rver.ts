import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { Test } from 'tap'
import { temporaryFolder } from '../../temporary-folder.js'
import type { OtherService } from './other-service.js'

const SERVER = `
const [, module, directory] = process.argv
const S3rver = require(module)
new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory }).run().then(({ port }) => console.log(port))
`

/**
 * Starts the server of the package `@20minutes/s3rver`, which ends with the test. It escapes keys twice in listings, and
 * verifies some signs of queries otherwise than S3.
 */
export async function startS3rver(t: Test): Promise<OtherService> {
  const module = createRequire(import.meta.url).resolve('@20minutes/s3rver')
  const words = ['-e', SERVER, module, temporaryFolder('s3rver')]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill())
  const [port] = await once(child.stdout, 'data')
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    access: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    misreads: /[&<>"'()*!\p{Cc}]/u,
  }
}

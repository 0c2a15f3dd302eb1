// A site inside a Next.js app: `node examples/embed-in-next/index.mjs`, on the port in PORT or 3000
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

const port = process.env.PORT ?? '3000'
const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
const env = { ...process.env, SITE_URL: `http://localhost:${port}`, NEXT_TELEMETRY_DISABLED: '1' }
const child = spawn(process.execPath, [next, 'dev', '--port', port, import.meta.dirname], { env, stdio: 'inherit' })
process.once('SIGTERM', () => child.kill())

import { parseArgs } from 'node:util'
import { startSite } from './start-site.js'

/** Serves a fresh fixture site: `serve [--store memory|sqlite] [--dialect wp|cms]`; ends on SIGTERM. */
const { values } = parseArgs({
  options: { store: { type: 'string', default: 'memory' }, dialect: { type: 'string', default: 'wp' } },
})
const { target, close } = await startSite(values)
console.log(JSON.stringify(target))
process.on('SIGTERM', () => {
  close().finally(() => process.exit(0))
})

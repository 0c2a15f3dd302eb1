// `npm start [-- arguments]`: from a bare clone to a running server. Imports nothing that has to be installed first.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, installWhenNeeded, root } from './workspace.mjs'

await installWhenNeeded()
if (!(await build('packages/cli'))) {
  console.error('The build failed; nothing was started.')
  process.exit(1)
}

// In this very process, so that signals reach the server and no child is left behind.
const bin = join(root, 'packages/cli/bundle/bin.js')
process.argv = [process.execPath, bin, 'serve', ...process.argv.slice(2)]
await import(pathToFileURL(bin).href)

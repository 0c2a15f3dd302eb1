// `npm start [-- arguments]`: starts a server from a bare clone. Imports nothing that has to be installed first.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, installWhenNeeded, root } from './workspace.mjs'

await installWhenNeeded('serving')
if (!(await build('packages/cli'))) {
  console.error('The build failed; nothing was started.')
  process.exit(1)
}

// In this process, so that signals reach the server and no child process remains.
const bin = join(root, 'packages/cli/bundle/bin.js')
process.argv = [process.execPath, bin, 'serve', ...process.argv.slice(2)]
await import(pathToFileURL(bin).href)

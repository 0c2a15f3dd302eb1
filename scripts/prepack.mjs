// Before a package is packed (npm runs this in its folder): builds it, and removes what was built of sources that are gone.
import { basename, relative } from 'node:path'
import { removeStaleOutput } from './stale-output.mjs'
import { build, root } from './workspace.mjs'

const folder = process.cwd()
if (!(await build(relative(root, folder)))) {
  console.error(`The build of ${basename(folder)} failed; nothing was packed.`)
  process.exit(1)
}
removeStaleOutput(folder)

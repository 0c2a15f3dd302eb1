// npm runs this in the folder of a package before packing it: builds it and removes the output of deleted sources.
import { basename, relative } from 'node:path'
import { removeStaleOutput } from './stale-output.mjs'
import { build, root } from './workspace.mjs'

const folder = process.cwd()
if (!(await build(relative(root, folder)))) {
  console.error(`The build of ${basename(folder)} failed; nothing was packed.`)
  process.exit(1)
}
removeStaleOutput(folder)

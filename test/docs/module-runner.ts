import '../cli/cheap-hashes.js'
import { pathToFileURL } from 'node:url'
import { formatWithOptions } from 'node:util'
import type { ModuleOutcome } from './run-code.js'

// Objects are printed on one line, so that the expected output fits in one comment.
const style = { breakLength: Infinity, compact: true, depth: 5 }

/** Runs the modules on the command line, one after the other, and sends the output of each to the parent. */
for (const path of process.argv.slice(2)) {
  const printed: string[] = []
  console.log = (...words: readonly unknown[]) => {
    printed.push(...formatWithOptions(style, ...words).split('\n'))
  }
  let error: string | undefined
  try {
    await import(pathToFileURL(path).href)
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.stack : String(thrown)
  }
  await new Promise(resolve => process.send?.({ path, printed, error } satisfies ModuleOutcome, resolve))
}
// Open handles of a page must not delay the end.
process.exit(0)

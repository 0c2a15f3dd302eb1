import { pathToFileURL } from 'node:url'
import { formatWithOptions } from 'node:util'
import type { ModuleOutcome } from './run-code.js'

// Objects on one line, so that what a page says of them can stand in one comment.
const style = { breakLength: Infinity, compact: true, depth: 5 }

/** Runs the modules that the command line names, one after the other, and tells the parent what each has printed. */
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
// What a page leaves open is no reason to wait.
process.exit(0)

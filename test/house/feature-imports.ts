import { posix } from 'node:path'
import { importedModules } from './imports.js'
import type { TextFile } from './workspace.js'

/** Files of a feature that are part of its REST interface. */
const REST_FILE =
  /\/(?:register-[\w-]+|list-[\w-]+|single-[\w-]+|changed-status|reassign|[\w-]+-(?:routes|endpoints|resource|fields|permissions|validators|args|list|links|query|view))\.ts$/
/** The basis of families of posts in other features: the only shared REST file. */
const SHARED = new Set(['features/posts/post-family.ts'])

const featureOf = (path: string): string | undefined => /^features\/([^/]+)\//.exec(path)?.[1]

/** Where a feature imports the REST files of another one: features use each other through operations. */
export function featureImportComplaints(files: readonly TextFile[]): string[] {
  return files.flatMap(file => {
    const feature = featureOf(file.path)
    if (feature === undefined) return []
    return importedModules(file)
      .filter(name => name.startsWith('.'))
      .map(name => posix.join(posix.dirname(file.path), name).replace(/\.js$/, '.ts'))
      .filter(path => featureOf(path) !== undefined && featureOf(path) !== feature)
      .filter(path => REST_FILE.test(path) && !SHARED.has(path))
      .map(path => `${file.path}: imports ${path}, which is REST of another feature`)
  })
}

/** Where an operation imports something of requests: operations know a transaction, an actor and an input. */
export function operationComplaints(files: readonly TextFile[]): string[] {
  return files
    .filter(
      ({ path, text }) =>
        /^features\/.*-(?:operations|input|access|content)\.ts$/.test(path) &&
        /\b(?:HandlerRequest|RestRequest|Reply)\b/.test(text),
    )
    .map(({ path }) => `${path}: an operation knows nothing of requests`)
}

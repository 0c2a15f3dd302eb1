import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const emitted = /\.(?:d\.ts|js)(?:\.map)?$/

/** The files in the `dist` of a package whose source in `src` was deleted: the compiler does not remove them. */
export function staleOutput(folder) {
  const dist = join(folder, 'dist')
  if (!existsSync(dist)) return []
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter(path => emitted.test(path))
    .filter(path => !['.ts', '.tsx'].some(ending => existsSync(join(folder, 'src', path.replace(emitted, ending)))))
}

/** Removes the stale output of a package. */
export function removeStaleOutput(folder) {
  for (const path of staleOutput(folder)) rmSync(join(folder, 'dist', path), { force: true })
}

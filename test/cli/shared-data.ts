import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Export files of others, beside the repository where there are any: too large and not ours to keep in it. */
const folder = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))

/** The paths of those files. */
export const sharedExports: readonly string[] = existsSync(folder)
  ? readdirSync(folder)
      .filter(name => name.endsWith('.xml'))
      .sort()
      .map(name => join(folder, name))
  : []

/** Why a test is skipped when there are none; `false` when there are. */
export const withoutSharedExports = sharedExports.length === 0 && 'there are no export files beside the repository'

/** What the checks read of an entry of `package-lock.json`. */
export interface LockEntry {
  readonly link?: boolean
  readonly dev?: boolean
  readonly resolved?: string
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** The entries of a lock file by the folder that each is installed in; `''` is the workspace. */
export type LockEntries = Readonly<Record<string, LockEntry>>

/** Says what keeps `npm ci` from installing a lock file on every platform and from every registry. */
export function lockFileComplaints(entries: LockEntries): string[] {
  return Object.entries(entries).flatMap(([folder, entry]) => {
    const missing = requiredBy(entry).filter(name => !foldersAbove(folder, name).some(each => each in entries))
    const complaints = missing.map(name => `${folder || 'the workspace'} depends on ${name}, which has no entry`)
    if (!folder.includes('node_modules/') || entry.link) return complaints
    if (entry.integrity === undefined) complaints.push(`${folder} has no checksum`)
    if (entry.resolved !== undefined) complaints.push(`${folder} names a host: ${entry.resolved}`)
    return complaints
  })
}

function requiredBy(entry: LockEntry): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {})
  const all = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.devDependencies }
  return [...Object.keys(all), ...peers.filter(name => !entry.peerDependenciesMeta?.[name]?.optional)]
}

/** Where Node looks for a package from a folder, the nearest first. */
function foldersAbove(folder: string, name: string): string[] {
  const parts = folder === '' ? [] : folder.split('/')
  return [...parts, '']
    .map((_, index) => parts.slice(0, parts.length - index))
    .filter(above => above.at(-1) !== 'node_modules')
    .map(above => [...above, 'node_modules', name].join('/'))
}

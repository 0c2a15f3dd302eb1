import { dirname } from 'node:path'

/** Folders whose files share a process: they start nothing, measure nothing, and take little time each. */
const SHARED = ['core', 'rendering', 'site', 'memory', 'sql', 'http', 'fetch', 'media', 'spec']
/** At most so many files share one, so that the processes take about the same time. */
const MAX_FILES = 14

/**
 * Divides test files into units that run in a process each: files of one folder of `SHARED` together, others alone. The
 * latter come first, since some of them take long. Each unit is `{ name, scripts }`.
 */
export function testUnits(files) {
  const alone = []
  const folders = new Map()
  for (const { name, script } of files) {
    const [area] = name.split('/')
    if (!SHARED.includes(area)) alone.push({ name, scripts: [script] })
    else folders.set(area, [...(folders.get(area) ?? []), { name, script }])
  }
  const together = [...folders.values()].flatMap(inFolder => {
    const count = Math.ceil(inFolder.length / MAX_FILES)
    const size = Math.ceil(inFolder.length / count)
    return Array.from({ length: count }, (_, index) => unitOf(inFolder.slice(index * size, (index + 1) * size)))
  })
  return [...alone, ...together]
}

function unitOf(files) {
  if (files.length === 1) return { name: files[0].name, scripts: [files[0].script] }
  const folder = files.map(({ name }) => dirname(name)).reduce(commonFolder)
  return { name: `${folder}, ${files.length} files from ${files[0].name}`, scripts: files.map(({ script }) => script) }
}

function commonFolder(one, other) {
  const parts = one.split('/')
  while (parts.length > 0 && !`${other}/`.startsWith(`${parts.join('/')}/`)) parts.pop()
  return parts.join('/')
}

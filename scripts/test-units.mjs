import { dirname } from 'node:path'

/** V8 collects the garbage of long texts and of many sites much more often than it pays, unless what is new has some room. */
const ROOM = ['--max-semi-space-size=64']

/**
 * Files with a process of their own, and the flags of Node for it: they measure the process or fill its memory, or they
 * take so long that others wait for them.
 */
const ALONE = new Map([
  ['parity/parity-sqlite', ROOM],
  ['parity/parity-memory', ROOM],
  ['security/growth-endpoints', ROOM],
  ['security/growth-rendering', ROOM],
  ['security/growth-requests', ROOM],
  ['security/bounded-memory', []],
  ['security/canaries-memory', ROOM],
  ['security/canaries-sqlite', ROOM],
  ['security/deep-texts', ROOM],
  ['security/killed-processes', []],
  ['security/regular-expressions', []],
  ['security/script-elsewhere', ROOM],
  ['security/script-in-content', ROOM],
  ['robustness/random-in-process', []],
  ['cli/import/large-file', []],
  ['docs/code-blocks', ROOM],
  ['docs/commands', []],
  ['examples/embed-in-next', []],
])
/** The files that run alone: their paths below `test`, without endings. */
export const aloneFiles = () => [...ALONE.keys()]

/** At most so many files share a process, so that the processes take about the same time. */
const MAX_FILES = 24
/** Files of areas with fewer files share a process with those of other such areas. */
const SMALL_AREA = 4

/**
 * Divides test files into units that run in a process each. Most files share one with others of their area: starting Node
 * and the packages takes longer than many of them. The others come first. Each unit is `{ name, scripts, flags }`.
 */
export function testUnits(files) {
  const byKey = new Map(files.map(file => [file.name.replace(/\.test\.[jt]s$/, ''), file]))
  const alone = [...ALONE].flatMap(([key, flags]) => (byKey.has(key) ? unitOf([byKey.get(key)], flags) : []))
  const areas = new Map()
  for (const [key, file] of byKey) {
    const [area] = key.split('/')
    if (!ALONE.has(key)) areas.set(area, [...(areas.get(area) ?? []), file])
  }
  const [small, large] = [[], []]
  for (const inArea of areas.values()) (inArea.length < SMALL_AREA ? small : large).push(inArea)
  const together = [...large, small.flat()].flatMap(divided)
  return [...alone, ...together.map(each => unitOf(each, ROOM))]
}

/** Files of an area, in parts of about the same size. */
function divided(files) {
  const count = Math.ceil(files.length / MAX_FILES)
  const size = Math.ceil(files.length / count)
  return Array.from({ length: count }, (_, index) => files.slice(index * size, (index + 1) * size))
}

function unitOf(files, flags) {
  const scripts = files.map(({ script }) => script)
  if (files.length === 1) return { name: files[0].name, scripts, flags }
  const folder = files.map(({ name }) => dirname(name)).reduce(commonFolder)
  return { name: `${folder || 'several areas'}, ${files.length} files from ${files[0].name}`, scripts, flags }
}

function commonFolder(one, other) {
  const parts = one.split('/')
  while (parts.length > 0 && !`${other}/`.startsWith(`${parts.join('/')}/`)) parts.pop()
  return parts.join('/')
}

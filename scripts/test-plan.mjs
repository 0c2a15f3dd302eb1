/** V8 collects the garbage of long texts and of many sites much more often than it pays, unless what is new has some room. */
const ROOM = ['--max-semi-space-size=64']

/** Files with a process of their own, and the flags of Node for it: they measure the process, fill its memory or its stack. */
const ALONE = new Map([
  ['security/growth-endpoints', ROOM],
  ['security/growth-rendering', ROOM],
  ['security/growth-requests', ROOM],
  ['security/bounded-memory', []],
  ['security/deep-texts', ROOM],
  ['security/regular-expressions', ROOM],
  ['robustness/random-in-process', []],
  ['cli/import/large-file', []],
])

/** Files that take long: they come early, so that no process runs one of them when the others have nothing left to do. */
const LONG = [
  'package/published-types',
  'package/installation',
  'browser/console-pages',
  'parity/parity-sqlite',
  'parity/parity-memory',
  'docs/code-blocks',
  'examples/embed-in-next',
  'security/canaries-memory',
  'security/canaries-sqlite',
  'security/killed-processes',
  'security/script-elsewhere',
  'security/script-in-content',
  'docs/commands',
]

/** The files that run alone or early: their paths below `test`, without endings. */
export const listedFiles = () => [...ALONE.keys(), ...LONG]

/**
 * Says in which order test files run, and which alone: `{ name, script, alone, flags }`. Most share a process: starting Node
 * and the packages takes longer than many of them, and V8 has optimized what the files before them have run often.
 */
export function testPlan(files) {
  const byKey = new Map(files.map(file => [file.name.replace(/\.test\.[jt]s$/, ''), file]))
  const first = [...ALONE.keys(), ...LONG].filter(key => byKey.has(key))
  const others = [...byKey.keys()].filter(key => !first.includes(key))
  return [...first, ...others].map(key => ({
    ...byKey.get(key),
    alone: ALONE.has(key),
    flags: ALONE.get(key) ?? ROOM,
  }))
}

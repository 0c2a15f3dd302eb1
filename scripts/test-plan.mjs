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

/**
 * Files that drive browsers, start or kill processes, or wait for limits of time: seconds each. They come early, so that no
 * process runs one of them when the others have nothing left to do; a run that does not try everything takes some in turn.
 */
const SLOW = [
  'browser/console-pages',
  'browser/accounts',
  'house/run-test-files',
  'sql/sqlite/preparing',
  'browser/comments-page',
  'browser/security-of-approval',
  'browser/keyboard',
  'security/hostile-recordings',
  'sql/sqlite/several-processes',
  'browser/mailed-links',
  'docs/commands',
  'security/growing-site',
  'browser/security-of-forms',
  'browser/front-page',
  'security/several-processes',
  'security/killed-processes',
  'security/growth',
  'security/growth-endpoints',
  'examples/embed-in-next',
  'examples/embed-in-servers',
  'security/growth-rendering',
  'cli/import/large-file',
  'security/killed-appearance',
  'security/bounded-memory',
  'cli/import-interrupted',
  'security/growth-requests',
  'security/guesses',
  'site/themes/watch-folder',
  'security/deep-texts',
  'security/growth-wxr',
  'cli/commands',
  'cli/import-attachments',
  'security/upload-memory',
  'cli/import-and-serve',
  'security/script-elsewhere',
  'security/large-bodies',
  'security/growth-slugs',
  'security/script-in-content',
  'cli/serve-media',
  'security/interrupted-uploads',
]

/** How many runs together try each of them. */
const TURNS = 4

/** Other files that take long, of which each run tries at least a part. */
const LONG = [
  'package/published-types',
  'package/installation',
  'parity/parity-sqlite',
  'parity/parity-memory',
  'docs/code-blocks',
  'security/canaries-memory',
  'security/canaries-sqlite',
]

const EARLY = [...new Set([...ALONE.keys(), ...LONG, ...SLOW])]

/** The files that run alone, early or in turn: their paths below `test`, without endings. */
export const listedFiles = () => EARLY

/**
 * Says in which order test files run, and which alone: `{ name, script, alone, flags }`. Most share a process: starting Node
 * and the packages takes longer than many of them, and V8 has optimized what the files before them have run often. With a
 * number as `turn`, the slow ones are left to other turns but for a part of them.
 */
export function testPlan(files, turn) {
  const byKey = new Map(files.map(file => [file.name.replace(/\.test\.[jt]s$/, ''), file]))
  if (turn !== undefined) for (const key of SLOW.filter((_, at) => (at + turn) % TURNS !== 0)) byKey.delete(key)
  const early = EARLY.filter(key => byKey.has(key))
  const others = [...byKey.keys()].filter(key => !EARLY.includes(key))
  return [...early, ...others].map(key => ({
    ...byKey.get(key),
    alone: ALONE.has(key),
    flags: ALONE.get(key) ?? ROOM,
  }))
}

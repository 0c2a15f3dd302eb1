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
 * Files that drive browsers, start or kill processes, wait for limits of time, or try large tables: seconds each. They come
 * early, so that no process runs one of them when the others have nothing left to do; a run that does not try everything
 * takes every twelfth, in turn: their order makes the turns take about as long.
 */
const SLOW = [
  'package/installation',
  'examples/embed-in-next',
  'package/published-types',
  'browser/console-pages',
  'house/run-test-files',
  'browser/accounts',
  'browser/answers-to-forms',
  'sql/sqlite/preparing',
  'browser/comments-page',
  'cli/import-interrupted',
  'security/bounded-memory',
  'security/hostile-recordings',
  'browser/keyboard',
  'browser/wordpress-clients',
  'security/regular-expressions',
  'browser/security-of-approval',
  'security/growth-endpoints',
  'security/growth',
  'cli/import-attachments',
  'media/recording-reader',
  'docs/commands',
  'browser/security-of-forms',
  'browser/mailed-links',
  'security/canaries-memory',
  'security/growing-site',
  'sql/sqlite/several-processes',
  'docs/code-blocks',
  'security/growth-slugs',
  'security/growth-rendering',
  'examples/embed-in-servers',
  'security/killed-processes',
  'security/several-processes',
  'sql/create-sql-store',
  'browser/front-page',
  'browser/script-in-pages',
  'security/canaries-sqlite',
  'examples/plugin',
  'site/themes/watch-folder',
  'security/guesses',
  'security/killed-appearance',
  'cli/import/large-file',
  'robustness/random-in-process',
  'security/family-canaries',
  'cli/serve',
  'security/interrupted-uploads',
  'site/time/site-time',
  'security/console-forms',
  'security/growth-wxr',
  'security/script-in-post-blocks',
  'cli/commands',
  'security/growth-requests',
  'security/deep-texts',
  'security/script-in-embeds',
  'security/random-writes',
  'security/bearer-tokens',
  'security/failing-views',
  'security/large-bodies',
  'cli/import-and-serve',
  'site/console-routes/register-console-routes',
  'site/rest/find-page',
  'site/features/posts/common-words',
  'sql/bulk-loading',
  'security/script-elsewhere',
  'security/upload-memory',
  'security/failing-writes',
  'security/cached-answers',
  'cli/serve-approval',
  'examples/openid',
  'security/private-networks',
  'cli/serve-media',
  'security/store-failures',
  'security/script-in-content',
  'security/script-in-widgets',
  'cli/serve-sign-in',
  'security/script-in-blocks',
  'cli/serve-front-page',
  'cli/serve-watch',
  'examples/comments-page',
  'contract/differential',
  'examples/session-in-express',
]

/** How many runs together try each of them. */
const TURNS = 12

/** Other files that take long, of which every run tries a part. */
const LONG = ['parity/parity-sqlite', 'parity/parity-memory']

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

/**
 * A larger young generation: with the default, V8 collects the garbage of long texts and many sites far too often. No
 * threads that collect garbage: their work counts in the processor time of the process, and grows by leaps.
 */
const ROOM = ['--max-semi-space-size=64', '--single-threaded-gc']

/** Files that run in a separate process, with its Node flags: they measure the process, or fill its memory or stack. */
const ALONE = new Map([
  ['security/growth-endpoints', ROOM],
  ['security/growth-rendering', ROOM],
  ['security/growth-requests', ROOM],
  ['security/bounded-memory', []],
  ['security/deep-texts', ROOM],
  ['security/regular-expressions', ROOM],
  ['robustness/random-in-process', []],
  // Hashes passwords at full cost: other files make hashes cheap for their whole process.
  ['security/passwords', []],
  ['cli/import/large-file', []],
])

/**
 * Files that take seconds each, because they drive browsers, start or kill processes, wait for timeouts, or test large
 * tables. They run early, so that no process is still running one of them when the others are idle. A run that does not
 * test everything takes every twelfth file, by turns. Their order makes the turns about equally long.
 */
const SLOW = [
  'package/installation',
  'docs/copied-pages',
  'http/slow-bodies',
  'examples/embed-in-next',
  'package/created-project-yarn',
  'package/created-project-npm',
  'package/created-project-pnpm',
  'package/created-project-yarn-berry',
  'package/published-types',
  'package/drivers',
  'package/stores-without-site',
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
  'security/slow-clients',
  'http/unsent-responses',
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
  'security/checked-routes',
  'security/checked-operations',
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
  'site/storage/list-pairs',
  'examples/session-in-express',
]

/** The number of runs that together run each of them. */
const TURNS = 12

/** Other slow files, of which every run tests a part. */
const LONG = ['parity/parity-sqlite', 'parity/parity-memory', 'site/storage/list-plans']

const EARLY = [...new Set([...ALONE.keys(), ...LONG, ...SLOW])]

/** The files that run alone, early or by turns: their paths below `test`, without extensions. */
export const listedFiles = () => EARLY

/**
 * Plans the order in which test files run, and which run alone: `{ name, script, alone, flags }`. Most share a process,
 * because starting Node and the packages takes longer than many of them, and V8 has already optimized the code that
 * previous files ran often. With a number as `turn`, only a part of the slow files run; other turns run the rest.
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

import { cmsDialect, wpDialect } from '@platen/site'
import t from 'tap'
import { grows } from '../growth.js'
import { openSite } from '../robustness/open-site.js'
import { chooseSeed, createRandom } from '../robustness/random.js'
import { costComplaint, proofComplaint } from './check-expression.js'
import { beginnings } from './expression-cost.js'
import { type FoundExpression, findExpressions } from './find-expressions.js'
import { parseExpression } from './parse-expression.js'
import { dynamicExpressions, pendingExpressions } from './pending-expressions.js'
import { provedExpressions } from './proved-expressions.js'
import { workspaceFiles } from './workspace-files.js'

t.setTimeout(280_000)

const written = ({ source, flags }: FoundExpression) => `/${source}/${flags}`
const { found, dynamic } = findExpressions(workspaceFiles())
const isPending = (each: FoundExpression) =>
  pendingExpressions.some(([file, expression]) => file === each.file && expression === written(each))

t.test('the check of costs refuses known bad expressions and accepts good ones', async t => {
  for (const bad of [
    '\\s+$',
    "'*$",
    'a[^b]*b',
    '(a+)+$',
    '^[\\s\'"]+|[\\s\'"]+$',
    '\\s*,\\s*',
    '&[^;]+;',
    '<(?=[^>]*x)',
    '^(?:a|a)*$',
    '^\\w*\\d*$',
  ])
    t.ok(costComplaint(bad, 'g'), bad)
  for (const good of [
    '\\s+',
    '^\\s+',
    '<[^<>]*>',
    '&(?!#\\d+;)',
    'a{0,30}',
    '^(?:table|thead|tr)[^>]*>$',
    '[^a]*',
    '(?<=^|\\s)x\\d+',
  ])
    t.notOk(costComplaint(good, 'g'), good)
})

t.test('finding them', async t => {
  const files = new Map([
    [
      'a/one.ts',
      "import { b } from './two.js'\nconst c = 'x' + b\nnew RegExp('^' + c + '+', 'g'); /y*/u; text.match('z+')",
    ],
    ['a/two.ts', "export const b = '[' + 'q]'\nexport const f = (d: string) => RegExp(d + '+')"],
  ])
  const all = findExpressions(files)
  t.strictSame(all.found.map(written), ['/^x[q]+/g', '/y*/u', '/z+/'])
  t.strictSame(
    all.dynamic.map(({ place, call }) => [place, call]),
    [['a/two.ts:2', "RegExp(d + '+')"]],
  )
})

t.test('no expression of the sources costs more than its text is long', async t => {
  t.ok(found.length > 200)
  for (const each of found) {
    if (isPending(each)) continue
    const complaint = costComplaint(each.source, each.flags)
    if (complaint !== undefined) t.fail(`${each.place}: ${written(each)}: ${complaint}`)
  }
  for (const [file, expression] of pendingExpressions)
    t.ok(
      found.some(each => each.file === file && written(each) === expression),
      `${file} has ${expression}`,
    )
})

t.test('recorded proofs', async t => {
  const random = createRandom(chooseSeed())
  for (const proved of provedExpressions) t.ok(found.map(written).includes(proved), `the sources have ${proved}`)
  const proved = random.pick(provedExpressions)
  const { source = '', flags = '' } = found.find(each => written(each) === proved) ?? {}
  t.equal(proofComplaint(source, flags), undefined, `/${source}/${flags}`)
})

t.test('replacing all that is found costs no more either', async t => {
  for (const each of found) {
    if (isPending(each) || !each.flags.includes('g')) continue
    const expression = new RegExp(each.source, each.flags)
    for (const beginning of beginnings(parseExpression(each.source), each.flags)) {
      const run = (length: number) => {
        const text = beginning.repeat(Math.ceil(length / beginning.length))
        return () => void text.replace(expression, '')
      }
      const complaint = await grows(run, 100_000)
      if (complaint !== undefined)
        t.fail(`${each.place}: ${written(each)} in ${JSON.stringify(beginning)}: ${complaint}`)
    }
  }
})

t.test('expressions that are created at runtime have a reason', async t => {
  const listed = dynamicExpressions.map(([file, call]) => `${file}: ${call}`)
  t.strictSame(dynamic.map(({ file, call }) => `${file}: ${call}`).sort(), [...listed].sort())
})

for (const dialect of [cmsDialect, wpDialect]) {
  t.test(`paths and patterns of all routes: ${dialect.prefix}`, async t => {
    const { site } = await openSite(dialect)
    const patterns = new Set<string>()
    for (const { path, endpoints, schema } of site.context.registry.routes()) {
      if (!path.literal) patterns.add(`^${path.expression.replaceAll('(?P<', '(?<')}$`)
      for (const endpoint of endpoints) for (const arg of endpoint.args) collect(arg.schema, patterns)
      collect(schema?.(), patterns)
    }
    t.ok(patterns.size > 10)
    for (const pattern of [...patterns])
      t.equal(costComplaint(withoutIdleEnds(pattern), flagsOf(pattern)), undefined, pattern)
  })
}

/** Paths ignore case. Schemas are read with `u`, unless only expressions without it are allowed there. */
function flagsOf(pattern: string): string {
  if (pattern.startsWith('^/')) return 'i'
  try {
    new RegExp(pattern, 'u')
    return 'u'
  } catch {
    return ''
  }
}

/** A pattern matches anywhere: what may stand around it is not looked for. */
const withoutIdleEnds = (pattern: string) => pattern.replace(/^\.\*|\.\*$/g, '')

/** Patterns in a schema, however deep. */
function collect(schema: unknown, patterns: Set<string>): void {
  if (schema === null || typeof schema !== 'object') return
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'pattern' && typeof value === 'string') patterns.add(value)
    if (name === 'patternProperties' && value !== null && typeof value === 'object')
      for (const pattern of Object.keys(value)) patterns.add(pattern)
    collect(value, patterns)
  }
}

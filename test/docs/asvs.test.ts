import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../house/workspace.js'

const page = readFileSync(join(root, 'docs/guides/asvs.md'), 'utf8')

/** How many requirements of levels 1 and 2 each section of version 5.0.0 has: they are its first ones. */
const SECTIONS: readonly (readonly [chapter: number, sections: Readonly<Record<number, number>>])[] = [
  [1, { 1: 2, 2: 9, 3: 11, 4: 3, 5: 2 }],
  [2, { 1: 3, 2: 3, 3: 4, 4: 1 }],
  [3, { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 }],
  [4, { 1: 3, 2: 1, 3: 2, 4: 4 }],
  [5, { 1: 1, 2: 3, 3: 2, 4: 3 }],
  [6, { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 }],
  [7, { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 }],
  [8, { 1: 2, 2: 3, 3: 1, 4: 1 }],
  [9, { 1: 3, 2: 4 }],
  [10, { 1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3 }],
  [11, { 1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1 }],
  [12, { 1: 3, 2: 2, 3: 4 }],
  [13, { 1: 1, 2: 5, 3: 2, 4: 5 }],
  [14, { 1: 2, 2: 4, 3: 3 }],
  [15, { 1: 3, 2: 3, 3: 7 }],
  [16, { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 }],
  [17, { 1: 1, 2: 4, 3: 2 }],
]

const rows = page
  .split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line => line.split('|').map(cell => cell.trim()))
  .map(([, numbers = '', subject = '', state = '', how = '', shown = '', ...rest]) => ({
    numbers: numbers.split(', '),
    subject,
    state,
    how,
    tests: [...shown.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    cells: rest.length,
  }))

t.test('every requirement of levels 1 and 2 is listed once, in order', async t => {
  const expected = SECTIONS.flatMap(([chapter, sections]) =>
    Object.entries(sections).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, at) => `${chapter}.${section}.${at + 1}`),
    ),
  )
  t.equal(expected.length, 253)
  t.same(
    rows.flatMap(({ numbers }) => numbers),
    expected,
  )
})

t.test('every state is explained, and what is met names tests that exist', async t => {
  for (const { numbers, subject, state, how, tests, cells } of rows) {
    const [number] = numbers
    t.equal(cells, 1, `${number} has five columns`)
    t.not(subject, '', number)
    t.ok(['met', 'partly', 'not met', 'yours', 'none'].includes(state), `${number}: ${state}`)
    t.equal(
      tests.length > 0,
      state === 'met' || state === 'partly',
      `${number} names tests if there is something to test`,
    )
    if (state === 'partly') t.not(how, '', `${number} names the exception`)
    for (const name of tests) {
      const [folder = ''] = name.split('/*')
      const exists = name.endsWith('/*')
        ? readdirSync(join(root, 'test', folder)).some(file => file.endsWith('.test.ts'))
        : existsSync(join(root, 'test', `${name}.test.ts`))
      t.ok(exists, `${number}: test/${name}.test.ts`)
    }
  }
})

t.test('what is not met is named at the beginning', async t => {
  const [, section = ''] = /^## What is not met$(.*?)^## /ms.exec(page) ?? []
  for (const { numbers, state } of rows)
    if (state === 'not met')
      for (const number of numbers) t.match(section, new RegExp(`\\b${number.replaceAll('.', '\\.')}\\b`))
})

/** The source files that contain a pattern. */
const filesWith = (pattern: RegExp) =>
  readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
    .filter(file => /^[\w-]+\/src\/.*\.ts$/.test(file))
    .filter(file => pattern.test(readFileSync(join(root, 'packages', file), 'utf8')))

t.test('MD5 is used for Content-MD5 only', async t => {
  t.same(filesWith(/\b(?:createHash|createHmac|hash|digest)\(\s*['"](?:md5|sha-?1)['"]/i), [
    'site/src/content/media/files/receive-file.ts',
  ])
})

t.test('code is compiled in one place, and no shell is started', async t => {
  t.same(filesWith(/\beval\(|\bnew Function\(/), ['core/src/generate.ts'])
  t.same(filesWith(/'(?:node:)?child_process'/), ['media/src/task-process.ts'])
  t.same(filesWith(/\b(?:exec|execFile|spawn)(?:Sync)?,? .*'node:child_process'|\bshell: /), [])
})

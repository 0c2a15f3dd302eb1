import t from 'tap'
import {
  anyComplaints,
  castComplaints,
  countCodeLines,
  requestCastComplaints,
  sourceComplaints,
} from './source-files.js'
import { declarationFiles, exampleFiles, sourceFiles, workspacePackages } from './workspace.js'

for (const { workspace, folder } of workspacePackages()) {
  t.test(`the sources of ${workspace}`, async t => {
    const files = sourceFiles(folder)
    t.not(files.length, 0, 'it has sources')
    t.same(sourceComplaints(files), [])
    t.same(requestCastComplaints(files), [], 'no casts of requests')
    t.same(anyComplaints(declarationFiles(folder)), [], 'no any in its declarations')
  })
}

t.test('the examples need no casts', async t => {
  const files = exampleFiles()
  t.ok(files.some(({ path }) => path.endsWith('.ts')))
  t.same(castComplaints(files), [])
})

t.test('the adapter for HTTP stays thin', async t => {
  const [http] = workspacePackages().filter(({ workspace }) => workspace === 'http')
  const count = countCodeLines(http ? sourceFiles(http.folder) : [])
  t.ok(count > 0 && count < 500, `${count} lines of code`)
})

t.test('counts lines of code', async t => {
  t.equal(countCodeLines([{ path: 'a.ts', text: '/**\n * A.\n */\n\n// b\nc // d\n  e()\n' }]), 2)
})

const line = 'a\n'
const sources: { name: string; path?: string; text: string; refused: boolean }[] = [
  { name: 'a short file', text: line, refused: false },
  { name: '400 lines', text: line.repeat(400), refused: false },
  { name: '401 lines', text: line.repeat(401), refused: true },
  { name: 'a folder whose name says nothing', path: 'utils/list.ts', text: line, refused: true },
  { name: 'a file without a name', path: 'links/helpers.ts', text: line, refused: true },
  { name: 'a word that only begins so', path: 'links/common-words.ts', text: line, refused: false },
  { name: 'a camel', path: 'fieldList.ts', text: line, refused: true },
  { name: 'work left', text: '// TODO: the rest', refused: true },
  { name: 'a file beside', path: 'a.ts', text: "new URL('./b.js', import.meta.url)", refused: false },
  { name: 'a file beside, in a folder', path: 'in/a.ts', text: "new URL('./b.js', import.meta.url)", refused: true },
  { name: 'a package found from a folder', path: 'in/a.ts', text: 'createRequire(import.meta.url)', refused: false },
  { name: 'a silenced compiler', text: '// @ts-ignore', refused: true },
  { name: 'a word that has it inside', text: 'const mastodon = METODOLOGY', refused: false },
]

for (const { name, path = 'file.ts', text, refused } of sources) {
  t.test(`${refused ? 'refuses' : 'accepts'} ${name}`, async t => {
    t.equal(sourceComplaints([{ path, text }]).length > 0, refused)
  })
}

const declarations: { text: string; found: number }[] = [
  { text: '/** any */\nexport declare const any: "any"', found: 0 },
  { text: 'export declare const a: any', found: 1 },
  { text: 'export declare function a(list: Map<string, any[]>): any', found: 2 },
]

for (const { text, found } of declarations) {
  t.test(`finds ${found} in: ${text}`, async t => {
    t.equal(anyComplaints([{ path: 'file.d.ts', text }]).length, found)
  })
}

const casts: { text: string; found: number; ofRequests: number }[] = [
  { text: "import * as a from 'a'\nexport const b = [a] as const\nexport { b as c }", found: 0, ofRequests: 0 },
  { text: 'const a = b as C', found: 1, ofRequests: 0 },
  { text: 'const a = (b as unknown) as HandlerRequest', found: 2, ofRequests: 1 },
]

for (const { text, found, ofRequests } of casts) {
  t.test(`finds ${found} casts in: ${text}`, async t => {
    t.equal(castComplaints([{ path: 'file.ts', text }]).length, found)
    t.equal(requestCastComplaints([{ path: 'file.ts', text }]).length, ofRequests)
  })
}

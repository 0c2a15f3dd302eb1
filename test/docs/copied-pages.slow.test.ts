import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { root } from '../house/workspace.js'
import { isUnreachable, npm } from '../package/npm.js'
import { temporaryFolder } from '../temporary-folder.js'
import { printComplaint } from './page-code.js'
import { type Block, blocksOf, type Page, writtenPages } from './pages.js'

const PAGES = /(?:^|\/)README\.md$|\/getting-started\.md$/
const INSTALL = /^\$ npm install (.+)$/gm
const EXPECTED = /\/\/ => (.*)$/gm

/** Objects are printed on one line, so that the expected output fits in one comment. */
const ONE_LINE = 'data:text/javascript,import{inspect}from"node:util";inspect.defaultOptions.breakLength=Infinity'

const textOf = (blocks: readonly Block[]) => blocks.map(({ lines }) => `${lines.join('\n')}\n`).join('\n')

/** A port that is free: the pages name one that another program may use. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return address !== null && typeof address === 'object' ? address.port : 0
}

/** Runs a program until it has printed as many lines as are expected, or ends; kills it then. */
async function linesOf(script: string, folder: string, count: number) {
  const child = spawn(process.execPath, ['--import', ONE_LINE, script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  let out = ''
  let errors = ''
  const lines = () => out.split('\n').slice(0, -1)
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
    if (lines().length >= count) child.kill()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const [code] = await once(child, 'close')
  return { lines: lines(), errors: code === 0 || code === null ? '' : errors }
}

/** Does what a reader of a page does, in a folder beside a clone: installs what it names, and runs its code in order. */
async function copy(t: Test, { text }: Page): Promise<void> {
  const place = temporaryFolder('reader')
  const folder = join(place, 'garden')
  mkdirSync(folder)
  symlinkSync(root, join(place, 'platen'), 'dir')
  const visible = blocksOf(text).filter(({ hidden }) => !hidden)
  const console = textOf(visible.filter(({ language }) => language === 'console'))
  for (const [, words = ''] of console.matchAll(INSTALL)) {
    await npm(['install', '--no-audit', '--no-fund', '--prefer-offline', ...words.split(' ')], folder)
  }
  const code = visible.filter(({ language }) => language === 'ts')
  const program = textOf(code.filter(({ options }) => options['file'] === undefined))
  const expected = [...program.matchAll(EXPECTED)].map(([, line = '']) => line)
  const port = await freePort()
  writeFileSync(join(folder, 'page.mjs'), program.replace(/\b300\d\b/g, String(port)))
  for (const start of ['first', 'second']) {
    const { lines, errors } = await linesOf('page.mjs', folder, expected.length)
    t.equal(errors, '', `the ${start} start`)
    t.equal(printComplaint(lines, expected), undefined, `the ${start} start`)
  }
}

for (const page of writtenPages()) {
  if (!PAGES.test(page.path)) continue
  if (!blocksOf(page.text).some(({ language, options }) => language === 'ts' && options['file'] === undefined)) continue
  t.test(`the code of ${page.path} runs when it is copied`, async t => {
    try {
      await copy(t, page)
    } catch (error) {
      if (!isUnreachable(error)) throw error
      t.plan(0, 'no package registry can be reached')
    }
  })
}

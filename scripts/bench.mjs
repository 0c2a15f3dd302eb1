// `npm run bench [-- part-of-a-file-name ...]`: runs the benches in test/bench, or the named ones. Exits with 1 if a
// goal is missed. The benches in test/bench/scale take longer and only run if they are named.
import { fork } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { build, filesBelow, installWhenNeeded, root } from './workspace.mjs'

await installWhenNeeded()
if (!(await build())) {
  console.error('The build failed; nothing was measured.')
  process.exit(1)
}
describeMachine()

const wanted = process.argv.slice(2)
const folder = join(root, 'test/bench')
const isWanted = name => (wanted.length === 0 ? !name.startsWith('scale/') : wanted.some(word => name.includes(word)))
const files = filesBelow(folder, '.bench.ts').filter(isWanted)
const rows = []
for (const file of files) {
  console.log(`measuring ${file} ...`)
  try {
    for (const result of await measure(file)) rows.push({ ...result, met: meets(result) })
  } catch (error) {
    rows.push({ name: file, ratio: Number.NaN, goal: Number.NaN, compare: '', detail: error.message, met: false })
  }
}
printTable(rows)
if (rows.length === 0) console.error('There was nothing to measure.')
process.exitCode = rows.length > 0 && rows.every(row => row.met) ? 0 : 1

/** Runs one bench at a time in a separate process, so that it does not affect the JIT or the heap of the next one. */
function measure(file) {
  return new Promise((resolve, reject) => {
    const script = join(root, 'build/test/bench', file.replace(/\.ts$/, '.js'))
    const child = fork(new URL('./bench-child.mjs', import.meta.url), [script], {
      cwd: root,
      execArgv: ['--expose-gc'],
    })
    let results
    child.on('message', message => {
      results = message
    })
    child.on('error', reject)
    child.on('close', code => {
      if (code === 0 && results) resolve(results)
      else reject(new Error(`ended with code ${code} and ${results ? 'a' : 'no'} result`))
    })
  })
}

function meets({ ratio, goal, compare }) {
  return compare === 'at-least' ? ratio >= goal : ratio <= goal
}

function describeMachine() {
  const [processor] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  console.log(`machine   ${cpus().length} x ${processor?.model.trim()}, ${memory}, ${process.platform} ${process.arch}`)
  console.log(`node      ${process.version}`)
  for (const name of filesBelow(join(root, 'packages'), 'package.json').filter(path => path.split('/').length === 2)) {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', name), 'utf8'))
    const outside = Object.keys(manifest.dependencies ?? {}).filter(dependency => !dependency.startsWith('@platen/'))
    const versions = outside.map(dependency => `${dependency} ${installedVersion(name, dependency)}`)
    console.log(`${manifest.name} ${manifest.version}${versions.length > 0 ? ` (${versions.join(', ')})` : ''}`)
  }
}

function installedVersion(manifest, dependency) {
  const { resolve } = createRequire(join(root, 'packages', manifest))
  const own = resolve.paths(dependency).find(folder => existsSync(join(folder, dependency, 'package.json')))
  return own ? JSON.parse(readFileSync(join(own, dependency, 'package.json'), 'utf8')).version : 'missing'
}

function printTable(results) {
  const lines = results.map(({ name, ratio, goal, compare, detail, met }) => {
    const sign = compare === 'at-least' ? '>=' : '<='
    return [met ? 'met' : 'MISSED', name, ratio.toFixed(2), `${sign} ${goal.toFixed(2)}`, detail]
  })
  const rowsOfText = [['', 'bench', 'ratio', 'goal', 'measured'], ...lines]
  const widths = [0, 1, 2, 3].map(column => Math.max(...rowsOfText.map(row => row[column].length)))
  console.log('')
  for (const row of rowsOfText)
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

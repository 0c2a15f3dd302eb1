import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import t from 'tap'
import { run as runInProcess } from '../cli/fake-terminal.js'
import { root } from '../house/workspace.js'
import { commandsOf, plainWordsOf } from './commands.js'
import { matches } from './page-code.js'
import { blocksOf, writtenPages } from './pages.js'
import { type Outcome, run } from './run-code.js'

/** Runs the program in this process, as if it was started in a folder. */
async function runHere(words: readonly string[], folder: string): Promise<Outcome> {
  const before = process.cwd()
  process.chdir(folder)
  try {
    const { code, out, err } = await runInProcess(words)
    return { code, out, errors: err }
  } finally {
    process.chdir(before)
  }
}

for (const { path, text } of writtenPages()) {
  const commands = commandsOf(text)
  if (commands.length === 0) continue
  t.test(`the commands of ${path} print the shown output`, async t => {
    const folder = t.testdir()
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'platen'), `#!/bin/sh\nexec node '${join(root, 'packages/cli/bundle/bin.js')}' "$@"\n`)
    chmodSync(join(bin, 'platen'), 0o755)
    for (const { options, lines } of blocksOf(text)) {
      if (options['file'] !== undefined) writeFileSync(join(folder, options['file']), `${lines.join('\n')}\n`)
    }
    const env = { PATH: `${bin}${delimiter}${process.env['PATH']}` }
    for (const { command, output } of commands) {
      const words = plainWordsOf(command)
      const { code, out, errors } =
        words === undefined ? await run('sh', ['-c', command], folder, env) : await runHere(words, folder)
      t.equal(code, 0, `${command}: ${errors}`)
      const printed = out.trimEnd()
      if (output !== '') t.ok(matches(printed, output), command, { printed, output })
    }
  })
}

t.test('finds commands and their output', async t => {
  const block = [
    '$ platen user list',
    'id',
    '1',
    '$ npm start',
    'x',
    '$ platen init \\',
    '    --url a',
    '$ platen serve',
  ]
  t.same(commandsOf(`\`\`\`console\n${block.join('\n')}\n\`\`\`\n`), [
    { command: 'platen user list', output: 'id\n1' },
    { command: 'platen init \\\n    --url a', output: '' },
  ])
})

const plain: readonly [command: string, words: readonly string[] | undefined][] = [
  ['platen user list', ['user', 'list']],
  ["platen init --title 'A garden' \\\n    --url a", ['init', '--title', 'A garden', '--url', 'a']],
  ['platen user list --login "a b"', ['user', 'list', '--login', 'a b']],
  ["platen user list --login a'b c'", undefined],
  ['platen user list | head', undefined],
  ['echo secret | platen init', undefined],
  ['platen user list && ls', undefined],
  ['PORT=1 platen serve', undefined],
  ['platen import "$HOME/a.xml"', undefined],
  ['platen import *.xml', undefined],
]

for (const [command, words] of plain) {
  t.test(`${command} ${words ? 'is run in process' : 'needs a shell'}`, async t => {
    t.same(plainWordsOf(command), words)
  })
}

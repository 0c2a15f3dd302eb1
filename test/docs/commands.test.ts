import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import t from 'tap'
import { root } from '../house/workspace.js'
import { commandsOf } from './commands.js'
import { matches } from './page-code.js'
import { blocksOf, writtenPages } from './pages.js'
import { run } from './run-code.js'

for (const { path, text } of writtenPages()) {
  const commands = commandsOf(text)
  if (commands.length === 0) continue
  t.test(`the commands of ${path} do what it says`, async t => {
    const folder = t.testdir()
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'platen'), `#!/bin/sh\nexec node '${join(root, 'packages/cli/dist/bin.js')}' "$@"\n`)
    chmodSync(join(bin, 'platen'), 0o755)
    for (const { options, lines } of blocksOf(text)) {
      if (options['file'] !== undefined) writeFileSync(join(folder, options['file']), `${lines.join('\n')}\n`)
    }
    const env = { PATH: `${bin}${delimiter}${process.env['PATH']}` }
    for (const { command, output } of commands) {
      const { code, out, errors } = await run('sh', ['-c', command], folder, env)
      t.equal(code, 0, `${command}: ${errors}`)
      const printed = out.trimEnd()
      if (output !== '') t.ok(matches(printed, output), command, { printed, output })
    }
  })
}

t.test('finds commands and what they print', async t => {
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

import { blocksOf } from './pages.js'

/** A command of a page, and its expected output; `…` matches anything. */
export interface PageCommand {
  readonly command: string
  readonly output: string
}

/**
 * The `platen` commands in the `console` blocks of a page. Commands that serve until they are interrupted are skipped,
 * and so is `npm create platen`, which the test of create-platen runs.
 */
export function commandsOf(text: string): readonly PageCommand[] {
  return blocksOf(text)
    .filter(({ language }) => language === 'console')
    .flatMap(({ lines }) => lines.join('\n').split(/^\$ /m).slice(1))
    .map(session => {
      const [, command = '', output = ''] = /^((?:.*\\\n)*.*)\n?([\s\S]*)$/.exec(session) ?? []
      return { command, output: output.trimEnd() }
    })
    .filter(({ command }) => /\bplaten\b/.test(command) && !command.startsWith('npm '))
    .filter(({ command }) => !(/\bserve\b/.test(command) && !command.includes('--help')))
}

/** The words of a command that is `platen` with plain words or such in quotes; `undefined` if a shell does anything else. */
export function plainWordsOf(command: string): readonly string[] | undefined {
  const line = command.replace(/\\\n/g, ' ').trim()
  if (!/^platen(?: +(?:[\w./:@=,+-]+|'[^'\n]*'|"[^"$`\\\n]*"))*$/.test(line)) return undefined
  const words = line.match(/'[^']*'|"[^"]*"|[^ ]+/g) ?? []
  return words.slice(1).map(word => word.replace(/^(['"])(.*)\1$/, '$2'))
}

import { blocksOf } from './pages.js'

/** A command of a page, and what the page says that it prints; `…` stands for anything. */
export interface PageCommand {
  readonly command: string
  readonly output: string
}

/** The `platen` commands in the `console` blocks of a page, without those that serve until they are interrupted. */
export function commandsOf(text: string): readonly PageCommand[] {
  return blocksOf(text)
    .filter(({ language }) => language === 'console')
    .flatMap(({ lines }) => lines.join('\n').split(/^\$ /m).slice(1))
    .map(session => {
      const [, command = '', output = ''] = /^((?:.*\\\n)*.*)\n?([\s\S]*)$/.exec(session) ?? []
      return { command, output: output.trimEnd() }
    })
    .filter(({ command }) => /\bplaten\b/.test(command) && !(/\bserve\b/.test(command) && !command.includes('--help')))
}

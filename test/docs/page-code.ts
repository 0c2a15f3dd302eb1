import { blocksOf } from './pages.js'

/** A module of a page. Its lines stand where they stand in the page, so that errors name lines of the page. */
export interface PageModule {
  readonly name: string
  readonly text: string
  /** What it prints, line by line, as its comments say; `…` stands for anything. */
  readonly expected: readonly string[]
  /** Whether another module of the page imports it: it needs no run of its own then. */
  readonly imported: boolean
}

const MAIN = 'page.ts'
const EXPECTED = /\/\/ => (.*)$/

/**
 * The modules of a page. Blocks of TypeScript are one module in the order of the page; those with `file=name.ts` are
 * that file's. A comment `// => text` says what is printed.
 */
export function modulesOf(text: string): readonly PageModule[] {
  const blocks = blocksOf(text).filter(({ language }) => language === 'ts')
  const names = [...new Set(blocks.map(({ options }) => options['file'] ?? MAIN))]
  const modules = names.map(name => {
    const lines: string[] = []
    for (const { options, start, lines: inside } of blocks) {
      if ((options['file'] ?? MAIN) !== name) continue
      while (lines.length < start) lines.push('')
      lines.push(...inside)
    }
    return { name, lines }
  })
  const all = modules.map(({ lines }) => lines.join('\n')).join('\n')
  return modules.map(({ name, lines }) => ({
    name,
    text: `${lines.join('\n')}\n`,
    expected: lines.flatMap(line => EXPECTED.exec(line)?.[1] ?? []),
    imported: all.includes(`'./${name.replace(/\.ts$/, '.js')}'`),
  }))
}

/** Says where what was printed is not what a page says. */
export function printComplaint(printed: readonly string[], expected: readonly string[]): string | undefined {
  for (let i = 0; i < Math.max(printed.length, expected.length); i++) {
    const [is, said] = [printed[i], expected[i]]
    if (is === undefined) return `"${said}" was not printed`
    if (said === undefined) return `the page does not say that "${is}" is printed`
    if (!matches(is, said)) return `printed was "${is}", the page says "${said}"`
  }
  return undefined
}

/** Whether a text is what another one says in which `…` stands for anything. */
export function matches(text: string, said: string): boolean {
  const parts = said.split('…').map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text)
}

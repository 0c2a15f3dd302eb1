import { blocksOf } from './pages.js'

/** A module of a page. Its lines stand where they stand in the page, so that errors name lines of the page. */
export interface PageModule {
  readonly name: string
  readonly text: string
  /** Its expected output, line by line, from its comments; `…` matches anything. */
  readonly expected: readonly string[]
  /** Whether another module of the page imports it, so that it does not have to run separately. */
  readonly imported: boolean
}

const MAIN = 'page.ts'
const EXPECTED = /\/\/ => (.*)$/

/**
 * The modules of a page, as a test runs them: with hidden blocks. TypeScript blocks form one module in the order of the page; blocks with `file=name.ts` form
 * that file. A comment `// => text` shows the expected output.
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

/** Reports where the output differs from the page. */
export function printComplaint(printed: readonly string[], expected: readonly string[]): string | undefined {
  for (let i = 0; i < Math.max(printed.length, expected.length); i++) {
    const [is, said] = [printed[i], expected[i]]
    if (is === undefined) return `"${said}" was not printed`
    if (said === undefined) return `the page does not say that "${is}" is printed`
    if (!matches(is, said)) return `printed was "${is}", the page says "${said}"`
  }
  return undefined
}

/** Whether a text matches a pattern in which `…` matches anything. */
export function matches(text: string, said: string): boolean {
  const parts = said.split('…').map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text)
}

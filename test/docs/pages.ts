import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../house/workspace.js'

/** A page of the documentation; `path` is relative to the repository's folder. */
export interface Page {
  readonly path: string
  readonly text: string
}

/**
 * A fenced block of a page: its info string, and its lines. `start` is the index of its first line. A hidden block is an
 * HTML comment with the language in its first line, `<!-- ts`: what a test needs and a reader does not.
 */
export interface Block {
  readonly language: string
  readonly options: Readonly<Record<string, string>>
  readonly start: number
  readonly lines: readonly string[]
  readonly hidden: boolean
}

/** Every hand-written page; the reference pages are generated from the code. */
export function writtenPages(): readonly Page[] {
  const packages = readdirSync(join(root, 'packages')).map(workspace => `packages/${workspace}/README.md`)
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map(path => `docs/${path.replaceAll('\\', '/')}`)
    .filter(path => path.endsWith('.md') && !path.startsWith('docs/reference/'))
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...docs, ...packages]
    .filter(path => existsSync(join(root, path)))
    .sort()
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** The blocks of a page. After the language there may be options, such as `file=name.ts`. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const [, fence, language, words] = /^(`{3,}|<!-- (?=ts))(\w*) *(.*)$/.exec(lines[i] as string) ?? []
    if (fence === undefined) continue
    const hidden = fence === '<!-- '
    const start = i + 1
    do i++
    while (i < lines.length && lines[i] !== (hidden ? '-->' : fence))
    const pairs = (words ?? '').split(' ').filter(word => word.includes('='))
    blocks.push({
      language: language ?? '',
      options: Object.fromEntries(pairs.map(pair => pair.split('=', 2) as [string, string])),
      start,
      lines: lines.slice(start, i),
      hidden,
    })
  }
  return blocks
}

/** The text of a page without its fenced blocks. */
export function proseOf(text: string): string {
  const lines = text.split('\n')
  for (const { start, lines: inside } of blocksOf(text)) lines.fill('', start - 1, start + inside.length + 1)
  return lines.join('\n')
}

import { proseOf } from './pages.js'

/** A link to a file of the repository, and to a section of it; a path that begins with `/` starts at its root. */
export interface PageLink {
  readonly to: string
  readonly section: string | undefined
}

// The pages of packages are read on npm as well, where only whole addresses work.
const repository = /^https:\/\/github\.com\/platen\/platen\/(?:blob|tree)\/main(?=\/)/

/** The links of a page to files of the repository. */
export function linksOf(text: string): readonly PageLink[] {
  const prose = proseOf(text).replace(/`[^`\n]*`/g, code => '`'.padEnd(code.length, ' '))
  return [...prose.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)]
    .map(([, address]) => (address as string).replace(repository, ''))
    .filter(address => !/^[a-z]+:/i.test(address))
    .map(address => {
      const [to = '', section] = address.split('#')
      return { to, section }
    })
}

/** The names by which links address the sections of a page. */
export function sectionsOf(text: string): ReadonlySet<string> {
  const titles = [...proseOf(text).matchAll(/^#+ (.*)$/gm)].map(([, title]) => title as string)
  return new Set(
    titles.map(title =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  )
}

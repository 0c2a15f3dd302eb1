import type { Target } from '../start-site.js'
import type { Golden, Step } from './scenario.js'
import { type Answer, HEADERS } from './session.js'

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const TOKENS: Record<string, string> = {
  n: '\\d+',
  id: '\\d+',
  datetime: '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d',
  ymd: '\\d{4}/\\d\\d/\\d\\d',
  ym: '\\d{4}/\\d\\d',
  uuid: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  avatar: '[^\\s"\']+',
}
const short = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > 140 ? `${text.slice(0, 140)}…` : text
}
const linksOf = (value: string | undefined) => (value ?? '').split(/,\s*(?=<)/).filter(Boolean)
const methodsOf = (value: string | undefined) =>
  value
    ?.split(/,\s*/)
    .filter(method => method !== 'HEAD' && method !== 'OPTIONS')
    .sort()
    .join(', ')

/** Holds answers against goldens: a golden is a pattern with tokens for what differs from run to run. */
export function createComparison(target: Target, vars: Readonly<Record<string, unknown>>) {
  const places: Record<string, string> = {
    uploads: target.uploads,
    api: target.base,
    site: target.site,
    'api%': encodeURIComponent(target.base),
    'site%': encodeURIComponent(target.site),
  }
  const token = (text: string): string => {
    const name = text.slice(1, -1)
    if (text === '{rels}') return '(?:\\{rels\\}|https?://[^"\\s{}]*?)'
    if (!text.startsWith('{')) return TOKENS[name] ?? literal(text)
    if (name in places) return literal(places[name] as string)
    if (name in vars) return literal(String(vars[name]))
    return name === 'defaultCategory' ? '\\d+' : literal(text)
  }
  const like = (pattern: string, text: string) => (/[{<]/.test(pattern) ? likePattern(pattern, text) : pattern === text)
  const likePattern = (pattern: string, text: string) =>
    new RegExp(
      `^${pattern
        .split(/(\{[\w%]+\}|<\w+>)/)
        .map((part, i) => (i % 2 === 1 ? token(part) : literal(part)))
        .join('')}$`,
    ).test(text)

  function matchesText(want: string, got: unknown): boolean {
    if (want === '<any>') return got !== undefined
    if (want === '<text>') return typeof got === 'string' && got !== ''
    if (want === '<secret>') return typeof got === 'string' && got.length >= 8
    if (/^#(\{\w+\}|<id>)$/.test(want)) return typeof got === 'number' && like(want.slice(1), String(got))
    return typeof got === 'string' && like(want, got)
  }

  function diffList(want: readonly unknown[], got: unknown, at: string, out: string[]): void {
    if (!Array.isArray(got)) out.push(`${at}: want ${short(want)}, got ${short(got)}`)
    else if (want.length !== got.length) out.push(`${at}: want ${want.length} items, got ${got.length} ${short(got)}`)
    else if (/\._links\.[^.]+$/.test(at)) {
      const left = [...got]
      for (const each of want) {
        const found = left.findIndex(link => {
          const wrong: string[] = []
          diff(each, link, at, wrong)
          return wrong.length === 0
        })
        if (found < 0) out.push(`${at}: no link like ${short(each)} in ${short(got)}`)
        else left.splice(found, 1)
      }
    } else for (const [i, each] of want.entries()) diff(each, got[i], `${at}[${i}]`, out)
  }

  function diffMap(want: object, got: unknown, at: string, out: string[]): void {
    if (got === null || typeof got !== 'object' || Array.isArray(got)) {
      out.push(`${at}: want ${short(want)}, got ${short(got)}`)
      return
    }
    const map = got as Record<string, unknown>
    const rest = new Set(Object.keys(map))
    for (const [name, each] of Object.entries(want)) {
      const key = /[{<]/.test(name) ? ([...rest].find(other => like(name, other)) ?? name) : name
      rest.delete(key)
      if (key in map) diff(each, map[key], `${at}.${key}`, out)
      else out.push(`${at}.${key}: absent, want ${short(each)}`)
    }
    for (const key of rest) out.push(`${at}.${key}: not expected, got ${short(map[key])}`)
  }

  function diff(want: unknown, got: unknown, at: string, out: string[]): void {
    if (Array.isArray(want)) diffList(want, got, at, out)
    else if (want !== null && typeof want === 'object') diffMap(want, got, at, out)
    else if (typeof want === 'string' ? !matchesText(want, got) : want !== got)
      out.push(`${at}: want ${short(want)}, got ${short(got)}`)
  }

  function diffHeader(name: string, want: string | undefined, got: string | undefined): boolean {
    if (name === 'link') {
      const [wanted, given] = [linksOf(want), linksOf(got)]
      return wanted.length !== given.length || !wanted.every(each => given.some(link => like(each, link)))
    }
    if (name === 'allow') return methodsOf(want) !== methodsOf(got)
    const plain = name === 'content-type' ? got?.split(';')[0] : got
    return want === undefined ? plain !== undefined : plain === undefined || !like(want, plain)
  }

  /** What differs, a line each; nothing when the answer is like the golden. */
  return (want: Golden, answer: Answer, step: Step): readonly string[] => {
    const out: string[] = []
    if (want.status !== answer.status)
      out.push(`status: want ${want.status}, got ${answer.status} ${short(answer.body)}`)
    if ('code' in want) {
      const code = (answer.body as { code?: string } | null)?.code ?? null
      if (code !== want.code) out.push(`code: want ${want.code}, got ${code}`)
      return out
    }
    for (const name of [...HEADERS, ...(step.see ?? [])]) {
      const [wanted, given] = [want.headers[name], answer.headers[name]]
      if (diffHeader(name, wanted, given)) out.push(`header ${name}: want ${wanted}, got ${given}`)
    }
    diff(want.body, answer.body, 'body', out)
    return out.filter(line => !step.ignore?.some(start => line.startsWith(start)))
  }
}

import { dropUnsafeUrls } from '../sanitize/safe-urls.js'
import { escapeAttribute } from '../text/entities.js'
import { registerBuiltInShortcodes } from './built-in-shortcodes.js'
import { findShortcodes, parseShortcodeAttributes } from './shortcode-parser.js'

import type { ShortcodeContext, ShortcodeRegistry, ShortcodeRenderer } from './shortcode-types.js'

const tagsAndComments = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\/?[a-z][^>]*>?/gi
const OPEN = '\ufdd1'
const CLOSE = '\ufdd2'
const maskedBracket = /[\ufdd1\ufdd2]/g

const mask = (text: string): string => text.replaceAll('[', OPEN).replaceAll(']', CLOSE)
const unmask = (text: string): string => text.replace(maskedBracket, found => (found === OPEN ? '[' : ']'))

type Replace = (tag: string, attributes: string, content: string | undefined) => string

const replaceShortcodes = (text: string, tags: ReadonlySet<string>, replace: Replace): string => {
  let result = ''
  let done = 0
  for (const { start, end, tag, attributes, content, extraStart, extraEnd } of findShortcodes(text, name =>
    tags.has(name),
  )) {
    result += text.slice(done, start)
    if (extraStart && extraEnd) result += text.slice(start + 1, end - 1)
    else result += (extraStart ? '[' : '') + replace(tag, attributes, content) + (extraEnd ? ']' : '')
    done = end
  }
  return result + text.slice(done)
}

/** A registry with the usual shortcodes (`caption`, `audio` …); a site may add to them and replace them. */
export const createShortcodeRegistry = (): ShortcodeRegistry => {
  const renderers = new Map<string, ShortcodeRenderer>()
  const tags = new Set<string>()
  const early = new Set<string>()

  const renderSome = (known: ReadonlySet<string>, text: string, postId: number): string => {
    if (!text.includes('[') || known.size === 0) return text
    const counts = new Map<string, number>()
    const count = (name: string): number => {
      const next = (counts.get(name) ?? 0) + 1
      counts.set(name, next)
      return next
    }
    const replace: Replace = (tag, attributes, content) => {
      const context: ShortcodeContext = { tag, postId, render: renderText, count }
      const inner = content === undefined ? undefined : unmask(content)
      return renderers.get(tag)?.(parseShortcodeAttributes(unmask(attributes)), inner, context) ?? ''
    }
    const replaceInTag = (found: string): string => {
      if (!found.endsWith('>')) return found
      if (found.startsWith('<!') || !found.includes('[')) return mask(found)
      const rendered = replaceShortcodes(found, known, (...match) => escapeAttribute(replace(...match)))
      return mask(rendered === found ? found : dropUnsafeUrls(rendered))
    }
    const renderText = (inner: string): string => {
      if (!inner.includes('[')) return inner
      const clean = inner.replace(maskedBracket, '')
      const masked = clean.includes('<') ? clean.replace(tagsAndComments, replaceInTag) : clean
      return unmask(replaceShortcodes(masked, known, replace))
    }
    return renderText(text)
  }

  const registry: ShortcodeRegistry = {
    register: (tag, renderer, options) => {
      if (!/^[\w-]+$/.test(tag)) throw new TypeError(`A shortcode's name holds letters, digits, _ and -: ${tag}`)
      renderers.set(tag, renderer)
      tags.add(tag)
      if (options?.early === true) early.add(tag)
      else early.delete(tag)
    },
    unregister: tag => {
      renderers.delete(tag)
      tags.delete(tag)
      early.delete(tag)
    },
    tags,
    render: (text, postId = 0) => renderSome(tags, text, postId),
    renderEarly: (text, postId = 0) => renderSome(early, text, postId),
    strip: text => (text.includes('[') ? replaceShortcodes(text, tags, () => '') : text),
  }
  registerBuiltInShortcodes(registry)
  return registry
}

import type { WxrElement } from './element.js'
import type { ElementListener } from './parse-elements.js'
import { WxrError } from './wxr-error.js'

/** Holds a document to the outline of an export: a feed whose channel says a version that is known before any record. */
export interface OutlineCheck extends Pick<ElementListener, 'begin'> {
  /** Whether the version was said; to be asked of each child of the channel. */
  accept(element: WxrElement): void
  /** To be asked at the end. */
  end(line: number, column: number): void
}

const OUTLINE = ['rss', 'channel']
const VERSIONS = /^1\.[0-2]$/

/** Makes the check of one document for records in elements of these names. */
export function createOutlineCheck(isRecord: (name: string) => boolean): OutlineCheck {
  let versioned = false
  const requireVersion = (line: number, column: number) => {
    if (!versioned) throw new WxrError('This is no export file (WXR): it does not say its version.', line, column)
  }
  return {
    begin(name, path, line, column) {
      const depth = path.length
      if (depth === 0 && name !== OUTLINE[0]) {
        throw new WxrError(`This is no export file (WXR): it begins with <${name}>, not with <rss>.`, line, column)
      }
      if (depth === OUTLINE.length && path[1] === OUTLINE[1] && isRecord(name)) requireVersion(line, column)
    },
    accept({ name, text, line, column }) {
      if (name !== 'wp:wxr_version') return
      const version = text.trim()
      if (!VERSIONS.test(version)) {
        throw new WxrError(`The version of this export is "${version}"; 1.0 to 1.2 can be read.`, line, column)
      }
      versioned = true
    },
    end: requireVersion,
  }
}

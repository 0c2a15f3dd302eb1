import type { ChannelElement } from './element.js'
import type { ElementListener } from './parse-elements.js'
import { WxrError } from './wxr-error.js'

/** Checks the outline of an export: a feed whose channel declares a supported version before the first record. */
export interface OutlineCheck extends Pick<ElementListener, 'begin'> {
  /** Called for each child of the channel; checks the version. */
  accept(element: ChannelElement): void
  /** Called at the end of the document. */
  end(line: number, column: number): void
}

const OUTLINE = ['rss', 'channel']
const VERSIONS = /^1\.[0-2]$/

/** Creates the check of one document; `isRecord` returns whether elements with a name are records. */
export function createOutlineCheck(isRecord: (name: string) => boolean): OutlineCheck {
  let versioned = false
  const requireVersion = (line: number, column: number) => {
    if (!versioned) throw new WxrError('Not an export file (WXR): the version is missing.', line, column)
  }
  return {
    begin(name, path, line, column) {
      const depth = path.length
      if (depth === 0 && name !== OUTLINE[0]) {
        throw new WxrError(`Not an export file (WXR): it begins with <${name}>, not with <rss>.`, line, column)
      }
      if (depth === OUTLINE.length && path[1] === OUTLINE[1] && isRecord(name)) requireVersion(line, column)
    },
    accept({ name, text, line, column }) {
      if (name !== 'wp:wxr_version') return
      const version = text.trim()
      if (!VERSIONS.test(version)) {
        throw new WxrError(
          `The version of this export is "${version}"; versions 1.0 to 1.2 are supported.`,
          line,
          column,
        )
      }
      versioned = true
    },
    end: requireVersion,
  }
}

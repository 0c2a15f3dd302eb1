import { commentMetaKeys, type MetaValue, mediaMetaKeys, postMetaKeys } from '@platen/site'
import type { WxrMeta } from '../wxr/wxr-records.js'
import { readSerialized } from './serialized-values.js'

/** Keys that describe the current editing session, which is not content. */
const SESSION_KEYS = new Set(['_edit_lock', '_edit_last'])

/** The key of the status that a post or comment in the trash had before. */
export const TRASHED_STATUS_KEY = '_wp_trash_meta_status'

/** Keys that have other names in the site; all others only lose the prefix. */
const RENAMED = new Map<string, string>([
  ['_wp_attachment_image_alt', mediaMetaKeys.alt],
  [TRASHED_STATUS_KEY, commentMetaKeys.formerStatus],
  ['_wp_trash_meta_time', postMetaKeys.trashedTime],
  ['_wp_desired_post_slug', postMetaKeys.desiredSlug],
])

/** The meta values of an object with their keys in the site. In exports, every value is text. */
export function metaValues(meta: readonly WxrMeta[]): readonly MetaValue[] {
  const imported = meta.filter(({ key, value }) => !SESSION_KEYS.has(key) && !isDefaultTemplate(key, value))
  return imported.map(({ key, value: text }) => {
    const read = readSerialized(text)
    return { key: RENAMED.get(key) ?? key.replace(/^_wp_/, '_'), value: read === undefined ? text : read.value }
  })
}

const isDefaultTemplate = (key: string, value: string) => key === '_wp_page_template' && /^(?:default)?$/.test(value)

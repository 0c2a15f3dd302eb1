import { commentMetaKeys, type MetaValue, postMetaKeys } from '@platen/site/import'
import { mediaMetaKeys } from '@platen/site/media'
import type { WxrMeta } from '../wxr/wxr-records.js'
import type { ImportRun } from './import-run.js'
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
export function metaValues({ tallies }: Pick<ImportRun, 'tallies'>, meta: readonly WxrMeta[]): readonly MetaValue[] {
  const values: MetaValue[] = []
  for (const { key, value: text } of meta) {
    if (isDefaultTemplate(key, text)) continue
    if (SESSION_KEYS.has(key)) {
      tallies.lose('meta values of editing sessions', key)
      continue
    }
    const read = readSerialized(text)
    if (read === undefined && isSerializedObject(text)) tallies.lose('serialized meta values that stay text', key)
    values.push({
      key: RENAMED.get(key) ?? key.replace(/^_wp_/, '_'),
      value: read === undefined ? text : read.value,
    })
  }
  return values
}

const isDefaultTemplate = (key: string, value: string) => key === '_wp_page_template' && /^(?:default)?$/.test(value)

/** Whether a text is a list, a map or an object in the format of another program. */
const isSerializedObject = (text: string) => /^(?:[aO]:\d+:[{"]|C:\d+:")/.test(text)

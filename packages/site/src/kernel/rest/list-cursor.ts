import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Position, Scalar } from '@platen/storage'
import type { SiteContext } from '../context/index.js'
import { keyedHash } from '../operations/index.js'

const KEY_OPTION = 'list_cursor_key'
const VERSION = 1
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + IV_BYTES + TAG_BYTES
/** Longer than any that is written. */
const MAX_CHARACTERS = 8192
const MAX_TEXT = 500

/** A position in a list; texts of more than 500 characters are cut. */
export interface CursorPosition extends Position {
  readonly isCut: boolean
}

/** Writes and reads the cursors of a site. `list` identifies the list and its order: cursors of others are not read. */
export interface CursorCodec {
  encode(list: string, position: Position): string
  /** `undefined` for anything but a cursor of this list. */
  decode(list: string, cursor: string): CursorPosition | undefined
}

/**
 * Creates the codec of a site. Cursors are encrypted, because the sort values may be hidden from readers of the list.
 * Equal positions have equal cursors, so that responses can be cached.
 */
export async function cursorCodec(site: SiteContext): Promise<CursorCodec> {
  const hash = await keyedHash(site, KEY_OPTION)
  const key = hash('key')
  return {
    encode(list, { values, id }) {
      const cut = values.map(value => (typeof value === 'string' ? beginningOf(value) : value))
      const isCut = cut.some((value, at) => value !== values[at])
      const text = JSON.stringify([id, isCut, ...cut])
      const iv = hash(`iv${list}\n${text}`).subarray(0, IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(list))
      const encrypted = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), ...encrypted]).toString('base64url')
    },
    decode(list, cursor) {
      if (cursor.length > MAX_CHARACTERS) return undefined
      const bytes = Buffer.from(cursor, 'base64url')
      const isWhole = bytes[0] === VERSION && bytes.length > HEAD_BYTES && bytes.toString('base64url') === cursor
      if (!isWhole) return undefined
      const iv = bytes.subarray(1, 1 + IV_BYTES)
      const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(list))
      decipher.setAuthTag(bytes.subarray(1 + IV_BYTES, HEAD_BYTES))
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES)), decipher.final()])
        return readPosition(JSON.parse(text.toString()))
      } catch {
        return undefined
      }
    },
  }
}

/** Removes a lone surrogate at the end, which no store preserves. */
const beginningOf = (text: string): string =>
  text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '')

function readPosition(read: unknown): CursorPosition | undefined {
  if (!Array.isArray(read)) return undefined
  const [id, isCut, ...values] = read as unknown[]
  if (typeof id !== 'number' || typeof isCut !== 'boolean' || !values.every(isScalar)) return undefined
  return { id, isCut, values }
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

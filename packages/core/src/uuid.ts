import { v4, validate } from 'uuid'

/** A new random UUID (RFC 9562, version 4). */
export const newUuid = (): string => v4()

/**
 * Whether a text is a UUID, in the lower case that UUIDs are written in. Any version and variant will do, also those
 * that are not defined yet.
 */
export const isUuid = (text: string): boolean =>
  validate(`${text.slice(0, 14)}4${text.slice(15, 19)}8${text.slice(20)}`) && /^[\da-f-]+$/.test(text)

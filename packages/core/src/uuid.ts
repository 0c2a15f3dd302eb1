import { v4, validate } from 'uuid'

/** A new random UUID (RFC 9562, version 4). */
export const newUuid = (): string => v4()

/** Whether a text is a UUID in lower case, of any version and variant, including undefined ones. */
export const isUuid = (text: string): boolean =>
  validate(`${text.slice(0, 14)}4${text.slice(15, 19)}8${text.slice(20)}`) && /^[\da-f-]+$/.test(text)

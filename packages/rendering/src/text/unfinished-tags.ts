import { escapeAttribute, normalizeEntities } from './entities.js'

const unfinishedTag = /<[^<>]*(?=<|$)/g

/** Text that looks like a tag, whose quotes must not end an attribute that contains it. */
const escapeAll = (tag: string): string => escapeAttribute(normalizeEntities(tag))

/** Escapes text that begins like a tag but has no `>` before the next `<`. */
export const escapeUnfinishedTags = (text: string): string => text.replace(unfinishedTag, escapeAll)

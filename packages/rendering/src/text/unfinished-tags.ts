import { escapeAttribute, normalizeEntities } from './entities.js'

const unfinishedTag = /<[^<>]*(?=<|$)/g

/** What looks like a tag is text, and its quotes must not end an attribute that it is written to. */
const escapeAll = (tag: string): string => escapeAttribute(normalizeEntities(tag))

/** Escapes what begins like a tag but has no `>` before the next `<`, up to there. */
export const escapeUnfinishedTags = (text: string): string => text.replace(unfinishedTag, escapeAll)

import { trimSpace } from '@platen/rendering'
import type { PostRecord } from '../posts/post-collection.js'

const evenSpace = (text: string): string =>
  trimSpace(text)
    .replaceAll('\r', '\n')
    .replace(/\n+/g, '\n')
    .replace(/[ \t]+/g, ' ')

/** Whether two texts are the same but for white space around them, and how much of it is in one place. */
export const isSameText = (one: string, other: string): boolean => one === other || evenSpace(one) === evenSpace(other)

type Texts = Pick<PostRecord, 'title' | 'content' | 'excerpt'>

/** Whether all texts of two posts are the same, as {@link isSameText} tells. */
export const hasSameTexts = (one: Texts, other: Texts): boolean =>
  isSameText(one.title, other.title) && isSameText(one.content, other.content) && isSameText(one.excerpt, other.excerpt)

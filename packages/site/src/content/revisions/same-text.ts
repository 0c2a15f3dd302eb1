import { trimSpace } from '@platen/rendering'
import type { PostRecord } from '../../kernel/records/index.js'

const evenSpace = (text: string): string =>
  trimSpace(text)
    .replaceAll('\r', '\n')
    .replace(/\n+/g, '\n')
    .replace(/[ \t]+/g, ' ')

/** Whether two texts are the same, ignoring surrounding white space and the amount of white space between words. */
export const isSameText = (one: string, other: string): boolean => one === other || evenSpace(one) === evenSpace(other)

type Texts = Pick<PostRecord, 'title' | 'content' | 'excerpt'>

/** Whether all texts of two posts are the same according to {@link isSameText}. */
export const hasSameTexts = (one: Texts, other: Texts): boolean =>
  isSameText(one.title, other.title) && isSameText(one.content, other.content) && isSameText(one.excerpt, other.excerpt)

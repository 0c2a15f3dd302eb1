import { stripTags, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  BORDER_WITHOUT_CONTROLS,
  defineBlock,
  INTERACTIVITY,
  SPACING_WITHOUT_CONTROLS,
  TEXT_COLORS,
} from '../../../kernel/blocks/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { PASSWORD_FORM_WORDS } from './post-content.js'
import { usedPosts } from './used-posts.js'

const MORE = '<!--more'

/** The number of words of a post in a list: up to its more tag, including the link that replaces it. */
function wordsOf(post: PostRecord): number {
  if (post.password !== '') return PASSWORD_FORM_WORDS
  const more = post.content.indexOf(MORE)
  const end = more === -1 ? -1 : post.content.indexOf('-->', more)
  const link = end === -1 ? '' : post.content.slice(more + MORE.length, end).trim() || '(more)'
  const teaser = end === -1 ? post.content : post.content.slice(0, more)
  return `${stripTags(teaser)} ${link}`.split(/\s+/).filter(word => word !== '').length
}

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`)

/** The reading time: a fifth more or less than at an average speed, in words per minute. */
function timeText(words: number, speed: number, isRange: boolean): string {
  const time = words / (speed > 0 ? speed : 189)
  if (!isRange) return minutes(Math.max(1, Math.round(time)))
  const least = Math.max(1, Math.round(time * 0.8))
  return `${least}–${minutes(Math.max(least + 1, Math.round(time * 1.2)))}`
}

/** `core/post-time-to-read`: the reading time of a post, or its number of words. */
export const postTimeToRead = defineBlock({
  name: 'core/post-time-to-read',
  apiVersion: 3,
  title: 'Time to Read',
  category: 'theme',
  description: 'Shows the reading time of a post, or its number of words.',
  usesContext: ['postId', 'postType'],
  attributes: {
    displayAsRange: { type: 'boolean', default: true },
    displayMode: { type: 'string', default: 'time' },
    averageReadingSpeed: { type: 'number', default: 189 },
  },
  supports: {
    anchor: true,
    color: TEXT_COLORS,
    html: false,
    spacing: SPACING_WITHOUT_CONTROLS,
    typography: ALIGNED_TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER_WITHOUT_CONTROLS,
  },

  load: usedPosts,

  render({ displayAsRange, displayMode, averageReadingSpeed }, _content, posts, scope) {
    const post = posts.of(scope.context)
    if (post === undefined) return ''
    const words = wordsOf(post)
    const text =
      displayMode === 'words'
        ? `${words} word${words === 1 ? '' : 's'}`
        : timeText(words, averageReadingSpeed, displayAsRange)
    return `<div${wrapperAttributes(scope, alignmentClasses(scope.block.attributes))}>${text}</div>`
  },
})

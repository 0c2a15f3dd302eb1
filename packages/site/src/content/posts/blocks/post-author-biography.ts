import { wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  BORDER,
  COLORS_WITHOUT_LINK_CONTROL,
  defineBlock,
  INTERACTIVITY,
  SPACING,
} from '../../../kernel/blocks/index.js'
import { authorBiography } from './author-text.js'
import { usedAuthors } from './used-authors.js'

/** `core/post-author-biography`: the biography of a post's author. */
export const postAuthorBiography = defineBlock({
  name: 'core/post-author-biography',
  apiVersion: 3,
  title: 'Author Biography',
  category: 'theme',
  description: 'Shows the biography of the author of a post.',
  usesContext: ['postType', 'postId'],
  attributes: {},
  supports: {
    anchor: true,
    spacing: SPACING,
    color: COLORS_WITHOUT_LINK_CONTROL,
    typography: ALIGNED_TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },
  example: { viewportWidth: 350 },

  load: usedAuthors,

  render(_attributes, _content, authors, scope) {
    const author = authors.of(scope.context)
    const html = author === undefined ? '' : authorBiography(author)
    return html === '' ? '' : `<div${wrapperAttributes(scope, alignmentClasses(scope.block.attributes))}>${html}</div>`
  },
})

import type { SiteBlock } from '../../../kernel/blocks/index.js'
import { postAuthor, postAuthorBiography, postAuthorName } from './post-author.js'
import { postCommentsCount, postCommentsLink } from './post-comments.js'
import { postContent } from './post-content.js'
import { postDate } from './post-date.js'
import { postExcerpt } from './post-excerpt.js'
import { postFeaturedImage } from './post-featured-image.js'
import { postNavigationLink } from './post-navigation-link.js'
import { postTerms } from './post-terms.js'
import { postTimeToRead } from './post-time-to-read.js'
import { postTitle } from './post-title.js'
import { readMore } from './read-more.js'

/** The blocks that show a part of a post. */
export const postBlocks: readonly SiteBlock[] = Object.freeze([
  postTitle,
  postContent,
  postExcerpt,
  postDate,
  postAuthor,
  postAuthorName,
  postAuthorBiography,
  postTerms,
  postFeaturedImage,
  postNavigationLink,
  postCommentsCount,
  postCommentsLink,
  postTimeToRead,
  readMore,
])

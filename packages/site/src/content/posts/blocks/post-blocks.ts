import type { SiteBlock } from '../../../kernel/blocks/index.js'
import { postAuthor } from './post-author.js'
import { postAuthorBiography } from './post-author-biography.js'
import { postAuthorName } from './post-author-name.js'
import { postCommentsCount } from './post-comments-count.js'
import { postCommentsLink } from './post-comments-link.js'
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

import { registrationKey } from '../../kernel/context/index.js'
import { commentsOption } from './comment-options.js'

const FLOOD = { comments: 30, seconds: 60 }

/** The resolved options of a site. */
export const commentOptions = registrationKey('comment options', site => {
  const { anonymous = false, flood = FLOOD } = commentsOption.of(site) ?? {}
  return Object.freeze({ anonymous, flood })
})

import { registrationKey } from '../../registrations/registration-key.js'

const FLOOD = { comments: 30, seconds: 60 }

/** The resolved options of a site. */
export const commentOptions = registrationKey('comment options', ({ config: { comments = {} } }) =>
  Object.freeze({ anonymous: comments.anonymous ?? false, flood: comments.flood ?? FLOOD }),
)

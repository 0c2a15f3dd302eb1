import type { Schema } from '@platen/core'
import { integer, text } from '../../kernel/rest/index.js'

/** The schemas of the fields that `describeSite` adds to the root index. */
export const SITE_FIELDS: Readonly<Record<string, Schema>> = {
  name: text('The title of the site.'),
  description: text('The tagline of the site.'),
  url: text('The URL of the site.'),
  home: text('The URL of the home page.'),
  gmt_offset: { description: 'The offset from UTC in hours.', type: ['string', 'number'] },
  timezone_string: text('The name of the time zone; empty if only the offset is set.'),
  page_for_posts: integer('The id of the page that lists posts; 0 for none.'),
  page_on_front: integer('The id of the static home page; 0 for none.'),
  show_on_front: text('What the home page shows: `posts` or `page`.'),
  authentication: {
    description: 'The authentication methods; an empty list for none.',
    type: ['object', 'array'],
  },
  site_logo: integer('The id of the logo; 0 for none.'),
  site_icon: integer('The id of the icon; 0 for none.'),
  site_icon_url: text('The URL of the icon; empty for none.'),
}

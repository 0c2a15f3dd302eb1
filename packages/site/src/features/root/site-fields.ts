import type { Schema } from '@platen/core'

const text = (description: string): Schema => ({ description, type: 'string' })
const integer = (description: string): Schema => ({ description, type: 'integer' })

/** The schemas of what the root of the interface says of the site: see `describeSite`. */
export const SITE_FIELDS: Readonly<Record<string, Schema>> = {
  name: text('The title of the site.'),
  description: text('The slogan of the site.'),
  url: text('The URL of the site.'),
  home: text('The URL of its home page.'),
  gmt_offset: { description: 'The offset of its time zone from UTC, in hours.', type: ['string', 'number'] },
  timezone_string: text('Its time zone, by the name of a city; empty when only the offset is set.'),
  page_for_posts: integer('The id of the page that lists posts; 0 for none.'),
  page_on_front: integer('The id of the page that is the home page; 0 for none.'),
  show_on_front: text('What the home page shows: posts, or a page.'),
  authentication: {
    description: 'How clients authenticate, by method; an empty list when there is no way.',
    type: ['object', 'array'],
  },
  site_logo: integer('The id of the logo; 0 for none.'),
  site_icon: integer('The id of the icon; 0 for none.'),
  site_icon_url: text('The URL of the icon; empty for none.'),
}

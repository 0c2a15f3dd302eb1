import { escapeAttribute, escapeHtml, escapeUrl, isSafeUrl, safeStyle, wrapperAttributes } from '@platen/rendering'
import { defineBlock, INTERACTIVITY } from '../../kernel/blocks/index.js'
import { textOrEmpty } from '../../kernel/text/index.js'

/** The names of linked services, by their keys; the class of a link contains the key. */
const SERVICE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amazon: 'Amazon',
    bandcamp: 'Bandcamp',
    behance: 'Behance',
    bluesky: 'Bluesky',
    chain: 'Link',
    codepen: 'CodePen',
    deviantart: 'DeviantArt',
    discord: 'Discord',
    dribbble: 'Dribbble',
    dropbox: 'Dropbox',
    etsy: 'Etsy',
    facebook: 'Facebook',
    feed: 'RSS Feed',
    fivehundredpx: '500px',
    flickr: 'Flickr',
    foursquare: 'Foursquare',
    github: 'GitHub',
    goodreads: 'Goodreads',
    google: 'Google',
    gravatar: 'Gravatar',
    instagram: 'Instagram',
    lastfm: 'Last.fm',
    linkedin: 'LinkedIn',
    mail: 'Mail',
    mastodon: 'Mastodon',
    medium: 'Medium',
    meetup: 'Meetup',
    patreon: 'Patreon',
    pinterest: 'Pinterest',
    pocket: 'Pocket',
    reddit: 'Reddit',
    skype: 'Skype',
    snapchat: 'Snapchat',
    soundcloud: 'SoundCloud',
    spotify: 'Spotify',
    telegram: 'Telegram',
    threads: 'Threads',
    tiktok: 'TikTok',
    tumblr: 'Tumblr',
    twitch: 'Twitch',
    twitter: 'Twitter',
    vimeo: 'Vimeo',
    vk: 'VK',
    whatsapp: 'WhatsApp',
    wordpress: 'WordPress',
    x: 'X',
    yelp: 'Yelp',
    youtube: 'YouTube',
  }),
)

const OTHER = 'Share Icon'

const svg = (path: string): string =>
  `<svg width="24" height="24" viewBox="0 0 24 24" version="1.1" xmlns="http://www.w3.org/2000/svg" aria-hidden="true" focusable="false">${path}</svg>`

const ICONS: ReadonlyMap<string, string> = new Map([
  ['mail', svg('<path d="M3 6h18v12H3zM5 8v.5l7 5 7-5V8zM5 11v5h14v-5l-7 5z"></path>')],
  [
    'feed',
    svg(
      '<circle cx="6" cy="18" r="2"></circle><path d="M4 11a9 9 0 0 1 9 9h-2.5A6.5 6.5 0 0 0 4 13.5zM4 5a15 15 0 0 1 15 15h-2.5A12.5 12.5 0 0 0 4 7.5z"></path>',
    ),
  ],
  [
    'chain',
    svg(
      '<path d="M9 8H7a4 4 0 0 0 0 8h2v-2H7a2 2 0 0 1 0-4h2zM15 8h2a4 4 0 0 1 0 8h-2v-2h2a2 2 0 0 0 0-4h-2zM8 11h8v2H8z"></path>',
    ),
  ],
])
const OTHER_ICON = svg(
  '<circle cx="6" cy="12" r="2.5"></circle><circle cx="17" cy="6" r="2.5"></circle><circle cx="17" cy="18" r="2.5"></circle><path d="M7 11.5l9-5 .7 1.3-9 5zM7 12.5l9 5 .7-1.3-9-5z"></path>',
)

const LINK = 'wp-block-social-link'

const isMail = (url: string): boolean => /^[^\s@/:]{1,64}@[^\s@/:]{1,255}$/.test(url)

/** The URL of a link: that of a mailbox for an address, and one with a scheme for a host. */
function urlOf(input: string): string {
  const url = input.trim()
  if (isMail(url)) return `mailto:${url}`
  return /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(url) ? url : `https://${url}`
}

/** The classes of the icon's colors. */
const colorClasses = (iconColor: string, iconBackgroundColor: string): readonly string[] => [
  ...(iconColor === '' ? [] : [`has-${iconColor}-color`]),
  ...(iconBackgroundColor === '' ? [] : [`has-${iconBackgroundColor}-background-color`]),
]

/** `core/social-link`: a link to a profile, within `core/social-links`. It is empty without a URL. */
export const socialLink = defineBlock({
  name: 'core/social-link',
  apiVersion: 3,
  title: 'Social Icon',
  category: 'widgets',
  description: 'A link to a profile on a social network.',
  parent: ['core/social-links'],
  usesContext: [
    'openInNewTab',
    'showLabels',
    'iconColor',
    'iconColorValue',
    'iconBackgroundColor',
    'iconBackgroundColorValue',
  ],
  supports: { anchor: true, reusable: false, html: false, interactivity: INTERACTIVITY },
  attributes: {
    url: { type: 'string', role: 'content' },
    service: { type: 'string' },
    label: { type: 'string', role: 'content' },
    rel: { type: 'string' },
  },
  render({ url = '', service = 'Icon', label, rel }, _content, _loaded, scope) {
    if (url.trim() === '') return ''
    const { openInNewTab, showLabels, iconColor, iconColorValue, iconBackgroundColor, iconBackgroundColorValue } =
      scope.context
    const style = [
      ...(textOrEmpty(iconColorValue) === '' ? [] : [`color:${textOrEmpty(iconColorValue)}`]),
      ...(textOrEmpty(iconBackgroundColorValue) === ''
        ? []
        : [`background-color:${textOrEmpty(iconBackgroundColorValue)}`]),
    ].join(';')
    const classes = [
      'wp-social-link',
      `wp-social-link-${service}`,
      ...colorClasses(textOrEmpty(iconColor), textOrEmpty(iconBackgroundColor)),
    ]
    const isNew = openInNewTab === true
    const relation = [...(rel ? [rel] : []), ...(isNew ? ['noopener nofollow'] : [])].join(' ')
    const opening = `${relation === '' ? '' : `rel="${escapeAttribute(relation)}" `}${isNew ? 'target="_blank" ' : ''}`
    const hidden = showLabels === true ? '' : ' screen-reader-text'
    const text = `<span class="${LINK}-label${hidden}">${escapeHtml(label || (SERVICE_NAMES.get(service) ?? OTHER))}</span>`
    const target = urlOf(url)
    const href = isSafeUrl(target) ? escapeUrl(target) : ''
    const attributes = wrapperAttributes(scope, classes, { style: safeStyle(style) })
    return `<li${attributes}><a ${opening}href="${href}" class="${LINK}-anchor">${ICONS.get(service) ?? OTHER_ICON}${text}</a></li>`
  },
})

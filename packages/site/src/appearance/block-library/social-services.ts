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

/** The name of a service; a generic one for unknown services. */
export const serviceName = (key: string): string => SERVICE_NAMES.get(key) ?? OTHER

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

/** The icon of a service: logos are trademarks, so services share one, and their names are beside it. */
export const serviceIcon = (key: string): string => ICONS.get(key) ?? OTHER_ICON

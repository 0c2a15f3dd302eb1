import type { OembedProviderOptions } from './oembed-providers.js'

/** Well-known sites with a public oEmbed endpoint that needs no key. */
export const BUILT_IN_PROVIDERS: Readonly<Record<string, OembedProviderOptions>> = Object.freeze({
  youtube: {
    endpoint: 'https://www.youtube.com/oembed',
    urls: [
      'https://*.youtube.com/watch*',
      'https://*.youtube.com/playlist*',
      'https://*.youtube.com/shorts/*',
      'https://*.youtube.com/live/*',
      'https://youtu.be/*',
    ],
    frames: ['*.youtube.com', '*.youtube-nocookie.com'],
  },
  vimeo: { endpoint: 'https://vimeo.com/api/oembed.json', urls: ['https://*.vimeo.com/*'], frames: ['*.vimeo.com'] },
  dailymotion: {
    endpoint: 'https://www.dailymotion.com/services/oembed',
    urls: ['https://*.dailymotion.com/video/*', 'https://dai.ly/*'],
    frames: ['*.dailymotion.com'],
  },
  ted: {
    endpoint: 'https://www.ted.com/services/v1/oembed.json',
    urls: ['https://*.ted.com/talks/*'],
    frames: ['*.ted.com'],
  },
  soundcloud: {
    endpoint: 'https://soundcloud.com/oembed',
    urls: ['https://*.soundcloud.com/*'],
    frames: ['*.soundcloud.com'],
  },
  spotify: {
    endpoint: 'https://open.spotify.com/oembed',
    urls: ['https://open.spotify.com/*', 'https://play.spotify.com/*'],
    frames: ['*.spotify.com'],
  },
  mixcloud: {
    endpoint: 'https://app.mixcloud.com/oembed/',
    urls: ['https://*.mixcloud.com/*'],
    frames: ['*.mixcloud.com'],
  },
  flickr: {
    endpoint: 'https://www.flickr.com/services/oembed/',
    urls: ['https://*.flickr.com/photos/*', 'https://flic.kr/*'],
    frames: ['*.flickr.com'],
  },
  speakerdeck: {
    endpoint: 'https://speakerdeck.com/oembed.json',
    urls: ['https://speakerdeck.com/*'],
    frames: ['speakerdeck.com'],
  },
  codepen: {
    endpoint: 'https://codepen.io/api/oembed',
    urls: ['https://codepen.io/*'],
    frames: ['codepen.io'],
  },
  reddit: {
    endpoint: 'https://www.reddit.com/oembed',
    urls: ['https://*.reddit.com/r/*/comments/*'],
    frames: ['*.reddit.com'],
  },
  bluesky: { endpoint: 'https://embed.bsky.app/oembed', urls: ['https://bsky.app/profile/*/post/*'] },
  tiktok: { endpoint: 'https://www.tiktok.com/oembed', urls: ['https://*.tiktok.com/*/video/*'] },
  twitter: {
    endpoint: 'https://publish.twitter.com/oembed',
    urls: ['https://*.twitter.com/*/status/*', 'https://x.com/*/status/*'],
  },
})

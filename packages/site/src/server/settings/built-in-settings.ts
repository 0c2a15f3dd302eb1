import { filterHtml } from '@platen/rendering'
import type { SetupCalls } from '../../kernel/features/index.js'
import { escapedText, isLocaleCode, isSiteTimeZone, normalizedUrl } from '../../kernel/options/index.js'
import type { SettingOptions } from './setting-keys.js'
import type { SettingRegistrations } from './setting-registrations.js'

const escaped = (value: unknown) => escapedText(String(value))
const untagged = (value: unknown) => filterHtml(String(value), 'none')
const unsigned = (value: unknown) => Math.abs(Number(value))
/** A page cannot be empty; -1 means all on one page. */
const pageSize = (value: unknown) => (Number(value) === -1 ? -1 : Math.max(1, Math.abs(Number(value))))
/** Invalid values do not change the setting. */
const when = (fits: (text: string) => boolean) => (value: unknown, current: unknown) =>
  fits(String(value)) ? value : current

const discussion = { type: 'string', initial: 'open', schema: { enum: ['open', 'closed'] } } as const

/** The settings of the specification (section 2), by the option that each is stored as. */
const specified: Readonly<Record<string, SettingOptions>> = {
  title: { type: 'string', title: 'Title', description: 'The title of the site.', sanitize: escaped },
  description: { type: 'string', title: 'Tagline', description: 'The slogan of the site.', sanitize: escaped },
  site_url: {
    name: 'url',
    type: 'string',
    description: 'The URL of the site.',
    schema: { format: 'uri' },
    required: true,
    sanitize: (value, current) => normalizedUrl(String(value)) ?? current,
  },
  email: {
    type: 'string',
    description: 'The email address of the administrator, who is notified of comments that await moderation.',
    schema: { format: 'email' },
  },
  timezone_string: {
    name: 'timezone',
    type: 'string',
    initial: '',
    description: 'A city in the same time zone.',
    sanitize: when(isSiteTimeZone),
  },
  date_format: { type: 'string', initial: 'F j, Y', description: 'How dates are written.', sanitize: untagged },
  time_format: { type: 'string', initial: 'g:i a', description: 'How times are written.', sanitize: untagged },
  start_of_week: {
    type: 'integer',
    initial: 1,
    description: 'The day that weeks begin with; 0 is Sunday.',
    sanitize: unsigned,
  },
  locale: {
    name: 'language',
    type: 'string',
    default: 'en_US',
    description: 'The locale code of the site.',
    sanitize: when(isLocaleCode),
  },
  use_smilies: { type: 'boolean', default: true, description: 'Whether text smileys become images.' },
  default_category: { type: 'integer', description: 'The category of posts that have no other.', sanitize: unsigned },
  default_post_format: { type: 'string', initial: '0', description: 'The format that posts begin with.' },
  posts_per_page: {
    type: 'integer',
    default: 10,
    title: 'Posts per page',
    description: 'How many posts the pages of the blog show.',
    sanitize: pageSize,
  },
}

/** Settings of the content that the pages of the site show. */
const frontPage: Readonly<Record<string, SettingOptions>> = {
  show_on_front: {
    type: 'string',
    initial: 'posts',
    title: 'Front page',
    description: 'What the front page shows: posts or a page.',
  },
  page_on_front: {
    type: 'integer',
    initial: 0,
    title: 'Page shown in front',
    description: 'The page that is the front page.',
    sanitize: unsigned,
  },
  page_for_posts: {
    type: 'integer',
    initial: 0,
    description: 'The page that shows the latest posts.',
    sanitize: unsigned,
  },
}

const pictures: Readonly<Record<string, SettingOptions>> = {
  site_logo: {
    type: 'integer',
    title: 'Logo',
    description: 'The attachment that is the logo of the site.',
  },
  site_icon: {
    type: 'integer',
    initial: 0,
    title: 'Icon',
    description: 'The attachment that is the icon of the site.',
    sanitize: unsigned,
  },
}

const comments: Readonly<Record<string, SettingOptions>> = {
  default_ping_status: { ...discussion, description: 'Whether new posts take notices from other sites.' },
  default_comment_status: { ...discussion, title: 'Comments', description: 'Whether new posts take comments.' },
}

/** The built-in settings (specification section 2), and those that a dialect adds. */
export function registerBuiltInSettings(site: SettingRegistrations & SetupCalls): void {
  // Settings that a dialect does not show are settings of the site all the same.
  const beyond = (settings: Readonly<Record<string, SettingOptions>>) =>
    Object.entries(settings).map(
      ([key, setting]) => [key, { ...setting, showInRest: site.context.dialect.extendedSettings }] as const,
    )
  for (const [key, setting] of [
    ...Object.entries(specified),
    ...beyond(frontPage),
    ...Object.entries(comments),
    ...beyond(pictures),
  ]) {
    site.registerSetting(key, setting)
  }
}

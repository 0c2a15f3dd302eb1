import type { ConsoleMessages } from '../messages.js'
import {
  type ChoicesOf,
  categories,
  discussion,
  formats,
  frontPages,
  locales,
  sitePages,
  timeZones,
  weekdays,
} from './setting-choices.js'

/** How the console shows a setting that it knows. */
export interface KnownSetting {
  readonly label: keyof ConsoleMessages
  readonly hint?: keyof ConsoleMessages
  /** The values to choose from. */
  readonly choices?: ChoicesOf
  readonly suggestions?: readonly string[]
  /** Whether its markup is stored escaped, so that entities represent the characters that users entered. */
  readonly isEscaped?: boolean
}

/** A group of settings, by the names that clients see. */
export interface SettingGroup {
  readonly name: string
  readonly title: keyof ConsoleMessages
  readonly settings: Readonly<Record<string, KnownSetting>>
}

/** The settings that the console knows, in groups. Settings that the site registers follow. */
export const settingGroups: readonly SettingGroup[] = [
  {
    name: 'general',
    title: 'generalSettings',
    settings: {
      title: { label: 'settingTitle', isEscaped: true },
      description: { label: 'settingDescription', isEscaped: true },
      url: { label: 'settingUrl' },
      email: { label: 'settingEmail', hint: 'settingEmailHint' },
      language: { label: 'settingLanguage', choices: locales },
      timezone: { label: 'settingTimezone', choices: timeZones },
      date_format: {
        label: 'settingDateFormat',
        hint: 'settingDateFormatHint',
        suggestions: ['F j, Y', 'Y-m-d', 'm/d/Y', 'd/m/Y'],
      },
      time_format: {
        label: 'settingTimeFormat',
        hint: 'settingTimeFormatHint',
        suggestions: ['g:i a', 'g:i A', 'H:i'],
      },
      start_of_week: { label: 'settingStartOfWeek', choices: weekdays },
    },
  },
  {
    name: 'reading',
    title: 'readingSettings',
    settings: {
      show_on_front: { label: 'settingShowOnFront', choices: frontPages },
      page_on_front: { label: 'settingPageOnFront', choices: sitePages },
      page_for_posts: { label: 'settingPageForPosts', choices: sitePages },
      posts_per_page: { label: 'settingPostsPerPage' },
    },
  },
  {
    name: 'writing',
    title: 'writingSettings',
    settings: {
      default_category: { label: 'settingDefaultCategory', choices: categories },
      default_post_format: { label: 'settingDefaultPostFormat', choices: formats },
      use_smilies: { label: 'settingUseSmilies' },
    },
  },
  {
    name: 'discussion',
    title: 'discussionSettings',
    settings: {
      default_comment_status: { label: 'settingDefaultCommentStatus', choices: discussion },
      default_ping_status: { label: 'settingDefaultPingStatus', choices: discussion },
    },
  },
  {
    name: 'images',
    title: 'imageSettings',
    settings: {
      site_logo: { label: 'settingSiteLogo', hint: 'settingImageHint' },
      site_icon: { label: 'settingSiteIcon', hint: 'settingImageHint' },
    },
  },
]

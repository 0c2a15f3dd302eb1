/** All texts of the console in English. Words in braces are replaced by values. */
export const englishMessages = {
  /** The language of the texts, for the attribute `lang` and the format of numbers. */
  language: 'en',
  /** The direction of the texts: `ltr` or `rtl`. */
  direction: 'ltr',

  console: 'Console',
  skipToContent: 'Skip to content',
  navigation: 'Console pages',
  signedInAs: 'Signed in as {name}',

  signIn: 'Sign in',
  login: 'Username or email address',
  password: 'Password',
  remember: 'Stay signed in on this device',
  wrongCredentials: 'The username, email address or password is incorrect.',
  crossSiteForm: 'The form was sent from another site. Enter your username and password here.',

  signOut: 'Sign out',
  signOutQuestion: 'You are signed in as {name}.',
  signOutEverywhere: 'Sign out on all devices',

  overview: 'At a glance',
  siteTitle: 'Title',
  siteUrl: 'URL of the site',
  apiUrl: 'URL of the interface',
  content: 'Content',
  versions: 'Versions',
  posts: 'Posts',
  pages: 'Pages',
  comments: 'Comments',
  media: 'Media',
  users: 'Users',
  unavailable: 'Not available',
  interfaceVersion: 'Interface',

  themes: 'Themes',
  activeTheme: 'Active',
  inactiveTheme: 'Not active',
  brokenTheme: 'Cannot be used',
  version: 'Version',
  author: 'Author',
  parentTheme: 'Parent theme',
  folder: 'Folder',
  warnings: 'Warnings',
  activate: 'Activate',
  themeActivated: 'The theme is active.',

  plugins: 'Plugins',
  noPlugins: 'No plugins are installed.',
  activePlugin: 'Active',
  inactivePlugin: 'Not active',
  failedPlugin: 'Failed',
  pluginError: 'Error: {error}',
  deactivate: 'Deactivate',
  delete: 'Delete',
  deleteQuestion: 'Delete {name}?',
  deleteExplanation: 'Its files are removed. This cannot be undone.',
  cancel: 'Cancel',
  pluginActivated: 'The plugin is active.',
  pluginDeactivated: 'The plugin is no longer active.',
  pluginDeleted: 'The plugin was deleted.',

  siteHealth: 'Site health',
  healthSummary: 'Critical: {critical}. Recommended: {recommended}. Good: {good}.',
  good: 'Good',
  recommended: 'Recommended improvement',
  critical: 'Critical problem',
  failedTest: 'The test {name} could not be run.',
  sizes: 'Sizes',
  part: 'Part',
  size: 'Size',
  wordpressSize: 'Service',
  themesSize: 'Themes',
  pluginsSize: 'Plugins',
  uploadsSize: 'Uploads',
  fontsSize: 'Fonts',
  databaseSize: 'Database',
  totalSize: 'Total',

  forbiddenPage: 'Your account is not allowed to use this page.',
  notFound: 'Page not found',
  notFoundPage: 'The console has no page at this address.',
  wrongMethod: 'Method not allowed',
  invalidForm: 'The form was not sent',
  expiredForm: 'The form has expired. Nothing was changed; try again.',
  failed: 'Nothing was changed: {message}',
}

/** The texts of the console by key, such as a translation of `englishMessages`. */
export type ConsoleMessages = { readonly [Key in keyof typeof englishMessages]: string }

/** Replaces the words in braces of a message. */
export const fill = (message: string, values: Readonly<Record<string, string | number>>): string =>
  message.replace(/\{(\w+)\}/g, (found, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : found))

import { escapeAttribute, escapeUrl, filterHtml } from '@platen/rendering'

/** The URLs that the files of patterns may contain. */
export interface PatternUrls {
  /** The URL of the site, without a trailing slash. */
  readonly site: string
  /** The URL of the theme's folder, and that of its parent or itself. */
  readonly stylesheet: string
  readonly template: string
}

/** The value of a call with these arguments; `undefined` if it cannot be evaluated. */
type Call = (given: readonly string[], urls: PatternUrls) => string | undefined

const first: Call = ([text]) => text
const filtered: Call = ([text]) => text && filterHtml(text, 'excerpt')
const html: Call = ([text]) => text && escapeAttribute(text)

const below = (base: string, path: string | undefined): string =>
  path === undefined || path === '' ? base : `${base}/${path.replace(/^\//, '')}`

/** The maximum length of the result of one format. */
const MAX_FORMATTED = 10_000

/** The text of a format with `%s`, `%d`, `%1$s` and `%%`; `undefined` for other directives or missing values. */
function formatted([format = '', ...values]: readonly string[]): string | undefined {
  let next = 0
  let isKnown = true
  let length = 0
  const text = format.replace(
    /%(?:%|(?:(\d{1,2})\$)?(.?))/g,
    (directive, position: string | undefined, type: string) => {
      if (directive === '%%') return '%'
      const value = values[position === undefined ? next++ : Number(position) - 1]
      if ((type !== 's' && type !== 'd') || value === undefined) isKnown = false
      length += value?.length ?? 0
      return length > MAX_FORMATTED ? '' : (value ?? '')
    },
  )
  return isKnown && length <= MAX_FORMATTED ? text : undefined
}

/** The calls that can be evaluated without running code. Texts stay in the language of the theme. */
export const valueCalls: ReadonlyMap<string, Call> = new Map<string, Call>([
  ...['__', '_x', 'translate'].map(name => [name, first] as const),
  ...['wp_kses', 'wp_kses_post', 'wp_kses_data'].map(name => [name, filtered] as const),
  ...['esc_html', 'esc_html__', 'esc_html_x', 'esc_attr', 'esc_attr__', 'esc_attr_x'].map(
    name => [name, html] as const,
  ),
  ['esc_url', ([url]) => url && escapeUrl(url.replaceAll(' ', '%20'))],
  ['get_template_directory_uri', (_, urls) => urls.template],
  ['get_stylesheet_directory_uri', (_, urls) => urls.stylesheet],
  ['get_theme_file_uri', ([path], urls) => below(urls.stylesheet, path)],
  ['get_parent_theme_file_uri', ([path], urls) => below(urls.template, path)],
  ['home_url', ([path], urls) => (path === undefined || path === '' ? urls.site : below(urls.site, path))],
  ['site_url', ([path], urls) => below(urls.site, path)],
  ['sprintf', args => formatted(args)],
])

/** The calls that write their value, with the call of the same value. */
export const outputCalls: ReadonlyMap<string, string> = new Map([
  ['_e', '__'],
  ['_ex', '_x'],
  ['esc_html_e', 'esc_html__'],
  ['esc_html_ex', 'esc_html_x'],
  ['esc_attr_e', 'esc_attr__'],
  ['esc_attr_ex', 'esc_attr_x'],
  ['printf', 'sprintf'],
])

import { escapeHtml } from '@platen/site/console'

const markup = Symbol('markup')

/** Safe markup, made by `html`. No value of a request or response can pass for it. */
export interface Html {
  readonly [markup]: string
}

/** A value in a template: texts are escaped, lists are joined, `undefined` and `false` are omitted. */
export type HtmlValue = string | number | Html | undefined | false | readonly HtmlValue[]

const trusted = (text: string): Html => Object.freeze({ [markup]: text })

/** Tags a template of markup. Every value in it is escaped, for content and for quoted attributes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return trusted(strings.reduce((text, part, i) => text + written(values[i - 1]) + part))
}

function written(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return markup in value ? value[markup] : value.map(written).join('')
}

/** Markup that a function of the site has made safe. */
export const sanitized = (text: string): Html => trusted(text)

/** The text of some markup, for sending. */
export const htmlText = (value: Html): string => value[markup]

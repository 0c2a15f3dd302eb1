import { type Html, html } from './html.js'

/** The common options of form fields. */
export interface FieldOptions {
  /** The name that the form sends; also the id in the document, unless `id` is set. */
  readonly name: string
  readonly id?: string
  readonly label: string
  /** A text, or markup for attributes. */
  readonly value?: string | Html
  /** A sentence below the field. */
  readonly hint?: string
  readonly required?: boolean
}

/** Additional options of single-line inputs. */
export interface InputOptions extends FieldOptions {
  readonly type?: 'text' | 'email' | 'url' | 'password' | 'number' | 'search'
  /** The autofill hint for browsers and password managers. */
  readonly autocomplete?: string
  readonly maxLength?: number
  /** Values that browsers suggest. */
  readonly suggestions?: readonly string[]
  /** Whether the text is code rather than prose. */
  readonly isCode?: boolean
}

/** A choice of a select field. */
export interface Choice {
  readonly value: string
  readonly label: string | Html
}

const idOf = ({ id, name }: FieldOptions): string => id ?? name

const described = (options: FieldOptions) =>
  options.hint !== undefined && html` aria-describedby="${idOf(options)}-hint"`

const hintOf = (options: FieldOptions) =>
  options.hint !== undefined && html`\n<span class="hint" id="${idOf(options)}-hint">${options.hint}</span>`

const field = (
  options: FieldOptions,
  control: Html,
): Html => html`<p><label for="${idOf(options)}">${options.label}</label>
${control}${hintOf(options)}</p>
`

/** A labelled input of one line. */
export function inputField(options: InputOptions): Html {
  const { name, value = '', type = 'text', autocomplete, maxLength, suggestions, required, isCode } = options
  const id = idOf(options)
  const list = suggestions && suggestions.length > 0
  return html`${field(
    options,
    html`<input id="${id}" name="${name}" type="${type}" value="${value}"${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}${maxLength !== undefined && html` maxlength="${maxLength}"`}${isCode && html` autocapitalize="none" spellcheck="false"`}${list && html` list="${id}-list"`}${required && html` required`}${described(options)}>`,
  )}${list && html`<datalist id="${id}-list">${suggestions.map(each => html`<option value="${each}"></option>`)}</datalist>\n`}`
}

/** A labelled field for text of several lines. */
export const textArea = (options: FieldOptions & { readonly rows?: number }): Html =>
  // Parsers skip a line break that begins the text.
  field(
    options,
    html`<textarea id="${idOf(options)}" name="${options.name}" rows="${options.rows ?? 4}"${described(options)}>\n${options.value}</textarea>`,
  )

/** A labelled list of choices; a value that is not among them is added. */
export function selectField(options: FieldOptions & { readonly choices: readonly Choice[] }): Html {
  const { name, value = '', choices } = options
  const known = typeof value !== 'string' || choices.some(choice => choice.value === value)
  const all = known ? choices : [...choices, { value, label: value }]
  return field(
    options,
    html`<select id="${idOf(options)}" name="${name}"${described(options)}>
${all.map(choice => html`<option value="${choice.value}"${choice.value === value && html` selected`}>${choice.label}</option>\n`)}</select>`,
  )
}

/** A labelled checkbox, which sends `yes`. */
export const checkField = (options: Omit<FieldOptions, 'value'> & { readonly isChecked: boolean }): Html =>
  html`<p><label class="check"><input type="checkbox" id="${idOf(options)}" name="${options.name}" value="yes"${options.isChecked && html` checked`}${described(options)}> ${options.label}</label>${hintOf(options)}</p>
`

import { filterHtml, isSet, sanitizeTextField } from '@platen/rendering'
import type { ShownAttachment } from '../../../content/media/index.js'
import type { WidgetInstance } from '../define-widget.js'
import { textOf, titleField, urlOf, type WidgetField, wholeNumber } from '../widget-field.js'
import type { WidgetAuthor } from '../widget-scope.js'

/** A field of a media widget: an instance has it only if a client sent a valid value. */
export interface MediaField<T = unknown> extends WidgetField<T> {
  isValid(value: unknown): boolean
}

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/** A hidden field that is read by `read`. */
export const hiddenField = <T>(read: WidgetField<T>['read'], isValid: MediaField['isValid']): MediaField<T> => ({
  control: 'hidden',
  label: '',
  read,
  isValid,
})

/** One of some names. */
export const nameField = (names: readonly string[], byDefault: string): MediaField<string> =>
  hiddenField(
    value => names.find(name => name === value) ?? byDefault,
    value => names.some(name => name === value),
  )

const isWhole = (value: unknown): boolean => isText(value) && /^\s*\d{1,15}(?:\.0*)?\s*$/.test(String(value))

/** A whole number from 0; `byDefault` for none. */
export const numberField = (byDefault = 0, isValid = (_value: number) => true): MediaField<number> =>
  hiddenField(
    value => (value === undefined || !isValid(wholeNumber(value)) ? byDefault : wholeNumber(value)),
    value => isWhole(value) && isValid(wholeNumber(value)),
  )

export const lineText = (): MediaField<string> => hiddenField(value => sanitizeTextField(textOf(value)), isText)

const OFF = /^false$/i
const SWITCHES = /^(?:|0|1|true|false)$/i

/** A checkbox. */
export const switchedField = (): MediaField<boolean> =>
  hiddenField(
    value => isSet(value) && !OFF.test(String(value)),
    value => SWITCHES.test(String(value)) && (typeof value === 'boolean' || isText(value)),
  )

/** The URL of a page or file; empty for one that browsers must not open. */
export const urlField = (): MediaField<string> => hiddenField(urlOf, isText)

/** Text with the HTML of posts, whoever writes it. */
export const captionField = (): MediaField<string> =>
  hiddenField(
    value => filterHtml(textOf(value), 'content'),
    value => typeof value === 'string',
  )

/** Names of classes or relations, with spaces between them. */
export const namesField = (): MediaField<string> =>
  hiddenField(value => {
    const names = textOf(value)
      .split(/\s+/)
      .map(name => name.replace(/%[\da-f]{2}/gi, '').replace(/[^\w-]/g, ''))
    return names.filter(name => name !== '').join(' ')
  }, isText)

/** The fields of all media widgets: the attachment, or the URL of a file elsewhere. */
export const sharedFields = {
  attachment_id: numberField(),
  url: urlField(),
  title: { ...titleField(), control: 'hidden', isValid: isText },
} as const satisfies Readonly<Record<string, MediaField>>

/** An attachment that is a file of a type; `undefined` for any other. */
export const fileOfType = (
  type: 'image' | 'audio' | 'video',
  attachment: ShownAttachment | undefined,
): ShownAttachment | undefined => (attachment?.post.mimeType.startsWith(`${type}/`) ? attachment : undefined)

/** Makes an instance of the valid values that a client sent. */
export const updateMedia =
  (fields: Readonly<Record<string, MediaField>>) =>
  (input: WidgetInstance, author: WidgetAuthor): WidgetInstance =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([name, field]) => Object.hasOwn(input, name) && field.isValid(input[name]))
        .map(([name, field]) => [name, field.read(input[name], author)]),
    )

import { cleanUri } from '@platen/core'
import { filterHtml, isSafeUrl, isSet, sanitizeTextField } from '@platen/rendering'
import type { WidgetAuthor } from './widget-scope.js'

/** The choices of a list in a form: their values, each with a text for people. */
export type WidgetChoices = Readonly<Record<string, string>>

/** A value of a widget's instance, and the control of its form that edits it. */
export interface WidgetField<T = unknown> {
  readonly control: 'text' | 'textarea' | 'number' | 'checkbox' | 'select' | 'hidden'
  readonly label: string
  /**
   * Converts a value: one that a client sent, one from a form, a stored one, or `undefined`. It accepts any value,
   * returns JSON, and is idempotent.
   */
  read(value: unknown, author: WidgetAuthor): T
  /** The text that the form shows for a value; by default the value itself. */
  shown?(value: T): string
  /** The choices of a list; see also `choices` of {@link WidgetDefinition}. */
  readonly choices?: WidgetChoices | undefined
}

/** The values of a widget by the names of its fields. */
export type InstanceOf<F> = { readonly [Name in keyof F]: F[Name] extends WidgetField<infer T> ? T : never }

/** A text, or a number as text; empty for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return value === true ? '1' : ''
}

/** A URL that browsers may open, with `http://` before a bare host name; empty for any other. */
export function urlOf(value: unknown): string {
  const url = cleanUri(textOf(value))
  return isSafeUrl(url) ? url : ''
}

/** A line of plain text. */
export const lineField = (label: string): WidgetField<string> => ({
  control: 'text',
  label,
  read: value => sanitizeTextField(textOf(value)),
})

/** The title that most widgets have. */
export const titleField = (): WidgetField<string> => lineField('Title:')

/** Text with HTML; authors who may not store any HTML get that of posts. */
export const htmlField = (label: string): WidgetField<string> => ({
  control: 'textarea',
  label,
  read: (value, { unfiltered }) => (unfiltered ? textOf(value) : filterHtml(textOf(value), 'content')),
})

/** A checkbox. */
export const flagField = (label: string): WidgetField<boolean> => ({ control: 'checkbox', label, read: isSet })

/** A checkbox whose value is stored as 1 or 0. */
export const switchField = (label: string): WidgetField<0 | 1> => ({
  control: 'checkbox',
  label,
  read: value => (isSet(value) ? 1 : 0),
})

/** A whole number from 0. */
export function wholeNumber(value: unknown): number {
  if (value === true) return 1
  const number = Math.abs(Number.parseInt(textOf(value), 10))
  return Number.isSafeInteger(number) ? number : 0
}

/** The number of items that a widget shows; 0 means `byDefault`. */
export const countField = (label: string, byDefault: number): WidgetField<number> => ({
  control: 'number',
  label,
  read: wholeNumber,
  shown: value => String(value === 0 ? byDefault : value),
})

/** A value from a list of choices; any other value becomes `byDefault`. */
export const choiceField = (label: string, choices: WidgetChoices, byDefault: string): WidgetField<string> => ({
  control: 'select',
  label,
  choices,
  read: value => (Object.hasOwn(choices, textOf(value)) ? textOf(value) : byDefault),
})

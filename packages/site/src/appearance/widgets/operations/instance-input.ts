import { parseQuery } from '@platen/core'
import { isMap } from '../../../kernel/text/index.js'
import { readInstance, type WidgetInstance } from '../define-widget.js'
import type { InstanceCodec } from '../instance-key.js'
import { invalidWidget } from '../widget-access.js'
import type { WidgetAuthor } from '../widget-scope.js'
import type { WidgetType } from '../widget-types.js'

/** An instance from a client: its values, or the form that the site has encoded. */
export interface InstanceInput {
  readonly raw?: WidgetInstance | undefined
  readonly encoded?: string | undefined
  readonly hash?: string | undefined
}

/** The input of a client that changes an instance. */
export interface InstanceChange {
  readonly instance?: InstanceInput | undefined
  /** The data of the widget's form, urlencoded. */
  readonly formData?: string | undefined
}

/** Makes an instance of values that a client sent. */
export function updatedInstance(type: WidgetType, input: WidgetInstance, author: WidgetAuthor): WidgetInstance {
  return type.update?.(input, author) ?? readInstance(type.fields, input, author)
}

/** The instance that a client got from the site. Throws `rest_invalid_widget` for any other. */
export function decodedInstance(
  type: WidgetType,
  { encoded, hash }: InstanceInput,
  codec: InstanceCodec,
): WidgetInstance {
  const instance = encoded && hash ? codec.decode(type.idBase, { encoded, hash }) : undefined
  if (instance === undefined) throw invalidWidget('The instance is not one that the site has encoded.')
  return instance
}

/** The changed instance; `undefined` if the input changes nothing. Throws `rest_invalid_widget`. */
export function changedInstance(
  type: WidgetType,
  number: number,
  { instance, formData }: InstanceChange,
  { author, codec }: { readonly author: WidgetAuthor; readonly codec: InstanceCodec },
): WidgetInstance | undefined {
  if (instance?.raw !== undefined) return updatedInstance(type, instance.raw, author)
  if (instance !== undefined) return decodedInstance(type, instance, codec)
  const values = formData === undefined ? undefined : formValues(formData, type.idBase, number)
  return values && updatedInstance(type, values, author)
}

/**
 * The values of a widget in the data of its form (`widget-text[2][title]=…`), for `number` or a new widget (`__i__`);
 * without `number`, the first ones. `undefined` if there are none.
 */
export function formValues(data: string, idBase: string, number?: number): WidgetInstance | undefined {
  const name = `widget-${idBase}`
  const parsed = parseQuery(data)
  const numbered = Object.hasOwn(parsed, name) ? parsed[name] : undefined
  const valueAt = (key: string): unknown =>
    isMap(numbered) && Object.hasOwn(numbered, key) ? numbered[key] : undefined
  // Consecutive numbers from 0 form a list.
  const listed = Array.isArray(numbered) ? numbered : isMap(numbered) ? Object.values(numbered) : []
  const listedAt = Array.isArray(numbered) && number !== undefined ? numbered[number] : undefined
  const values = number === undefined ? listed[0] : (listedAt ?? valueAt(String(number)) ?? valueAt('__i__'))
  return isMap(values) ? values : undefined
}

import type { InstanceOf, WidgetChoices, WidgetField } from './widget-field.js'
import type { WidgetAuthor, WidgetPlace, WidgetScope } from './widget-scope.js'

/** A stored instance of a widget: a JSON object. */
export type WidgetInstance = Readonly<Record<string, unknown>>

/** The fields of a widget by name. */
export type WidgetFields = Readonly<Record<string, WidgetField>>

interface WidgetBase {
  /** The base of the ids of its widgets, which a number follows: `text` for `text-2`. */
  readonly idBase: string
  /** Its name for people. */
  readonly name: string
  readonly description: string
  /** A class before that of the sidebar. */
  readonly outerClass?: string | undefined
  /**
   * Creates an instance from a client's input. By default, it has all fields, each converted by its `read`; see also
   * {@link readInstance}.
   */
  update?(input: WidgetInstance, author: WidgetAuthor): WidgetInstance
  /** The choices of lists in its form that depend on the site, by field; called once per page of widgets. */
  choices?(scope: WidgetScope): Promise<Readonly<Record<string, WidgetChoices>>>
}

/**
 * A widget type; its fields determine the type of its instances, and its `load` the type of `loaded`; see {@link
 * defineWidget}.
 */
export interface TypedWidget<F extends WidgetFields, Loaded> extends WidgetBase {
  /** The class of its widgets, or a function that derives it from an instance. */
  readonly className?: string | ((instance: InstanceOf<F>) => string) | undefined
  /** The values of an instance, in the order of the form. */
  readonly fields: F
  /** Returns a text of an instance whose blocks `render` shows; they are loaded for all widgets of a page together. */
  content?(instance: InstanceOf<F>): string | undefined
  /** Loads the data for `render`, once for all widgets of the type on a page. If it fails, they show nothing. */
  load?(instances: readonly InstanceOf<F>[], scope: WidgetScope): Loaded | Promise<Loaded>
  /** Returns the HTML of a widget, without the sidebar's around it; `undefined` for a widget that shows nothing at all. */
  render(instance: InstanceOf<F>, loaded: Loaded, scope: WidgetScope & WidgetPlace): string | undefined
}

/** A widget type. */
export interface WidgetDefinition extends WidgetBase {
  readonly className?: string | ((instance: never) => string) | undefined
  readonly fields: WidgetFields
  /** See {@link TypedWidget}. */
  content?(instance: unknown): string | undefined
  /** See {@link TypedWidget}. */
  load?(instances: readonly unknown[], scope: WidgetScope): unknown
  /** See {@link TypedWidget}. */
  render(instance: unknown, loaded: unknown, scope: WidgetScope & WidgetPlace): string | undefined
}

/**
 * Declares a widget type for `registerWidget`, with types inferred from its fields and its `load`. `load` is called once
 * for all its widgets in a page, so that a list costs a fixed number of queries; `render` is synchronous.
 */
export function defineWidget<const F extends WidgetFields, Loaded = undefined>(
  definition: TypedWidget<F, Loaded>,
): WidgetDefinition {
  return definition
}

/** Reads all fields of an instance. */
export function readInstance<F extends WidgetFields>(
  fields: F,
  input: WidgetInstance,
  author: WidgetAuthor,
): InstanceOf<F> {
  const read = Object.entries(fields).map(([name, field]) => [
    name,
    field.read(Object.hasOwn(input, name) ? input[name] : undefined, author),
  ])
  // The values have the types that the fields' `read` returns.
  return Object.fromEntries(read) as InstanceOf<F>
}

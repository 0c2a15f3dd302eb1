import { checks, type OptionChecks, requireOptions } from '@platen/core'
import type { BindingSource } from './bindings/binding-source.js'
import type { BlockTypeDefinition } from './block-type.js'

const { anObject, anyText, callable, flag, recordOf, required, text, texts } = checks

/** The members of a block type that change how it is rendered; all others are for editors. */
type Rendered = Pick<
  BlockTypeDefinition,
  | 'usesContext'
  | 'usesUnlistedContext'
  | 'providesContext'
  | 'providesUnlistedContext'
  | 'bindable'
  | 'adjust'
  | 'upgrade'
  | 'separatesInner'
  | 'supports'
  | 'isDynamic'
  | 'attributes'
  | 'load'
  | 'includes'
  | 'repeat'
  | 'render'
>

const renderedChecks: OptionChecks<Rendered> = {
  usesContext: texts,
  usesUnlistedContext: texts,
  providesContext: recordOf(text),
  providesUnlistedContext: recordOf(text),
  bindable: texts,
  adjust: callable,
  upgrade: callable,
  separatesInner: flag,
  supports: anObject,
  isDynamic: flag,
  attributes: recordOf(anObject),
  load: callable,
  includes: callable,
  repeat: callable,
  render: callable,
}

/** Throws a `RangeError` for an invalid member of a block type, or one that is code and that nothing would call. */
export function checkBlock<Scope extends object>(definition: BlockTypeDefinition<Scope>): void {
  const members = Object.entries(definition).filter(
    ([name, value]) => typeof value === 'function' || Object.hasOwn(renderedChecks, name),
  )
  requireOptions<Rendered>(`the block type "${definition.name}"`, Object.fromEntries(members), renderedChecks)
}

const sourceChecks: OptionChecks<BindingSource> = {
  name: required(text),
  label: anyText,
  usesContext: texts,
  load: callable,
  value: required(callable),
}

/** Throws a `RangeError` for an unknown or invalid member of a source of bound attributes. */
export const checkSource = <Scope extends object>(source: BindingSource<Scope>): void =>
  requireOptions<object>(`the source "${source.name}"`, source, sourceChecks)

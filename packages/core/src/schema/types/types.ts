import type { TypeName } from '../schema.js'
import { compileArray } from './array.js'
import { compileBoolean } from './boolean.js'
import { compileInteger } from './integer.js'
import { compileNull } from './null.js'
import { compileNumber } from './number.js'
import { compileObject } from './object.js'
import { compileString } from './string.js'
import type { TypeCompiler } from './typed-rule.js'

/** The compilers of all types. */
export const types: Readonly<Record<TypeName, TypeCompiler>> = {
  null: compileNull,
  boolean: compileBoolean,
  integer: compileInteger,
  number: compileNumber,
  string: compileString,
  array: compileArray,
  object: compileObject,
}

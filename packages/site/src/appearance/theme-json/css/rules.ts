import type { Declaration } from './declarations.js'

/** A rule of CSS; empty without declarations. */
export const rule = (selector: string, declarations: readonly Declaration[]): string =>
  declarations.length === 0
    ? ''
    : `${selector}{${declarations.map(([property, value]) => `${property}: ${value};`).join('')}}`

/** Rules that apply under a condition, such as `@media (width <= 480px)`; empty without rules. */
export const under = (condition: string, rules: string): string => (rules === '' ? '' : `${condition}{${rules}}`)

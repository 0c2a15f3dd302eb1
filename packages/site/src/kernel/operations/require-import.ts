import { permit } from '../context/index.js'
import { refusal } from '../refusals/index.js'
import type { Actor } from './tx.js'

/** Throws unless an actor may add records of another site. */
export const requireImport = (actor: Actor): void =>
  permit(
    actor.can('import') ||
      refusal({ principal: actor }, 'rest_cannot_import', 'You are not allowed to import content.'),
  )

import { type PermissionResult, type Principal, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { TermRecord } from '../../../kernel/records/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import type { Taxonomy } from '../../types/index.js'
import { canReadTerms } from './term-rights.js'

export const noSuchTerm = (status: 400 | 404 = 404): RestError =>
  new RestError('rest_term_invalid', 'There is no such term.', status)

/** Whether a caller may read the terms of a taxonomy. */
export const mayReadTerms = (site: SiteContext, taxonomy: Taxonomy, principal: Principal): PermissionResult =>
  canReadTerms(site, taxonomy, principal) ||
  refusal({ principal }, 'rest_cannot_view', 'You are not allowed to see the terms of this taxonomy.')

/** Whether a caller may create terms: in non-hierarchical taxonomies, callers who may assign terms may create them. */
export function mayCreateTerm({ hierarchical, capabilities }: Taxonomy, principal: Principal): PermissionResult {
  const { edit_terms: edit, assign_terms: assign } = capabilities
  if (principal.can(edit) || (!hierarchical && principal.can(assign))) return true
  return refusal({ principal }, 'rest_cannot_create', 'You are not allowed to create terms of this taxonomy.')
}

export const mayEditTerm = (principal: Principal, term: TermRecord): PermissionResult =>
  principal.can('edit_term', term) ||
  refusal({ principal }, 'rest_cannot_update', 'You are not allowed to edit this term.')

/** Whether a caller can delete a term. Nobody can delete the default term of a taxonomy; `byDefault` is its id. */
export const canDeleteTerm = (principal: Principal, term: TermRecord, byDefault: number): boolean =>
  principal.can('delete_term', term) && term.id !== byDefault

/** The same, but returns the error if the caller may not. */
export const mayDeleteTerm = (principal: Principal, term: TermRecord, byDefault: number): PermissionResult =>
  canDeleteTerm(principal, term, byDefault) ||
  refusal({ principal }, 'rest_cannot_delete', 'You are not allowed to delete this term.')

import { type ErrorBody, invalidParams, RestError } from '@platen/core'
import type { Dialect } from '../dialect/dialect.js'

type Details = Readonly<Record<string, unknown>>

/** The body of a refusal: what the validator knows of the value stands beside the status. */
interface MetaRefusalBody extends ErrorBody {
  additional_data?: readonly Details[]
}

/** Clients of this interface expect the validator's own data in `additional_data`, which no other error has. */
class MetaRefusal extends RestError {
  readonly #details: Details | undefined

  constructor(code: string, message: string, details: Details | undefined, additional: readonly RestError[] = []) {
    super(code, message, 400, { additional })
    this.#details = details
  }

  with(additional: readonly RestError[]): MetaRefusal {
    return new MetaRefusal(this.code, this.message, this.#details, additional)
  }

  override toBody(): MetaRefusalBody {
    const { code, message, data, ...rest } = super.toBody()
    return {
      code,
      message,
      data,
      ...(this.#details === undefined ? {} : { additional_data: [this.#details] }),
      ...rest,
    }
  }
}

/**
 * Refuses a value of a meta key with status 400: as an invalid parameter where the dialect has it so, with the
 * validator's own code otherwise. `param` is `meta.key`.
 */
export function invalidMeta(failed: RestError, param: string, dialect: Pick<Dialect, 'metaAsParameters'>): RestError {
  if (!dialect.metaAsParameters) return new MetaRefusal(failed.code, failed.message, failed.data)
  return invalidParams(new Map([[param, failed]]))
}

/** Refuses to set or remove a meta key that the caller may not touch. */
export function forbiddenMeta(key: string, verb: 'update' | 'delete', authenticated: boolean): RestError {
  return new RestError(
    `rest_cannot_${verb}`,
    `You are not allowed to change the custom field "${key}".`,
    authenticated ? 403 : 401,
    { data: { key } },
  )
}

/** Refuses to clear a key whose stored value clients see as `null`: echoing what was read must not destroy it. */
export function misfitMeta(name: string): RestError {
  return new RestError(
    'rest_invalid_stored_value',
    `What is stored as "${name}" does not fit its schema and cannot be cleared by null.`,
    500,
  )
}

/** Refuses meta that is no map; reasons stand in `params`, there are no details. */
export function notAMap(): RestError {
  return new RestError('rest_invalid_param', 'Invalid parameter(s): meta', 400, {
    data: { params: { meta: 'meta does not belong to the type object.' }, details: [] },
  })
}

/** One error of all refusals: the first, with the others beside it. */
export function joinRefusals(refusals: readonly RestError[]): RestError | undefined {
  const [first, ...others] = refusals
  if (first === undefined || others.length === 0) return first
  if (first instanceof MetaRefusal) return first.with(others)
  return new RestError(first.code, first.message, first.status, {
    ...(first.data === undefined ? {} : { data: first.data }),
    additional: others,
  })
}

import { type ErrorBody, RestError } from '@platen/core'

type Details = Readonly<Record<string, unknown>>

/** An error body with the validator's own data. */
interface DetailedBody extends ErrorBody {
  additional_data?: readonly Details[]
}

/** A 400 error of values within a larger one. Clients expect the validator's own data in `additional_data`. */
export class DetailedRefusal extends RestError {
  readonly #details: Details | undefined

  constructor(code: string, message: string, details: Details | undefined, additional: readonly RestError[] = []) {
    super(code, message, 400, { additional })
    this.#details = details
  }

  with(additional: readonly RestError[]): DetailedRefusal {
    return new DetailedRefusal(this.code, this.message, this.#details, additional)
  }

  override toBody(): DetailedBody {
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

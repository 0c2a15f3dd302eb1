import type { ApplicationPasswordRecord } from '../../kernel/records/index.js'

/** The input of creating or changing an application password. Absent values do not change. */
export interface ApplicationPasswordInput {
  /** The display name of the application; plain text. */
  name?: string
  /** A UUID that identifies the passwords of one application. It never changes once it is stored. */
  appId?: string
  /** Values of fields that were registered for application passwords. */
  fields?: Readonly<Record<string, unknown>>
  /** Whether the request came over TLS. By default, the URL of the site decides whether passwords are available. */
  secure?: boolean | undefined
}

/** What an application password is limited to. It never changes once it is stored. */
export interface ApplicationPasswordLimits {
  /** Scopes such as `read`, `posts:write` or `/shop/v1:read`, at least one; `null`, the default, for all rights of the user. */
  scopes?: readonly string[] | null | undefined
  /** When it expires; `null`, the default, for never. */
  expires?: Date | null | undefined
  /** Networks such as `192.0.2.0/24` or `2001:db8::/32`, at least one; `null`, the default, for all. */
  networks?: readonly string[] | null | undefined
}

/** An application password to create. */
export interface NewApplicationPassword extends ApplicationPasswordInput, ApplicationPasswordLimits {
  /** The id of the user whose password it is. */
  readonly user: number
  /** Its identifier: a random UUID by default. An existing one is refused as `application_password_exists`. */
  readonly uuid?: string | undefined
}

/** Changes of a stored application password. */
export interface ApplicationPasswordChanges extends ApplicationPasswordInput {
  readonly id: number
  /** The version that the changes are based on; any other version is refused with `rest_precondition_failed`. */
  readonly version?: number | undefined
}

/** A stored application password that an operation works on. */
export type ApplicationPasswordTarget = Pick<ApplicationPasswordChanges, 'id' | 'version' | 'secure'>

/** A newly created application password: the only time that its secret is available. */
export interface CreatedApplicationPassword extends ApplicationPasswordRecord {
  /** The password itself, in groups of four characters. */
  readonly secret: string
}

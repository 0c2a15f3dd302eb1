import type { CreateArgs, ParamsOf, UpdateArgs } from '@platen/core'
import t from 'tap'
import type { passwordFields } from '../../../../packages/site/dist/people/application-passwords/application-password-resource.js'
import type { userFields } from '../../../../packages/site/dist/people/users/rest/user-fields.js'

/** Compiles only when both types are the same. */
const same = <A, B>(..._proof: (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? [] : [never]) => {}

t.test('the fields of users and application passwords type the parameters of their routes', async t => {
  type UserParams = ParamsOf<CreateArgs<ReturnType<typeof userFields>>>
  same<Pick<UserParams, 'username' | 'email' | 'password'>, { username: string; email: string; password: string }>()
  same<UserParams['roles'], string[] | undefined>()
  same<UserParams['nickname'], string | undefined>()
  same<'id' extends keyof UserParams ? true : false, false>()
  same<ParamsOf<UpdateArgs<ReturnType<typeof userFields>>>['email'], string | undefined>()
  type PasswordParams = ParamsOf<CreateArgs<ReturnType<typeof passwordFields>>>
  same<PasswordParams, { name: string; app_id?: string | undefined }>()
  t.pass()
})

import t from 'tap'
import { loadModule } from '../load-module.js'

const { ADMIT_FROM, bodyTooLarge, MAX_BODY_BYTES, unsupportedMediaType } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/body-limits.js')>('dispatch/body-limits.js')

t.test('errors of bodies have their HTTP status', async t => {
  t.match(bodyTooLarge(5), { code: 'rest_request_too_large', status: 413, message: /5 bytes/ })
  t.match(unsupportedMediaType('No.'), { code: 'rest_unsupported_media_type', status: 415 })
  t.ok(ADMIT_FROM < MAX_BODY_BYTES)
})

import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { problemAffectsResolutionKind } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import t from 'tap'
import { packAll } from './packed.js'

// Those of CommonJS are left out: the packages are ES modules alone.
const resolutions = ['node16-esm', 'bundler'] as const

for (const { name, tarball } of await packAll()) {
  const bytes = readFileSync(tarball)

  t.test(`the entry points of ${name} resolve as they should`, async t => {
    const { buffer, byteOffset, byteLength } = bytes
    const packed = buffer.slice(byteOffset, byteOffset + byteLength)
    t.same((await publint({ strict: true, pack: { tarball: packed } })).messages, [])
  })

  t.test(`the types of ${name} are found in each resolution`, async t => {
    const result = await checkPackage(createPackageFromTarballData(bytes))
    t.ok(result.types, 'types are included')
    if (!result.types) return
    const wrong = result.problems.filter(problem =>
      resolutions.some(resolution => problemAffectsResolutionKind(problem, resolution, result)),
    )
    t.same(wrong, [])
    for (const { resolutions: found } of Object.values(result.entrypoints)) {
      for (const resolution of resolutions) t.ok(found[resolution].resolution, resolution)
    }
  })
}

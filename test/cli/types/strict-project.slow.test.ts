import { join } from 'node:path'
import t from 'tap'
import { compileProject, writeProject } from '../../site/types/compile-program.js'
import { run } from '../fake-terminal.js'
import { configured, declared, registered } from './strict-programs.js'

const compilers = { 'TypeScript 5.9': 'typescript-api', 'TypeScript 7': 'typescript' }
/** How many types a compiler may derive for a program. Unlike times, the number is the same on every machine. */
const MOST_INSTANTIATIONS = 100_000

const config = `export default {
  setup(site) {
    site.registerPostType('event', { restBase: 'events', public: true, supports: ['title', 'custom-fields'] })
    site.registerTaxonomy('season', { objectTypes: ['event'], restBase: 'seasons' })
    const own = { object: 'post', subtype: 'event' }
    site.registerMeta({ ...own, key: 'price', type: 'number', single: true, description: 'In euros.' })
    site.registerMeta({ ...own, key: 'starts', type: 'string', single: true, schema: { format: 'date-time' } })
    const place = { properties: { lat: { type: 'number' }, lon: { type: 'number' } } }
    site.registerMeta({ ...own, key: 'place', type: 'object', single: true, schema: place })
    site.registerMeta({ ...own, key: 'my-tags', type: 'string' })
  },
}
`

const projects = new Map([
  ['declared', { 'site.ts': declared }],
  ['configured', { 'platen.config.ts': configured }],
  ['registered', { 'site.ts': registered, 'platen.config.js': config }],
])

for (const [name, files] of projects) {
  t.test(
    `a strict project whose content is ${name} compiles, and wrong code does not`,
    { timeout: 180_000 },
    async t => {
      const folder = writeProject(name, files)
      if (name === 'registered') {
        const words = ['types', '--config', join(folder, 'platen.config.js'), '--store', 'memory']
        t.match(await run([...words, '--out', join(folder, 'platen-types.d.ts')]), {
          code: 0,
          out: /^Wrote .* event, /,
        })
      }
      for (const [compiler, installed] of Object.entries(compilers)) {
        const { code, out } = await compileProject(folder, installed)
        const figure = (label: string) => Number(new RegExp(`^${label}:\\s*([\\d.]+)`, 'm').exec(out)?.[1])
        t.equal(code, 0, `${compiler}: ${out}`)
        t.ok(figure('Instantiations') < MOST_INSTANTIATIONS, `${compiler}: ${figure('Instantiations')} instantiations`)
        t.comment(
          `${compiler}: checked in ${figure('Check time')} s, ${figure('Types')} types, ${figure('Instantiations')} instantiations`,
        )
      }
    },
  )
}

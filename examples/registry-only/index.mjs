// A registry of routes, called without a site or a server: `node examples/registry-only/index.mjs`
import { createRegistry, RestError } from '@platen/core'

const plants = [{ id: 1, name: 'Mint', height: 40 }]
const registry = createRegistry({ baseUrl: 'https://garden.example/api' })

const height = { type: 'integer', minimum: 1, maximum: 500, default: 100 }
registry.get('garden/v1', '/plants', {
  args: { below: height },
  permission: 'public',
  handler: ({ params }) => ({ body: plants.filter(plant => plant.height < params.below) }),
})
registry.post('garden/v1', '/plants', {
  args: { name: { type: 'string', minLength: 1, required: true }, height },
  permission: 'public',
  handler({ params: { name, height } }) {
    if (plants.some(plant => plant.name === name)) throw new RestError('plant_exists', 'It grows here already.', 409)
    const plant = { id: plants.length + 1, name, height }
    plants.push(plant)
    return { status: 201, body: plant }
  },
})

const path = '/garden/v1/plants'
for (const [method, value, query] of [
  ['POST', { name: 'Fig', height: '300' }],
  ['POST', { name: '', height: 0 }],
  ['POST', { name: 'Mint' }],
  ['GET', undefined, { below: 100, _fields: 'name' }],
]) {
  const { status, body } = await registry.call(method, path, value, { query })
  console.log(method, path, status, JSON.stringify(body))
}

// A registry of routes, dispatched with no site and no server: `node examples/registry-only/index.mjs`
import { createRegistry, endpoint, RestError } from '@platen/core'

const plants = [{ id: 1, name: 'Mint', height: 40 }]
const registry = createRegistry({ baseUrl: 'https://garden.example/api' })

const height = { type: 'integer', minimum: 1, maximum: 500, default: 100 }
const list = endpoint({
  methods: 'GET',
  args: { below: height },
  permission: 'public',
  handler: ({ params }) => ({ body: plants.filter(plant => plant.height < params.below) }),
})
const add = endpoint({
  methods: 'POST',
  args: { name: { type: 'string', minLength: 1, required: true }, height },
  permission: 'public',
  handler({ params: { name, height } }) {
    if (plants.some(plant => plant.name === name)) throw new RestError('plant_exists', 'It grows here already.', 409)
    const plant = { id: plants.length + 1, name, height }
    plants.push(plant)
    return { status: 201, body: plant }
  },
})
registry.route('garden/v1', '/plants', { endpoints: [list, add] })

const path = '/garden/v1/plants'
for (const request of [
  { method: 'POST', path, body: { kind: 'json', value: { name: 'Fig', height: '300' } } },
  { method: 'POST', path, body: { kind: 'json', value: { name: '', height: 0 } } },
  { method: 'POST', path, body: { kind: 'json', value: { name: 'Mint' } } },
  { method: 'GET', path, query: 'below=100&_fields=name' },
]) {
  const { status, body } = await registry.dispatch(request)
  console.log(request.method, request.path, status, JSON.stringify(body))
}

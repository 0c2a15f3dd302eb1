/**
 * A package with a native part, or an optional one, that cannot be loaded: `better-sqlite3`, `pg`, `sharp` or `argon2`.
 * The message is one sentence with the command that installs or builds it.
 */
export class DriverError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DriverError'
  }
}

/** The messages of Node and of the loaders of addons, if the native part of a package is missing. */
const UNBUILT =
  /^(?:Could not locate the bindings file|No native build was found|Could not load the "sharp" module|Cannot find module '[^']*\.node')/

/**
 * The `DriverError` for a package that failed to load or, because its native part is loaded later, to work. `undefined`
 * if the error is another one: the package is installed, and built for this Node.js and this platform.
 */
export function driverError(name: string, cause: unknown): DriverError | undefined {
  if (!(cause instanceof Error)) return undefined
  const { message } = cause
  const code = 'code' in cause ? cause.code : undefined
  const manager = packageManager(process.env['npm_config_user_agent'])
  if (message.startsWith(`Cannot find package '${name}'`) || message.startsWith(`Cannot find module '${name}'`))
    return new DriverError(`${name} is not installed: run \`${manager.install} ${name}\`.`, { cause })
  const isForAnother = code === 'ERR_DLOPEN_FAILED'
  if (!isForAnother && !UNBUILT.test(message)) return undefined
  // The native part of sharp is in optional packages, one for each platform.
  const command = name === 'sharp' ? manager.restore(name) : isForAnother ? manager.rebuild(name) : manager.build(name)
  return new DriverError(`${name} is not built for this version of Node.js and this platform: run \`${command}\`.`, {
    cause,
  })
}

interface PackageManager {
  readonly install: string
  /** Installs a package with its optional dependencies. */
  restore(name: string): string
  /** Builds a package that has not been built, because the manager did not run its install script, for example. */
  build(name: string): string
  /** Builds a package again. */
  rebuild(name: string): string
}

/** The package manager that started the process, which names itself like `pnpm/10.34.9 npm/? node/v22.1.0`; or npm. */
function packageManager(agent = ''): PackageManager {
  const [, manager, major] = /^(\w+)\/(\d+)/.exec(agent) ?? []
  if (manager === 'pnpm')
    return {
      install: 'pnpm add',
      restore: name => `pnpm add ${name}`,
      build: () => 'pnpm approve-builds',
      rebuild: name => `pnpm rebuild ${name}`,
    }
  if (manager === 'yarn') {
    const build = (name: string) => (Number(major) > 1 ? `yarn rebuild ${name}` : 'yarn install --force')
    return { install: 'yarn add', restore: name => `yarn add ${name}`, build, rebuild: build }
  }
  const rebuild = (name: string) => `npm rebuild ${name}`
  // Later versions run the install scripts of approved packages only.
  const build =
    Number(major) > 11 ? (name: string) => `npm install-scripts approve ${name} && ${rebuild(name)}` : rebuild
  return { install: 'npm install', restore: name => `npm install --include=optional ${name}`, build, rebuild }
}

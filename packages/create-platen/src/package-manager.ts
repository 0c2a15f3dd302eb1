/** A package manager and its major version. */
export interface PackageManager {
  readonly name: 'npm' | 'pnpm' | 'yarn'
  readonly major: number
}

/** The package manager that started a process, which names itself like `pnpm/10.34.9 npm/? node/v22.1.0`; or npm. */
export function packageManagerOf(userAgent = ''): PackageManager {
  const [, name, major] = /^(npm|pnpm|yarn)\/(\d+)/.exec(userAgent) ?? []
  return name === 'pnpm' || name === 'yarn'
    ? { name, major: Number(major) }
    : { name: 'npm', major: Number(major ?? 11) }
}

/** What the files of a project have of its package manager. */
export interface PackageManagerTerms {
  /** How a script of the manifest is run. */
  readonly run: string
  /** The files, beside the manifest, that its installation in an image needs. */
  readonly files: readonly string[]
  /** Installs exactly what the lock file names, without what only development needs. */
  readonly installExactly: string
}

export function termsOf({ name, major }: PackageManager): PackageManagerTerms {
  if (name === 'npm') return { run: 'npm run', files: ['package-lock.json'], installExactly: 'npm ci --omit=dev' }
  if (name === 'pnpm')
    return {
      run: 'pnpm',
      files: ['pnpm-lock.yaml', 'pnpm-workspace.yaml'],
      installExactly: `npx --yes pnpm@${major} install --frozen-lockfile --prod`,
    }
  return {
    run: 'yarn',
    files: ['yarn.lock', '.yarnrc.yml'],
    installExactly:
      major > 1
        ? `npx --yes @yarnpkg/cli-dist@${major} workspaces focus --production`
        : 'npx --yes yarn@1 install --frozen-lockfile --production',
  }
}

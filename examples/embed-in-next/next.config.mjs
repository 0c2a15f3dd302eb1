// Packages with native parts are loaded by Node, not bundled.
export default { serverExternalPackages: ['@platen/site', '@platen/memory', 'argon2'] }

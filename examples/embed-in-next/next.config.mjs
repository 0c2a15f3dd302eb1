export default {
  // Packages with native parts are loaded by Node, not bundled.
  serverExternalPackages: ['@platen/site', '@platen/memory', 'argon2'],
  // The console's first page is /console/: by default, Next.js would remove the slash, which the console adds again.
  skipTrailingSlashRedirect: true,
}

import type { Registering } from '../../kernel/features/index.js'
import { type HealthTest, type HealthTestOptions, healthTest, healthTests } from './health-tests.js'

/** The registration call for tests of the site's health. */
export interface HealthRegistrations {
  /** Registers a test of the site's health, served as `/tests/{name}`. Its result names it with underscores. */
  registerHealthTest(name: string, options: HealthTestOptions): HealthTest
}

/** Creates the call for a site. */
export const healthRegistrations = ({ added }: Registering): HealthRegistrations => ({
  registerHealthTest: (name, options) => added(healthTests, name, healthTest(name, options)),
})

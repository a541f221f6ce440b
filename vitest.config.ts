import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that open a house, then the quick ones: at the end no worker waits long for the other. */
class HousesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isQuick = ({ moduleId }: TestSpecification) =>
      Number(!readFileSync(moduleId, 'utf8').includes('test/support'))
    return (await super.sort(files)).toSorted((one, other) => isQuick(one) - isQuick(other))
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global.ts'],
    // Long enough for a machine that does other things beside: what measures time says so itself.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    pool: 'forks',
    // To load the whole house anew for each file takes a third as long as its tests: what a file changes, it puts back.
    isolate: false,
    sequence: { sequencer: HousesFirst },
  },
})

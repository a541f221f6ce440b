import base from './playwright.config.ts'
export default { ...base, testDir: './test/e2e', timeout: 300_000, expect: { timeout: 40_000 }, retries: 0 }

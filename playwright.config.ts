import { defineConfig } from '@playwright/test'
import { browser } from './test/e2e/browser.ts'

const { executablePath, args } = await browser()

/** Work that is done at a desk: a phone is only held to show it, in `sight.spec.ts`. */
const atADesk = /(account-tabs|demo|exports|history|imports|mails|maintenance|people|profile|weight)\.spec/

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/template.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  // Long enough for a machine that does other things beside: nothing here is a measure of time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A journey that holds only the second time is named as flaky in the report.
  retries: 1,
  reporter: [['list']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    launchOptions: { executablePath, args },
    screenshot: 'only-on-failure',
    // A toast that fades while a page is examined would fail it for its colours.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true }, testIgnore: atADesk },
  ],
})

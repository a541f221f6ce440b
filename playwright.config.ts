import { defineConfig } from '@playwright/test'
import { browser } from './test/e2e/browser.ts'

const { executablePath, args } = await browser()

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/template.ts',
  outputDir: 'test-results',
  // Each journey makes what it needs: any worker may take the next one.
  fullyParallel: true,
  workers: 2,
  // Long enough for a machine that does other things beside: nothing here is a measure of time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    launchOptions: { executablePath, args },
    screenshot: 'only-on-failure',
    // A toast that fades while a page is examined would fail it for its colours.
    contextOptions: { reducedMotion: 'reduce' },
  },
  // A journey runs at the width its work is done at. Tagged are those with other controls on a phone, such as cards, folded
  // filters and the drawer of the menu: they run at both widths. `sweep.spec.ts` looks at every screen at both.
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true }, grep: /@phone/ },
  ],
})

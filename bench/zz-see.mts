import { chromium } from '@playwright/test'
import { browser } from '../test/e2e/browser.ts'
const [,, who, password, ...paths] = process.argv
const { executablePath, args } = await browser()
const b = await chromium.launch({ executablePath, args })
const looks = [['d',1440,900,'light'],['l',1280,800,'dark'],['p',390,844,'light']] as const
const errors: string[] = []
const first = await b.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' })
const p0 = await first.newPage()
await p0.goto('http://localhost:4310/account/login')
await p0.getByLabel('E-mail').fill(who); await p0.getByLabel('Senha', { exact: true }).fill(password)
await p0.getByRole('button', { name: 'Entrar' }).click()
await p0.waitForURL(u => !u.pathname.includes('login'))
const state = await first.storageState()
for (const [k, width, height, scheme] of looks) {
  const c = await b.newContext({ viewport: { width, height }, colorScheme: scheme, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', storageState: state, ...(k==='p'&&{hasTouch:true,isMobile:true}) })
  const p = await c.newPage()
  p.on('console', m => m.type() === 'error' && errors.push(`${k} ${m.text()}`))
  p.on('pageerror', e => errors.push(`${k} ${e.message}`))
  for (const [i, each] of paths.entries()) {
    const [path, click] = each.split('::')
    await p.goto('http://localhost:4310' + path); await p.waitForTimeout(2200)
    if (click) { await p.getByRole('button', { name: click }).first().click(); await p.waitForTimeout(1500) }
    await p.waitForTimeout(500)
    await p.screenshot({ path: `/tmp/shots/${i}-${k}.png` })
  }
  await c.close()
}
await b.close(); console.log(errors.join('\n') || 'no errors')

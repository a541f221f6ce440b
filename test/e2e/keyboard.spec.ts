import type { Page } from '@playwright/test'
import { cnpj, fistelOf } from '../support/drafts.ts'
import { expect, nextNumber, picture, test } from './house.ts'

/** Where the keys go is seen: the focused element has an outline, or its box has another border than at rest, and is in the window. */
async function expectFocusSeen(page: Page, step: string) {
  // The window scrolls to it a moment later.
  const look = (): Promise<unknown> =>
    page.evaluate(`(() => {
    const at = document.activeElement
    if (!at || at === document.body) return 'nothing has the focus'
    const box = at.getBoundingClientRect()
    const isIn = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth && box.width > 0
    if (!isIn) return at.tagName + ' is outside of the window'
    const marks = of => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } = getComputedStyle(of)
      return { line: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1, look: [boxShadow, borderColor, backgroundColor].join() }
    }
    // A field inside a box may leave the mark to the box.
    const chain = [at, at.parentElement, at.parentElement?.parentElement].filter(Boolean)
    const focused = chain.map(marks)
    if (focused.some(({ line }) => line)) return 'seen'
    // A line in the accent is what fields have; a dialog that has just opened takes the focus back at once, and is not compared.
    const [red, green, blue] = getComputedStyle(document.documentElement).getPropertyValue('--accent').match(/[0-9a-f]{2}/gi)
    const accent = 'rgb(' + [red, green, blue].map(part => parseInt(part, 16)).join(', ') + ')'
    if (chain.some(each => getComputedStyle(each).boxShadow.includes(accent))) return 'seen'
    at.blur()
    const rest = chain.map(marks)
    at.focus({ focusVisible: true })
    return focused.some(({ look }, i) => look !== rest[i].look) ? 'seen' : at.outerHTML.slice(0, 200) + ' looks as it does at rest'
  })()`)
  await expect.poll(look, { message: step, timeout: 5_000 }).toBe('seen')
}

/** Presses Tab until this is reached, and sees the focus at each stop. */
async function tabTo(page: Page, there: ReturnType<Page['getByRole']>, step: string, most = 40) {
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
  for (let pressed = 0; pressed < most; pressed++) {
    if (await there.and(page.locator(':focus')).count()) return
    await page.keyboard.press('Tab')
    // An answer that comes late may be drawn in the place of what had the focus: the next press goes on from there.
    if (await page.locator(':focus').count()) await expectFocusSeen(page, `${step}, Tab ${pressed + 1}`)
  }
  throw new Error(`${step}: not reached by ${most} presses of Tab`)
}

test('a whole duty is done by the keyboard alone: signed in, a client found, its coleta filled in and saved', async ({
  page,
  house,
}) => {
  const name = 'Serra Azul Teclado'
  const client = await house.api('POST', 'clients', { name, document: cnpj(nextNumber()) })
  const fistel = await house.api('POST', 'fistels', {
    client_id: client.id,
    fistel: fistelOf(nextNumber()),
    service_type_id: await house.idOf('service-types', 'SCM'),
  })
  const coleta = await house.api('POST', 'collects', {
    client_id: client.id,
    fistel_id: fistel.id,
    year: 2026,
    month: 5,
    locations: [
      {
        city_id: await house.idOf('cities', 'Taubaté'),
        accesses_ordered: [
          {
            client_type_id: await house.idOf('client-types', 'Pessoa física'),
            attendance_type_id: await house.idOf('attendance-types', 'Urbano'),
            attendance_middle_id: await house.idOf('attendance-middles', 'Fibra'),
            product_type_id: await house.idOf('product-types', 'Internet'),
            technology_type_id: await house.idOf('technology-types', 'FTTH'),
            speed: 300,
            amount: 10,
          },
        ],
      },
    ],
  })

  await page.goto(`${house.url}/account/login`)
  await tabTo(page, page.getByLabel('E-mail'), 'sign in')
  await page.keyboard.type(house.admin.email)
  await tabTo(page, page.getByLabel('Senha', { exact: true }), 'the password')
  await page.keyboard.type(house.admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Página inicial' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Procurar em/ })).toBeFocused()
  await expectFocusSeen(page, 'the palette')
  await page.keyboard.type('serra azul teclado')
  await expect(page.getByRole('option', { selected: true })).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/clients/${client.uuid}`))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await tabTo(
    page,
    page
      .getByRole('main')
      .getByRole('link', { name: /mai\/2026|05\/2026/ })
      .first(),
    'the coleta',
    80,
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/collects/${coleta.uuid}`))

  const amount = page.locator('[id="locations.0.accesses_ordered.0.amount"]')
  await expect(amount).toBeVisible()
  await tabTo(page, amount, 'the grid', 80)
  await page.keyboard.type('60')
  await page.keyboard.press('Enter')
  await page.keyboard.type('500')
  await page.keyboard.press('Tab')
  await page.keyboard.type('7')
  await expect(page.getByText('2 linhas · 67 acessos')).toBeVisible()
  await expectFocusSeen(page, 'a new row')
  await picture(page, 'keyboard-grid')
  const saved = page.waitForResponse(
    answer => answer.url().endsWith(`/collects/${coleta.uuid}`) && answer.request().method() === 'PUT',
  )
  await page.keyboard.press('Control+s')
  expect((await saved).status()).toBe(200)
  await expectFocusSeen(page, 'saved')

  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

import { dayIn } from '#kernel/clock.ts'
import { collecting, label, lastDay, periodOf, type Period } from '#parts/period/period.ts'
import { showDate } from '#kernel/show.ts'
import { cnpj, fistelOf } from '../support/drafts.ts'
import {
  beginSession,
  type Data,
  expect,
  expectFits,
  expectGood,
  type House,
  nextNumber,
  picture,
  test,
} from './house.ts'

const running = periodOf(dayIn(new Date()).day)
const before = collecting(dayIn(new Date()).day)
const mes = ({ year, month }: Period) => `${year}-${String(month).padStart(2, '0')}`

/** A client with an SCM fistel, its coleta of the month that is over, and an empty one of the month that is not. */
async function provided(house: House, name: string) {
  const number = nextNumber()
  const client = await house.api('POST', 'clients', { name, document: cnpj(number) })
  const service_type_id = await house.idOf('service-types', 'SCM')
  const { id } = await house.api('POST', 'fistels', { client_id: client.id, fistel: fistelOf(number), service_type_id })
  const access = {
    client_type_id: await house.idOf('client-types', 'Pessoa física'),
    attendance_type_id: await house.idOf('attendance-types', 'Urbano'),
    attendance_middle_id: await house.idOf('attendance-middles', 'Fibra'),
    product_type_id: await house.idOf('product-types', 'Internet'),
    technology_type_id: await house.idOf('technology-types', 'FTTH'),
    speed: 300,
    amount: 70,
  }
  const city_id = await house.idOf('cities', 'Taubaté')
  const coleta = (of: Period, locations: readonly object[]): Promise<Data> =>
    house.api('POST', 'collects', { client_id: client.id, fistel_id: id, ...of, locations })
  return {
    last: await coleta(before, [{ city_id, accesses_ordered: [access] }]),
    now: await coleta(running, []),
  }
}

test(
  'a follow-up and a month that is not over are asked about in the same words at every door',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const name = `Porta Aberta ${project.name}`
    const { last, now } = await provided(house, name)
    await house.api('POST', 'collect-notes', {
      collect_id: last.id,
      content: 'Confirmar com o provedor se a base foi limpa',
      open: true,
    })
    await beginSession(page, house)

    // Its page: nothing is well beside what is open, and a click on Finalizar is a question.
    await page.goto(`${house.url}/collects/${last.uuid}?tab=conferencia`)
    await expect(page.getByText('Confirmar com o provedor se a base foi limpa').first()).toBeVisible()
    await expect(page.getByText('Nada a apontar')).toHaveCount(0)
    await page.getByRole('button', { name: 'Finalizar', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `${name}, ${label(before)}: para ser finalizada, diga o motivo.` })
    await expect(dialog.getByText('A acompanhar: Confirmar com o provedor se a base foi limpa')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Finalizar' })).toBeDisabled()
    await expectGood(page)
    await expectFits(page)
    await picture(page, `porta-pagina-${project.name}`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await picture(page, `porta-pagina-escura-${project.name}`)
    await page.emulateMedia({ colorScheme: 'light' })
    await dialog.getByRole('button', { name: 'Cancelar' }).click()

    // Fechamento: the same words, and Enter alone finishes nothing.
    await page.goto(`${house.url}/collects/quadro?modo=fechamento&mes=${mes(before)}`)
    const heading = page.getByRole('heading', { name })
    await expect(page.getByRole('paragraph').filter({ hasText: /^1 de \d+$/ })).toBeVisible()
    for (let tries = 0; tries < 30 && !(await heading.isVisible()); tries++) await page.keyboard.press('j')
    await expect(heading).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('A acompanhar: Confirmar com o provedor se a base foi limpa')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await picture(page, `porta-fechamento-${project.name}`)
    await dialog.getByLabel('Motivo').fill('A base foi limpa ontem')
    await dialog.getByRole('button', { name: 'Finalizar' }).click()
    await expect(page.getByText(`${name}: finalizada.`)).toBeVisible()

    // The reason is in the history of the coleta.
    await page.goto(`${house.url}/collects/${last.uuid}?tab=conferencia`)
    await expect(page.getByText('“A base foi limpa ontem”')).toHaveCount(0)
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Histórico' }).click()
    await expect(page.getByText('A base foi limpa ontem').first()).toBeVisible()
    await page.keyboard.press('Escape')

    // The board of the month that is not over: repeating is a question, which names the client and what is copied.
    await page.goto(`${house.url}/collects/quadro?mes=${mes(running)}&busca=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Confirmar sem mudanças: ${name}` }).click()
    const early = page.getByRole('dialog', { name: `${name}, ${label(running)}: para ser finalizada, diga o motivo.` })
    const ends = `${label(running)} só termina em ${showDate(lastDay(running))}, e os números são todos cópia de ${label(before)}.`
    await expect(early.getByText(ends)).toBeVisible()
    await picture(page, `porta-quadro-${project.name}`)
    await early.getByRole('button', { name: 'Cancelar' }).click()
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row.getByText('Em aberto')).toBeVisible()

    // Many: what is not over is listed with why, and goes in with a reason alone.
    await house.api('PUT', `collects/${now.uuid}/copiar-anterior`)
    await page.reload()
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Finalizar as que passam (1)' }).click()
    const many = page.getByRole('dialog')
    await expect(many.getByText('1 pede um motivo, e sem ele fica como está:')).toBeVisible()
    await expect(many.getByText(ends)).toBeVisible()
    await expect(many.getByRole('button', { name: 'Finalizar' })).toBeDisabled()
    await many.getByLabel('Motivo para finalizar essa também').fill('Encerrou as atividades')
    await picture(page, `porta-muitas-${project.name}`)
    await many.getByRole('button', { name: 'Finalizar 1 coleta' }).click()
    await expect(row.getByText('Pronta')).toBeVisible()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect(row.getByText('Em aberto')).toBeVisible()
    await picture(page, `porta-linhas-${project.name}`)
  },
)

test('the rows of the board are one stop of the keyboard, and a refusal on it names its client and goes', async ({
  page,
  house,
}) => {
  const names = ['Setas Um', 'Setas Dois', 'Setas Três']
  const made = []
  for (const name of names) made.push(await provided(house, name))
  await beginSession(page, house)
  await page.goto(`${house.url}/collects/quadro?mes=${mes(before)}&busca=Setas`)
  const links = page.getByRole('table').getByRole('link', { name: /^Setas/ })
  await expect(links).toHaveCount(3)
  await page.getByRole('link', { name: 'Ir para as coletas' }).focus()
  await page.keyboard.press('Enter')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(2)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('checkbox', { name: /^Marcar Setas/ }).nth(2)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Finalizar as que passam (1)' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('checkbox', { name: /^Marcar Setas/ }).nth(1)).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Setas')

  // A refusal names its client, leads to where it is put right, and goes.
  await page.goto(`${house.url}/collects/${made[0]?.now.uuid}?tab=conferencia`)
  await page.getByRole('button', { name: 'Finalizar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Setas Um, ${label(running)}: ainda não pode ser finalizada.` })
  await expect(dialog.getByText('Pede motivo')).toBeVisible()
  await dialog.getByRole('link', { name: 'Ver: A coleta não tem acessos.' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('tab', { name: /^Acessos/, selected: true })).toBeVisible()
})

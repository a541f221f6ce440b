import { readFile } from 'node:fs/promises'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { cnpj, fistelOf } from '#test/support/drafts.ts'
import { beginSession, expect, expectFits, expectGood, nextNumber, picture, test } from './house.ts'

const today = dayIn(new Date()).day

test('what is found of a client changes their light, on the board and on paper', async ({ page, house }, {
  project,
}) => {
  const name = `Luz do Vale ${project.name}`
  const client = await house.api('POST', 'clients', { name, document: cnpj(nextNumber()) })
  await house.api('POST', 'fistels', {
    client_id: client.id,
    fistel: fistelOf(nextNumber()),
    service_type_id: await house.idOf('service-types', 'SCM'),
  })
  await house.api('POST', 'client-tarefas', {
    name: 'Certidões do mês',
    client_id: client.id,
    due_on: dayAfter(today, 10),
    items: ['Nada Consta da Anatel', 'Procuração no SEI', 'CREA do responsável técnico'].map(item => ({ name: item })),
  })
  await beginSession(page, house)
  await page.goto(`${house.url}/clients/${client.uuid}?tab=regularidade`)
  const looks = page.getByRole('region', { name: 'Conferências' })
  await expect(looks.getByText('Não consultado', { exact: false })).toHaveCount(3)
  await expectFits(page)

  await looks.getByRole('button', { name: 'Conferir: Nada Consta da Anatel' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'O que se encontrou' })).toHaveValue('Em dia')
  await expectGood(page)
  await picture(page, `regularidade-conferir-${project.name}`)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(looks.getByRole('listitem').filter({ hasText: 'Nada Consta da Anatel' })).toContainText('Regular')

  await looks.getByRole('button', { name: 'Conferir: Procuração no SEI' }).click()
  await dialog.getByRole('combobox', { name: 'O que se encontrou' }).click()
  await page.getByRole('option', { name: 'Pendente' }).click()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(looks.getByRole('listitem').first()).toContainText('Pendente')
  await expectFits(page)
  await picture(page, `regularidade-do-cliente-${project.name}`, { fullPage: true })

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF para o cliente' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^situacao-regulatoria_luz-do-vale-.*\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await file.saveAs(`test-results/images/situacao-regulatoria-${project.name}.pdf`)

  await page.goto(`${house.url}/regularidade?busca=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: /com pendência/ }).click()
  await expect(page.getByText('Procuração no SEI: Pendente')).toBeVisible()
  await expectFits(page)
  await picture(page, `regularidade-${project.name}`)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('region', { name: 'Conferências' })).toBeVisible()
})

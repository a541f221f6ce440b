import { readFileSync } from 'node:fs'
import { expect, expectGood, signIn, test } from './house.ts'

test('a ticket is answered with a file, and whoever reads it takes the file home', async ({ page, house }, {
  project,
}) => {
  const phone = project.name === 'phone'
  const client = await house.api('POST', 'clients', {
    name: `Vale Verde ${project.name}`,
    document: phone ? '45283163000167' : '41000444000104',
  })
  const [module, type] = [await house.idOf('module-tickets', 'Coletas'), await house.idOf('ticket-types', 'Dúvida')]
  const ticket = await house.api('POST', 'tickets', {
    name: 'Planilha recusada',
    client_id: client.id,
    module_id: module,
    type_id: type,
  })
  await signIn(page, house)
  await page.goto(`${house.url}/tickets/${ticket.uuid}`)
  await page.getByLabel('Nova mensagem').fill('Segue a planilha corrigida.')
  const file = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from('CNPJ;ANO;MES\r\n') })
  const chooser = page.locator('input[type=file]')
  await chooser.setInputFiles(file('planilha.exe'))
  await expect(page.getByText('Não guardamos arquivos deste tipo')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeDisabled()
  await expectGood(page)
  await page.getByRole('button', { name: 'Tirar planilha.exe' }).click()
  await chooser.setInputFiles(file('planilha.csv'))
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()

  const attached = page.getByRole('list', { name: 'Anexos' }).getByRole('button', { name: 'planilha.csv' })
  await expect(attached).toBeVisible()
  await expectGood(page)
  const download = page.waitForEvent('download')
  await attached.click()
  expect(readFileSync(await (await download).path(), 'utf8')).toBe('CNPJ;ANO;MES\r\n')
})

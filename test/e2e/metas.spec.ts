import { beginSession, expect, expectGood, picture, test } from './house.ts'

// Each journey is short: what stands around it is made by calls.

const types = { text: 1, number: 3, date: 5, select: 7, group: 10, file: 11 } as const
const field = (key: string, type: keyof typeof types, label: string, more: object = {}, fields: object[] = []) => ({
  key,
  meta_type_id: types[type],
  extras: { label, class: 'col-6', ...more },
  fields,
})

test('a configuration is filled in with a day, a choice, a file and a group in a group, and read again', async ({
  page,
  house,
}, { project }) => {
  const made = await house.api('POST', 'configurations', {
    name: `Vistorias ${project.name}`,
    metas_only_father: [
      field('dia', 'date', 'Próxima vistoria'),
      field('meio', 'select', 'Meio', { options: ['Fibra', 'Rádio'] }),
      field('laudo', 'file', 'Modelo de laudo'),
      field('torre', 'group', 'Torre', {}, [
        field('base', 'group', 'Base', {}, [field('altura', 'number', 'Altura (m)', { hint: 'Do chão ao topo.' })]),
      ]),
    ],
  })
  await beginSession(page, house)
  await page.goto(`${house.url}/configurations/${made.uuid}`)
  await page.getByLabel('Próxima vistoria').fill('01/12/2026')
  await page.getByLabel(/^Meio/).click()
  await page.getByRole('option', { name: 'Rádio' }).click()
  const laudo = { name: 'Laudo.txt', mimeType: 'text/plain', buffer: Buffer.from('Torre de pé') }
  await page.locator('input[type=file]').setInputFiles(laudo)
  await expect(page.getByRole('button', { name: 'Laudo.txt', exact: true })).toBeVisible()
  await page.getByLabel('Altura (m)').fill('42,5')
  await expectGood(page)
  await picture(page, `campos-preenchidos-${project.name}`, { fullPage: true })
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('Configuração salva com sucesso.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Próxima vistoria')).toHaveValue('01/12/2026')
  await expect(page.getByLabel('Altura (m)')).toHaveValue('42,5')
  await expect(page.getByRole('button', { name: 'Laudo.txt', exact: true })).toBeVisible()
})

test('a field is defined, seen as it will be, and its change is told before it is saved', async ({ page, house }, {
  project,
}) => {
  const made = await house.api('POST', 'configurations', {
    name: `Torres ${project.name}`,
    metas_only_father: [{ ...field('altura', 'text', 'Altura'), value: 'quarenta' }],
  })
  await beginSession(page, house)
  await page.goto(`${house.url}/configurations/${made.uuid}`)
  await page.getByRole('link', { name: 'Definir campos' }).click()
  await page.getByRole('group', { name: 'Altura' }).getByLabel('Tipo').click()
  await page.getByRole('option', { name: 'Número' }).click()
  await page.getByRole('button', { name: 'Adicionar campo', exact: true }).click()
  const fresh = page.getByRole('group', { name: 'Campo 2' })
  await fresh.getByLabel('Chave', { exact: true }).fill('visita')
  await fresh.getByLabel('Rótulo').fill('Visita')
  await expect(page.getByRole('group', { name: 'Como fica o formulário' }).getByLabel(/^Visita/)).toBeVisible()
  await expectGood(page)
  await picture(page, `campos-definidos-${project.name}`, { fullPage: true })
  await page.getByRole('button', { name: 'Salvar definição' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('“quarenta”')).toBeVisible()
  await picture(page, `campos-consequencias-${project.name}`)
  await dialog.getByRole('button', { name: 'Salvar assim mesmo' }).click()
  await expect(page.getByText('Campos definidos.')).toBeVisible()
  await page.getByRole('link', { name: 'Voltar ao cadastro' }).click()
  await expect(page.getByRole('link', { name: 'Definir campos' })).toBeVisible()
  await expect(page.getByLabel(/^Altura/)).toHaveValue('quarenta')
})

test('a particularity is brought to a client, and taken back', async ({ page, house }, { project }) => {
  const name = `Serra Net ${project.name}`
  await house.api('POST', 'clients', {
    name,
    document: '41000121000110',
  })
  const made = await house.api('POST', 'particularities', {
    name: `Postes ${project.name}`,
    metas_only_father: [field('contrato', 'text', 'Contrato dos postes')],
  })
  await beginSession(page, house)
  await page.goto(`${house.url}/particularities/${made.uuid}?tab=clientes`)
  await expect(page.getByText('Nenhum cliente tem esta particularidade ainda.')).toBeVisible()
  await page.getByLabel(/^Acrescentar cliente/).fill(name)
  await page.getByRole('option', { name }).click()
  await expectGood(page)
  await picture(page, `particularidade-${project.name}`, { fullPage: true })
  await page.getByRole('button', { name: 'Levar a 1 cliente' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Levar' }).click()
  await expect(page.getByText('1 cliente, com os campos como estão definidos agora.')).toBeVisible()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByText('Nenhum cliente tem esta particularidade ainda.')).toBeVisible()
})

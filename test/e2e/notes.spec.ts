import { dayIn } from '#kernel/clock.ts'
import { addressIn, cnpj } from '#test/support/drafts.ts'
import { type Emitter, issuingCompany, withEmitter } from './emitter.ts'
import {
  beginSession,
  type Data,
  expect,
  expectFits,
  expectGood,
  type House,
  nextNumber,
  picture,
  test as base,
} from './house.ts'

// One emitter serves both, and the worker that has it.
base.describe.configure({ mode: 'default' })

const test = base.extend<object, { emitter: Emitter }>({
  emitter: [
    // oxlint-disable-next-line no-empty-pattern -- it needs no other fixture
    async ({}, use) => withEmitter(issuer, use),
    { scope: 'worker' },
  ],
  env: ({ emitter }, use) => use(emitter.env),
})

const issuer = cnpj(nextNumber())
let company: Data | undefined

/** The company that issues, made once, and a client of it whose CEP the emitter does not take. */
async function served(house: House, { pfx }: Emitter) {
  const town = await house.idOf('cities', 'Taubaté')
  if (!company) {
    company = await house.api('POST', 'empresas', issuingCompany(issuer, town))
    await house.api('PUT', `empresas/${company.uuid}/certificado`, pfx)
  }
  const made = nextNumber()
  const name = `Servido ${made}`
  const client = await house.api('POST', 'clients', {
    name,
    document: cnpj(made),
    empresa_responsavel_id: company.id,
    addresses: [addressIn(town)],
  })
  const issue = (value: number) =>
    house.api('POST', 'service-invoices/emitir', {
      client_id: client.id,
      empresa_id: company?.id,
      value,
      description: 'Assessoria regulatória do mês',
      service: '170101',
      competence: dayIn(new Date()).day,
    })
  return { client, name, issue }
}

test('a note the emitter refused says why, is put right and goes again under its number', async ({
  page,
  house,
  emitter,
}, { project }) => {
  const { sefin } = emitter
  const { name, issue } = await served(house, emitter)
  sefin.feel('refuses')
  const note = await issue(480.5)
  await beginSession(page, house)
  await page.goto(`${house.url}/service-invoices/${note.uuid}`)
  await expect(page.getByText('O emissor rejeitou a nota.')).toBeVisible()
  await expect(page.getByText('CEP do tomador inválido - 12020000 (E0240)')).toBeVisible()
  await expect(page.getByText(/Confira o cadastro do cliente/)).toBeVisible()
  await expectGood(page)
  await picture(page, `nota-rejeitada-${project.name}`, { fullPage: true })

  await page.getByRole('link', { name }).first().click()
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  await page.getByLabel('CEP').fill('12030000')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('Cliente salvo com sucesso.')).toBeVisible()

  await page.goto(`${house.url}/service-invoices/${note.uuid}`)
  await page.getByRole('button', { name: 'Corrigir e reenviar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Descrição do serviço').fill('Assessoria regulatória, com o CEP certo')
  await expectGood(page)
  await picture(page, `nota-corrigir-${project.name}`)
  await dialog.getByRole('button', { name: 'Corrigir e reenviar' }).click()
  await expect(page.getByRole('heading', { name: /^NFS-e \d+$/ })).toBeVisible()
  await expect(page.getByText('Autorizada', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('O emissor rejeitou a nota.')).toHaveCount(0)
  await expectFits(page)
  const [refused, taken] = sefin.received.slice(-2)
  const numberIn = (dps: string | undefined) => /<nDPS>(\d+)</.exec(dps ?? '')?.[1]
  expect([numberIn(refused), numberIn(taken)]).toEqual([String(note.number), String(note.number)])
  expect(taken).toContain('<CEP>12030000<')
  sefin.feel('accepts')
})

test('a note is issued with the company and the only service of its client, and another takes its place', async ({
  page,
  house,
  emitter,
}, { project }) => {
  const { sefin } = emitter
  sefin.feel('accepts')
  const { name } = await served(house, emitter)
  await beginSession(page, house)
  await page.goto(`${house.url}/service-invoices/emitir`)
  await page.getByRole('combobox', { name: 'Cliente' }).fill(name)
  await page.getByRole('option', { name }).first().click()
  await expect(page.getByRole('combobox', { name: 'Serviço' })).toHaveValue(/^170101/)
  await page.getByLabel('Valor do serviço (R$)').fill('480,50')
  await page.getByLabel('Descrição do serviço').fill('Assessoria regulatória do mês')
  await expect(page.getByRole('button', { name: 'Emitir nota' })).toBeEnabled()
  await expectGood(page)
  await picture(page, `nota-emitir-${project.name}`, { fullPage: true })
  await page.getByRole('button', { name: 'Emitir nota' }).click()
  await expect(page.getByRole('heading', { name: /^NFS-e \d+$/ })).toBeVisible()

  await page.getByRole('button', { name: 'Substituir' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Valor do serviço (R$)').fill('500,00')
  await dialog.getByRole('combobox', { name: 'Motivo da substituição' }).click()
  await page.getByRole('option', { name: 'Outros' }).click()
  await expect(dialog.getByRole('button', { name: 'Emitir a substituta' })).toBeDisabled()
  await dialog.getByLabel('Explicação').fill('Valor informado errado na nota')
  await expectGood(page)
  await picture(page, `nota-substituir-${project.name}`)
  await dialog.getByRole('button', { name: 'Emitir a substituta' }).click()
  await expect(page.getByText('Substitui', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('R$ 500,00').first()).toBeVisible()
  await expect(page.getByText('Autorizada', { exact: true }).first()).toBeVisible()
  await picture(page, `nota-substituta-${project.name}`, { fullPage: true })
  await page
    .getByRole('main')
    .getByRole('link', { name: /^NFS-e \d+$/ })
    .first()
    .click()
  await expect(page.getByText('Substituída', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Substituída por', { exact: true }).first()).toBeVisible()
  await expectFits(page)
  await picture(page, `nota-substituida-${project.name}`, { fullPage: true })
  expect(sefin.replaced.size).toBe(1)
})

test('a company of the Simples is warned of another emitter, and what it lacks is read again after a save', async ({
  page,
  house,
}, { project }) => {
  const other = await house.api('POST', 'empresas', {
    nome_fantasia: 'Consultoria do Simples',
    razao_social: 'Consultoria do Simples Ltda',
    cnpj: cnpj(nextNumber()),
    inscricao_municipal: '48210',
    municipio_id: await house.idOf('cities', 'Taubaté'),
    regime: 'simples-nacional',
    aliquota_iss: 2,
    carga_tributaria: 6,
    servicos: [{ codigo: '170101', descricao: 'Assessoria e consultoria' }],
  })
  await beginSession(page, house)
  await page.goto(`${house.url}/empresas/${other.uuid}`)
  await expect(page.getByText(/Desde 01\/11\/2026, ME e EPP do Simples emitem só pelo emissor nacional/)).toBeVisible()
  await expect(page.getByText('Pronta para emitir notas')).toBeVisible()
  await expectGood(page)
  await picture(page, `empresa-simples-${project.name}`, { fullPage: true })
  await page.getByRole('combobox', { name: 'Quem emite' }).click()
  await page.getByRole('option', { name: 'Emissor nacional da NFS-e' }).click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('Para emitir notas faltam: certificado')).toBeVisible()
  await expect(page.getByText(/Desde 01\/11\/2026/)).toHaveCount(0)
  await expectFits(page)
})

test('while the emitter is down a note waits and says until when; tried from the screen once it is back, there is one', async ({
  page,
  house,
  emitter,
}, { project }) => {
  const { sefin } = emitter
  const { client, issue } = await served(house, emitter)
  const before = sefin.notes.size
  await sefin.down()
  const note = await issue(77)
  await beginSession(page, house)
  await page.goto(`${house.url}/integracoes`)
  await page.getByRole('link', { name: '1 na fila' }).click()
  await page.getByRole('link', { name: new RegExp(`DPS 1/${note.number}\\b`) }).click()
  await expect(page.getByText(/Nova tentativa em \d\d\/\d\d\/\d{4}/)).toBeVisible()
  await expect(page.getByText(/sem resposta/).first()).toBeVisible()
  await expectGood(page)
  await picture(page, `fila-espera-${project.name}`, { fullPage: true })
  await page.goto(`${house.url}/integracoes`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Emissor nacional' })).toContainText(/Próxima tentativa: /)
  await expectGood(page)

  await sefin.up()
  await page.getByRole('link', { name: '1 na fila' }).click()
  await page.getByRole('link', { name: new RegExp(`DPS 1/${note.number}\\b`) }).click()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Enviado', { exact: true }).first()).toBeVisible()
  await expectFits(page)
  await picture(page, `fila-enviado-${project.name}`, { fullPage: true })
  await page.goto(`${house.url}/service-invoices?filter[client_id]=${client.id}`)
  await expect(page.getByText('Autorizada', { exact: true })).toBeVisible()
  expect(sefin.notes.size - before).toBe(1)
})

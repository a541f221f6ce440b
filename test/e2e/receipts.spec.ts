import { dayIn } from '#kernel/clock.ts'
import { cnpj, fistelOf } from '../support/drafts.ts'
import { pdfOf, receiptLines } from '../support/receipts.ts'
import { beginSession, expect, expectFits, expectGood, type House, nextNumber, picture, test } from './house.ts'

const month = { year: 2025, month: 5 }
/** The guide's picture is of forty; that many are settled at once in `receipts.test.ts` of the feature. */
const owners = process.env.PICTURES === '1' ? 39 : 5

/** Clients with a coleta of May 2025 each that went to Anatel; the last is only ready. */
async function providers(house: House, name: string) {
  const service_type_id = await house.idOf('service-types', 'SCM')
  const kinds = {
    client_type_id: await house.idOf('client-types', 'Pessoa física'),
    attendance_type_id: await house.idOf('attendance-types', 'Urbano'),
    attendance_middle_id: await house.idOf('attendance-middles', 'Fibra'),
    product_type_id: await house.idOf('product-types', 'Internet'),
    technology_type_id: await house.idOf('technology-types', 'FTTH'),
  }
  const city_id = await house.idOf('cities', 'Taubaté')
  const locations = [{ city_id, accesses_ordered: [{ ...kinds, speed: 300, amount: 12 }] }]
  const made = []
  for (let n = 0; n < owners; n++) {
    const number = nextNumber()
    const document = cnpj(number)
    const client = await house.api('POST', 'clients', { name: `${name} ${n}`, document })
    const fistel = { client_id: client.id, fistel: fistelOf(number), service_type_id, active_anatel: true }
    const owned = await house.api('POST', 'fistels', fistel)
    const coleta = await house.api('POST', 'collects', {
      client_id: client.id,
      fistel_id: owned.id,
      ...month,
      locations,
    })
    await house.api('PUT', `collects/${coleta.uuid}/finalizar`)
    if (n < owners - 1) await house.api('PUT', `collects/${coleta.uuid}/enviar`)
    made.push({ document, coleta, name: `${name} ${n}` })
  }
  return made
}

test('receipts dropped at once: each in its place, two in the tray, none wrong; and all of it undone', async ({
  page,
  house,
}, { project }) => {
  const name = `Comprova ${project.name}`
  const made = await providers(house, name)
  const files = await Promise.all([
    ...made.map(async ({ document }, n) => ({
      name: `recibo-${n}.pdf`,
      mimeType: 'application/pdf',
      buffer: await pdfOf(
        receiptLines({ document, period: 'Competência: maio de 2025', protocol: `2025.${1000 + n}` }),
      ),
    })),
    (async () => ({
      name: 'digitalizado.pdf',
      mimeType: 'application/pdf',
      buffer: await pdfOf([project.name], { scanned: true }),
    }))(),
  ])
  const kept = async (n: number) => {
    const { data } = await receiptsOf(house, made[n]?.coleta.id ?? 0)
    return data.filter(({ kind }) => kind === 'recibo').map(each => each.name)
  }

  await beginSession(page, house)
  await page.goto(`${house.url}/comprovantes`)
  await expect(page.getByRole('heading', { name: 'A bandeja está vazia' })).toBeVisible()
  await expectFits(page)
  await picture(page, `comprovantes-vazio-${project.name}`, { fullPage: true })

  await page
    .getByLabel('Comprovantes', { exact: true })
    .setInputFiles([...files, { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('não é um PDF') }])
  const last = page.getByRole('region', { name: 'Último lote' })
  await expect(last.getByText(`${owners - 1} guardados, 2 na bandeja`)).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('foto.jpg: Só PDFs são lidos aqui.')).toBeVisible()
  const tray = page.getByRole('list', { name: 'Bandeja' })
  await expect(tray.getByText('Sem texto: parece uma imagem digitalizada. Escolha do que é.')).toBeVisible()
  await expect(tray.getByText('a coleta de mai/2025 não foi enviada: está pronta.')).toBeVisible()
  for (let n = 0; n < owners; n++) expect(await kept(n), `of ${n}`).toEqual(n < owners - 1 ? [`recibo-${n}.pdf`] : [])
  await expectGood(page)
  await picture(page, `comprovantes-${project.name}`, { fullPage: true })

  // One is settled from the tray, the sending with it.
  await tray.getByRole('button', { name: `recibo-${owners - 1}.pdf: guardar em ${name} ${owners - 1}` }).click()
  await expect(last.getByText(`${owners} guardados, 1 na bandeja`)).toBeVisible()
  expect(await kept(owners - 1)).toEqual([`recibo-${owners - 1}.pdf`])
  await page.getByRole('button', { name: 'digitalizado.pdf: escolher do que é' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectGood(page)
  await picture(page, `comprovantes-escolher-${project.name}`)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()

  await page.getByRole('button', { name: /Guardados/ }).click()
  await expect(page.getByText(`${name} ${owners - 2}: coleta de mai/2025`)).toBeVisible()
  await expectGood(page)
  await picture(page, `comprovantes-guardados-${project.name}`, { fullPage: true })

  await last.getByRole('button', { name: 'Desfazer tudo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desfazer tudo' }).click()
  await expect(last).toBeHidden()
  for (let n = 0; n < owners; n++) expect(await kept(n), `of ${n}`).toEqual([])
  await page.getByRole('button', { name: /Lotes?$/ }).click()
  await expect(page.getByText('Desfeito').first()).toBeVisible()
  await expectGood(page)
  await picture(page, `comprovantes-lotes-${project.name}`, { fullPage: true })

  // What waited is ready again: of the marked rows of the month it is said that it went, and that is taken back.
  const board = `${house.url}/collects/quadro?mes=2025-05&busca=${encodeURIComponent(name)}`
  await page.goto(board)
  await page.getByLabel('Marcar todas').check()
  await page.getByRole('button', { name: 'Registrar envio (1)' }).click()
  const sending = page.getByRole('dialog')
  await expect(sending.getByText('1 coleta passa a Enviada')).toBeVisible()
  await expectGood(page)
  await picture(page, `registrar-envio-${project.name}`)
  await sending.getByRole('button', { name: 'Registrar envio de 1 coleta' }).click()
  await expect(page.getByText('1 coleta registrada como enviada')).toBeVisible()
  const step = async () => Object((await house.api('GET', `collects/${made[owners - 1]?.coleta.uuid}`)).status).name
  expect(await step()).toBe('Enviada')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByText('1 envio desfeito.')).toBeVisible()
  expect(await step()).toBe('Pronta')
})

test('what refuses waits with its words, becomes the error of its coleta by one button, and is taken back', async ({
  page,
  house,
}, { project }) => {
  const name = `Recusas ${project.name}`
  const made = await providers(house, name)
  const paper = async (n: number, file: string, more: readonly string[]) => ({
    name: file,
    mimeType: 'application/pdf',
    buffer: await pdfOf(
      receiptLines({
        document: made[n]?.document ?? '',
        period: 'Competência: maio de 2025',
        protocol: `2025.${2000 + n}`,
        more,
      }),
    ),
  })
  const refusal = [
    'Situação: NÃO PROCESSADO. O arquivo contém 2 erros e foi rejeitado.',
    'Linha 14: código IBGE inexistente',
    'Linha 27: velocidade zero',
  ]
  const step = async (n: number) => Object((await house.api('GET', `collects/${made[n]?.coleta.uuid}`)).status).name
  /** The same page as a phone shows it. */
  const narrow = async (shot: string) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFits(page)
    await picture(page, `${shot}-390`, { fullPage: true })
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  await beginSession(page, house)
  await page.goto(`${house.url}/comprovantes`)
  await page.getByLabel('Marcar também como processadas').check()
  await page
    .getByLabel('Comprovantes', { exact: true })
    .setInputFiles([
      await paper(0, 'aceito-mai-2025-acessos-scm-comprovante.pdf', ['Situação: Processado com sucesso em 12/06/2025']),
      await paper(1, '20-recusado-mai.pdf', refusal),
      await paper(2, 'em-parte.pdf', ['Arquivo aceito, exceto as linhas 14, 27 e 33.']),
      await paper(3, 'so-recebido.pdf', ['Situação: aguardando processamento']),
    ])
  const last = page.getByRole('region', { name: 'Último lote' })
  await expect(last.getByText('2 guardados, 2 na bandeja')).toBeVisible({ timeout: 90_000 })
  expect(await Promise.all([0, 1, 2, 3].map(step))).toEqual(['Processada', 'Enviada', 'Enviada', 'Enviada'])
  const tray = page.getByRole('list', { name: 'Bandeja' })
  await expect(tray.getByText(/Parece uma recusa: /)).toBeVisible()
  await expect(tray.getByText(/Parece aceito só em parte: /)).toBeVisible()
  await expectGood(page)
  await picture(page, `comprovantes-recusa-${project.name}`, { fullPage: true })
  await narrow(`comprovantes-recusa-${project.name}`)

  await tray.getByRole('button', { name: /20-recusado-mai.pdf: registrar o erro em/ }).click()
  await expect(last.getByText('3 guardados, 1 na bandeja')).toBeVisible()
  expect(await step(1)).toBe('Com erro')
  await page.getByRole('button', { name: /Guardados/ }).click()
  await expect(page.getByText(`Recusa: ${name} 1: coleta de mai/2025`)).toBeVisible()
  await expectGood(page)
  await picture(page, `comprovantes-guardados-recusa-${project.name}`, { fullPage: true })
  await page.goto(`${house.url}/collects/${made[1]?.coleta.uuid}?tab=envio`)
  await expect(page.getByText('Linha 27: velocidade zero')).toBeVisible()
  await expectGood(page)
  await picture(page, `envio-recusado-${project.name}`, { fullPage: true })
  await page.goto(`${house.url}/comprovantes?ver=guardado`)
  await page.getByRole('button', { name: 'Desfazer: 20-recusado-mai.pdf' }).click()
  await expect(last.getByText('2 guardados, 2 na bandeja')).toBeVisible()
  expect(await step(1)).toBe('Enviada')

  // On the coleta itself the same is read and asked.
  await page.goto(`${house.url}/collects/${made[1]?.coleta.uuid}?tab=envio`)
  await page
    .getByLabel('Recibo', { exact: true })
    .setInputFiles(await paper(1, 'outra-via.pdf', [...refusal, 'segunda via']))
  await expect(page.getByText(/Parece uma recusa: /)).toBeVisible()
  await expectGood(page)
  await picture(page, `envio-parece-recusa-${project.name}`, { fullPage: true })
  await narrow(`envio-parece-recusa-${project.name}`)
  await page.getByRole('button', { name: 'Registrar o erro' }).first().click()
  await expect(page.getByText('Erro registrado, com a recusa guardada.')).toBeVisible()
  expect(await step(1)).toBe('Com erro')
})

const receiptsOf = async (house: House, coleta: number) => ({
  data: Object.values(
    Object(await house.api('GET', `collect-files?filter[collect_id]=${coleta}`)),
  ) as readonly Readonly<Record<string, string>>[],
})

test('a refused paper of FUST opens the duty an earlier one had closed, is read where the duty is, and is taken back there', async ({
  page,
  house,
}, { project }) => {
  const name = `Recusa FUST ${project.name}`
  const document = cnpj(nextNumber())
  const client = await house.api('POST', 'clients', { name, document })
  await house.api('POST', 'fistels', {
    client_id: client.id,
    fistel: fistelOf(nextNumber()),
    service_type_id: await house.idOf('service-types', 'SCM'),
  })
  const [year, month] = dayIn(new Date()).day.split('-')
  const paper = async (file: string, more: readonly string[]) => ({
    name: file,
    mimeType: 'application/pdf',
    buffer: await pdfOf(
      receiptLines({ document, kind: 'SFUST: declaração do FUST', period: `Competência: ${month}/${year}`, more }),
    ),
  })
  await beginSession(page, house)
  await page.goto(`${house.url}/comprovantes`)
  const last = page.getByRole('region', { name: 'Último lote' })
  const input = page.getByLabel('Comprovantes', { exact: true })
  await input.setInputFiles([await paper('fust-recebido.pdf', ['Declaração recebida com sucesso.'])])
  await expect(last.getByText('1 guardado, 0 na bandeja')).toBeVisible({ timeout: 90_000 })
  await input.setInputFiles([
    await paper('fust-recusado.pdf', ['DECLARAÇÃO RECUSADA', 'Motivo: receita informada difere da apurada']),
  ])
  await expect(last.getByText('0 guardados, 1 na bandeja')).toBeVisible({ timeout: 90_000 })
  const tray = page.getByRole('list', { name: 'Bandeja' })
  await expect(tray.getByText(/volta a ficar em aberto/)).toBeVisible()
  await expectGood(page)
  await picture(page, `comprovantes-recusa-fust-${project.name}`, { fullPage: true })
  await tray.getByRole('button', { name: /^fust-recusado.pdf: registrar a recusa em/ }).click()
  await expect(last.getByText('1 guardado, 0 na bandeja')).toBeVisible()

  const open = page.getByRole('region', { name: 'A fazer' })
  for (const place of [
    `clients/${client.uuid}?tab=obrigacoes`,
    `obrigacoes?mes=${Number(month) === 12 ? `${Number(year) + 1}-01` : `${year}-${String(Number(month) + 1).padStart(2, '0')}`}&aberta=fust ${year}-${month}&busca=${name}`,
  ]) {
    await page.goto(`${house.url}/${place}`)
    await expect(page.getByText(/receita informada difere da apurada/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'fust-recusado.pdf', exact: true })).toBeVisible()
    await expectGood(page)
    await expectFits(page)
    await picture(page, `obrigacao-recusada-${place.slice(0, 7)}-${project.name}`, { fullPage: true })
  }
  await page.goto(`${house.url}/clients/${client.uuid}?tab=obrigacoes`)
  await expect(open.getByText('Recusada', { exact: true })).toBeVisible()
  await open.getByRole('button', { name: 'Desfazer a recusa: fust-recusado.pdf' }).click()
  await expect(page.getByText('Recusa desfeita. O papel voltou à bandeja de comprovantes.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Feitas' }).getByText(/^FUST/)).toBeVisible()
  await expect(page.getByText('Recusada', { exact: true })).toHaveCount(0)
})

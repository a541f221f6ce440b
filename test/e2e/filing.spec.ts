import { beginSession, expect, expectFits, expectGood, type House, inScheme, picture, test } from './house.ts'

const document = '42000111000148'
/** Of reference: it falls due in March of the next. */
const year = new Date().getFullYear()

/** A client with two stations that are joined, and one that stands nowhere. */
async function network(house: House, name: string, document: string) {
  const client = await house.api('POST', 'clients', { name, document })
  const service_type_id = await house.idOf('service-types', 'SCM')
  const fistel = '50402990102'
  await house.api('POST', 'fistels', { client_id: client.id, fistel, service_type_id, active_anatel: true })
  const [city_id, attendance_middle_id] = [
    await house.idOf('cities', 'Taubaté'),
    await house.idOf('attendance-middles', 'Fibra'),
  ]
  const station = (name: string, station_number: string, address: object[]) =>
    house.api('POST', 'stations', {
      name,
      client_id: client.id,
      station_number,
      station_type: 'propria',
      opening: 'sim',
      attendance_middle_id,
      address,
    })
  const one = await station('Torre Norte', '1007770001', [{ address: 'Rua A', city_id, lat: -23.02, lng: -45.55 }])
  const other = await station('Torre Sul', '1007770002', [{ address: 'Rua B', city_id, lat: -23.08, lng: -45.57 }])
  await station('Torre Perdida', '1007770003', [])
  const link = await house.api('POST', 'station-links', {
    client_id: client.id,
    attendance_middle_id,
    create_anyway: true,
    stations: [one, other].map(({ id }) => ({ station_id: id })),
  })
  const property = await house.api('POST', 'station-link-properties', { station_link_id: link.id, slp_id: 'P1' })
  await house.api('POST', 'station-link-property-connections', {
    station_link_property_id: property.id,
    station_1_id: one.id,
    station_2_id: other.id,
    attendance_middle_id,
    capacity: 10,
    exists: true,
  })
  return { client }
}

test('the year is checked, generated, sent and settled, and compared with what the regulator has', async ({
  page,
  house,
}, { project }) => {
  const name = `Serra Anual ${project.name}`
  const { client } = await network(house, name, document)
  const shot = (what: string) => picture(page, `infraestrutura-${what}-${project.name}`, { fullPage: true })
  await beginSession(page, house)
  await page.goto(`${house.url}/infraestrutura?ano=${year}&busca=${encodeURIComponent(name)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Infraestrutura anual' })).toBeVisible()
  await expectFits(page)
  await shot('quadro')
  await page.getByRole('link', { name }).click()

  const out = page.getByRole('link', { name: '1 sem coordenadas' })
  await expect(out).toHaveAttribute('href', /stations\?filter/)
  await expect(page.getByRole('row').filter({ hasText: 'Enlaces próprios' })).toContainText('Rascunho')
  await expectGood(page)
  await shot('conferencia')
  await page.getByRole('button', { name: 'Gerar arquivos' }).click()
  const sure = page.getByRole('alertdialog')
  await expect(sure).toContainText('Um registro fica de fora')
  await sure.getByRole('button', { name: 'Gerar arquivos' }).click()
  await expect(page.getByText('Versão 1, pronta para enviar')).toBeVisible()
  await expect(page.getByText('Ficaram de fora 1. Estações: 1 sem coordenadas.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Baixar DICI_ANUAL_ESTACOES/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^DICI_ANUAL_ESTACOES_\d{4}_serra-anual.*\.csv$/)

  await page.getByLabel('Protocolo', { exact: true }).fill('53500.000123/2026-11')
  await page.getByRole('button', { name: 'Registrar envio' }).click()
  await expect(page.getByText('Enviada', { exact: true })).toBeVisible()
  await page
    .getByLabel('Recibo', { exact: true })
    .setInputFiles({ name: 'recibo.txt', mimeType: 'text/plain', buffer: Buffer.from('Processado com sucesso') })
  await expect(page.getByText('recibo.txt')).toBeVisible()
  await expectGood(page)
  await shot('envio')

  // The calendar has it done, and leads back here.
  await page.goto(
    `${house.url}/obrigacoes?mes=${year + 1}-03&busca=${encodeURIComponent(name)}&aberta=infraestrutura%20${year}`,
  )
  await expect(page.getByText(/Versão 1 da infraestrutura anual/)).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveAttribute('href', /infraestrutura\?ano=/)

  await page.goto(`${house.url}/infraestrutura?ano=${year}&cliente=${client.uuid}&aba=comparar`)
  await page.getByLabel('Arquivo de estações', { exact: true }).setInputFiles({
    name: 'estacoes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'CNPJ;NumEstacao;Latitude;Longitude',
        `${document};1007770001;-23,02;-45,55`,
        `${document};1007770002;-23,18;-45,57`,
        `${document};1009990009;-22,5;-45,5`,
        `${document};x;-22,5;-45,5`,
        '11222333000181;1;-22;-45',
      ].join('\r\n'),
    ),
  })
  await expect(page.getByText('5 linhas no arquivo: 3 estações deste cliente, pelo CNPJ;')).toBeVisible()
  await expect(page.getByText('Linha 5: o número da estação não se lê')).toBeVisible()
  await expectGood(page)
  await shot('comparada')
  await inScheme(page, 'dark')
  await expectGood(page)
  await shot('comparada-escura')
  await inScheme(page, 'light')
  await page.getByRole('button', { name: '1 longe demais' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Torre Sul' })).toBeVisible()
  await page.getByRole('button', { name: '1 só na Anatel' }).click()
  await page.getByRole('link', { name: 'Registrar' }).click()
  await expect(page.getByLabel('Número da estação')).toHaveValue('1009990009')
  await expect(page.getByLabel(/^Latitude/)).toHaveValue('-22,500000')

  // A file of everybody is packed on the way; what it says against itself is to be looked at.
  const others = '11222333000181;1;-22;-45;Licenciada\r\n'.repeat(260_000)
  await page.goto(`${house.url}/infraestrutura?ano=${year}&cliente=${client.uuid}&aba=comparar`)
  await page.getByLabel('Arquivo de estações', { exact: true }).setInputFiles({
    name: 'geral.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `CNPJ;NumEstacao;Latitude;Longitude;Situacao\r\n${others}${document};1007770001;-23,02;-45,55;Cancelada\r\n***;9;-22;-45;\r\n`,
    ),
  })
  await expect(page.getByText('260.002 linhas no arquivo: 1 estação deste cliente, pelo CNPJ;')).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByText('de 1 linha o dono não se lê')).toBeVisible()
  await page.getByRole('button', { name: '1 a conferir' }).click()
  await expect(page.getByText('No arquivo: Linha 260002: a situação é “Cancelada”.')).toBeVisible()
  await expectGood(page)
  await shot('comparada-geral')
})

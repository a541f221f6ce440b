import { cnpjFrom } from '../../src/features/platform/demo/numbers.ts'
import { beginSession, expect, expectFits, expectGood, inScheme, picture, test } from './house.ts'

test(
  'a place in doubt is asked about where it is typed, and before it is saved',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const document = cnpjFrom(project.name === 'phone' ? '725138170001' : '725138160001')
    const client = await house.api('POST', 'clients', { name: `Vale dos Lugares ${project.name}`, document })
    await beginSession(page, house)
    await page.goto(`${house.url}/stations/create?client_id=${client.id}`)
    await page.getByLabel('Nome', { exact: true }).fill('Torre do Lugar')
    await page.getByRole('button', { name: 'Adicionar endereço' }).click()
    const [lat, lng] = [page.getByLabel(/^Latitude/), page.getByLabel(/^Longitude/)]
    const shot = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await inScheme(page, colorScheme)
        await picture(page, `lugar-${name}-${project.name}-${colorScheme}`)
      }
      await inScheme(page, 'light')
    }

    // Why a text is no coordinate is said on leaving its box.
    await lat.fill(`20°68'32" S`)
    await lat.press('Tab')
    await expect(page.getByText('“68” não pode ser minutos: vão até 59.')).toBeVisible()
    await shot('recusado')
    await lat.fill('https://maps.app.goo.gl/abc')
    await lat.press('Tab')
    await expect(page.getByText('abra o link antes')).toBeVisible()
    // Sign and letter that contradict each other.
    await lat.fill('-20,142222 N')
    await lat.press('Tab')
    await page.getByRole('button', { name: '-20,142222', exact: true }).click()
    await expect(lat).toHaveValue('-20,142222')

    // Two boxes filled one by one are one place.
    await lat.fill('-44,8875')
    await lng.fill('-20,142222')
    await lng.press('Tab')
    await expect(page.getByText('A latitude e a longitude parecem trocadas. Qual é o certo?')).toBeVisible()
    await shot('trocado')
    await page.getByRole('button', { name: 'Usar -20,142222; -44,887500' }).click()
    await expect(lat).toHaveValue('-20,142222')
    await expect(page.getByText('As coordenadas ficam em Divinópolis/MG')).toBeVisible()

    // A centre of a map is shown as one.
    await lat.fill('https://www.google.com/maps/@-20.142222,-44.8875,17z')
    await lat.press('Tab')
    await expect(page.getByText('O endereço só diz o centro do mapa')).toBeVisible()

    // Buenos Aires is within the square around Brazil, and in no municipality.
    await lat.fill('-34.6037, -58.3816')
    await lat.press('Tab')
    await expect(page.getByText('O ponto não fica em nenhum município')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Marcar No mar' })).toBeVisible()
    await expectFits(page)
    await expectGood(page)
    await shot('em-nenhum')
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    const asked = page.getByRole('alertdialog', { name: 'Salvar com estas coordenadas?' })
    await expect(asked).toBeVisible()
    await shot('antes-de-salvar')
    await asked.getByRole('button', { name: 'Corrigir' }).click()
    await lat.fill('-20,142222; -44,8875')
    await lat.press('Tab')
    await page.getByRole('button', { name: 'Usar Divinópolis/MG' }).click()
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Torre do Lugar' })).toBeVisible()
  },
)

test(
  'a series and a spreadsheet of places are judged line by line',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const document = '41000333000106'
    const client = await house.api('POST', 'clients', { name: `Serra dos Lugares ${project.name}`, document })
    const station = await house.api('POST', 'stations', {
      name: 'Torre 1',
      client_id: client.id,
      address: [{ lat: -20.142222, lng: -44.8875, city_id: await house.idOf('cities', 'Divinópolis') }],
    })
    const shot = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await inScheme(page, colorScheme)
        await picture(page, `lugar-${name}-${project.name}-${colorScheme}`, { fullPage: true })
      }
      await inScheme(page, 'light')
    }
    await beginSession(page, house)
    await page.goto(`${house.url}/stations/duplicate/${station.uuid}`)
    await page.getByRole('button', { name: 'Registrar em série' }).click()
    const lines = page.getByLabel('Uma estação por linha')
    await lines.fill('Pico; -20,15; -44,89 (conferido)\nSerra; -19,9167; -43,9345\nPonta; -34,6037; -58,3816')
    const table = page.getByRole('table', { name: 'Estações que serão registradas' })
    await expect(table.getByText('no mar, ou fora do Brasil?')).toBeVisible()
    await expect(table.getByText('Belo Horizonte/MG')).toBeVisible()
    await expect(table.getByText('Ficou de fora: “conferido”.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Registrar 3/ })).toBeDisabled()
    await expectFits(page)
    await shot('serie')

    const csv = [
      ['Nome', 'Cliente', 'Número da estação', 'Código IBGE', 'Latitude', 'Longitude'],
      ['Certa', document, '1008990000', '3122306', '-20,142222', '-44,8875'],
      ['Trocada', document, '1008990001', '3122306', '-44,8875', '-20,142222'],
      ['Sem sinal', document, '1008990002', '3122306', '20,142222', '44,8875'],
      ['De fora', document, '1008990003', '3122306', '-19,9167', '-43,9345'],
      ['Minutos', document, '1008990004', '3122306', `20°68'32"S`, `44°53'15"W`],
    ]
      .map(row => row.map(cell => `"${cell.replaceAll('"', '""')}"`).join(';'))
      .join('\r\n')
    await page.goto(`${house.url}/imports/create?secao=stations`)
    await page
      .getByLabel('Arquivo a importar')
      .setInputFiles({ name: 'torres.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await expect(page.getByText('4 linhas para resolver')).toBeVisible()
    await expect(page.getByText('A latitude e a longitude parecem trocadas.')).toBeVisible()
    await expect(page.getByText('As coordenadas ficam em Belo Horizonte/MG, e não em Divinópolis/MG.')).toBeVisible()
    await expectFits(page)
    await shot('importacao')
  },
)

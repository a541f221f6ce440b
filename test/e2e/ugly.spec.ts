import { readFileSync } from 'node:fs'
import { cnpjFrom, fistelFrom } from '../../src/features/platform/demo/numbers.ts'
import { expect, expectFits, picture, signIn, test } from './house.ts'

const columns = 'Cidade;UF;Tipo Cliente;Atendimento;Meio;Produto;Tecnologia;Velocidade'
const row = (place: string, speed: string, more = '') => `${place};SP;PF;URBANO;fibra;internet;FTTH;${speed}${more}`
const file = (...rows: readonly string[]) => Buffer.from(rows.join('\r\n'))

/** Files as they come, each with what is wrong in it, and the words by which somebody in a hurry is stopped. */
const files: readonly (readonly [name: string, file: Buffer, words: RegExp])[] = [
  [
    'setembro.csv',
    file('Acessos de setembro/2026;', `${columns};Acessos`, row('Itu', '300', ';5')),
    /O título diz set\/2026/,
  ],
  ['09-2026.csv', file(`${columns};Acessos`, row('Itu', '300', ';5')), /O nome do arquivo diz set\/2026/],
  ['outra-empresa.csv', file('OUTRA TELECOM - CNPJ 11.767.820/0001-20;', `${columns};Acessos`, row('Itu', '300', ';5')), /de outra empresa|traz o CNPJ 11\.767\.820\/0001-20/], // prettier-ignore
  ['competencia.csv', file(`${columns};Acessos;Competência`, row('Itu', '300', ';5;09/2026'), row('Itu', '600', ';6;09/2026')), /“Competência” diz set\/2026/], // prettier-ignore
  ['cancelados.csv', file(`${columns};Acessos;Situação`, row('Itu', '300', ';5;Ativo'), row('Itu', '600', ';6;Cancelado')), /“Situação” diz Ativo em 1 linha e Cancelado em 1 linha/], // prettier-ignore
  ['servicos.csv', file(`${columns};Acessos;Serviço`, row('Itu', '300', ';5;SCM'), row('Itu', '600', ';6;SeAC')), /A coleta é de SCM: quais contam\?/], // prettier-ignore
  [
    'kbps.csv',
    file(`${columns};Acessos`, row('Itu', '102400', ';5'), row('Itu', '51200', ';6')),
    /Em que unidade estão\?/,
  ],
  ['duas-tabelas.csv', file(`${columns};Acessos`, row('Itu', '300', ';5'), 'Cidade;Acessos;Velocidade', 'Itu;5;300'), /começa outra tabela/], // prettier-ignore
  ['letra-perdida.csv', file(`${columns};Acessos`, row('Piraju?', '300', ';5')), /letras que se perderam/],
  ['duas-velocidades.csv', file(`${columns};Acessos`, row('Itu', '100 a 300 Mega', ';5')), /pode ser 100 ou 300 Mbps/],
]

test(
  'somebody in a hurry is stopped by ten ugly files, and told why in the window',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const root = '72513819'
    const client = await house.api('POST', 'clients', { name: `Provedor ${project.name}`, document: cnpjFrom(`${root}000${project.name === 'phone' ? 2 : 1}`) }) // prettier-ignore
    const fistel = await house.api('POST', 'fistels', {
      client_id: client.id,
      fistel: fistelFrom(project.name === 'phone' ? '572513816' : '572513815'),
      service_type_id: await house.idOf('service-types', 'Multimídia'),
    })
    const body = { client_id: client.id, fistel_id: fistel.id, year: 2026, month: 10 }
    const { uuid } = await house.api('POST', 'collects', body)
    await signIn(page, house)
    for (const [name, buffer, words] of files) {
      await page.goto(`${house.url}/collects/${uuid}`)
      await page.getByRole('button', { name: 'Enviar arquivo' }).click()
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
      // Whoever is in a hurry agrees with all that is proposed.
      await page.getByRole('button', { name: 'Continuar' }).click()
      const swap = page.getByRole('button', { name: 'Trocar os acessos da coleta' })
      await expect(page.getByText(words).first()).toBeVisible()
      await expect(swap).toBeDisabled()
      await expectFits(page)
      await picture(page, `feio-${name.replace('.csv', '')}-${project.name}`, { fullPage: true })
    }
    // The answer lets what counts in, and says what stays out.
    await page.goto(`${house.url}/collects/${uuid}`)
    await page.getByRole('button', { name: 'Enviar arquivo' }).click()
    const [, , , , [name, buffer] = ['', Buffer.of()]] = files
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: 'Só “Ativo” (1 linha)' }).click()
    await expect(page.getByText('Situação: Cancelado: 1 linha, 6 acessos.')).toBeVisible()
    await picture(page, `feio-respondido-${project.name}`, { fullPage: true })
    await page.getByRole('button', { name: 'Trocar os acessos da coleta' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Trocar os acessos' }).click()
    await expect(page.getByText('1 linha do arquivo na coleta.').first()).toBeVisible()
    // What was refused of another file is mended and sent again: it is added, and not put in the place of what is there.
    const send = async (sent: string, csv: Buffer) => {
      await page.goto(`${house.url}/collects/${uuid}`)
      await page.getByRole('button', { name: 'Enviar arquivo' }).click()
      await page.locator('input[type=file]').setInputFiles({ name: sent, mimeType: 'text/csv', buffer: csv })
      const on = page.getByRole('button', { name: 'Continuar' })
      await expect(on.or(page.getByText('O que o arquivo diz'))).toBeVisible()
      if (await on.isVisible()) await on.click()
    }
    const header = `Contrato;${columns};Acessos`
    await send('partes.csv', file(header, `1;${row('Itu', '300', ';5')}`, `2;${row('Lugar Nenhum', '300', ';40')}`))
    await page.getByLabel('Deixar de fora 1 linha recusada').check()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar recusadas' }).click()
    const refused = readFileSync(await (await download).path(), 'utf8').replace('Lugar Nenhum', 'Itu')
    await page.getByRole('button', { name: 'Trocar os acessos da coleta' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Trocar os acessos' }).click()
    await expect(page.getByText('1 linha do arquivo na coleta.').first()).toBeVisible()
    await send('recusadas-partes.csv', Buffer.from(refused))
    await expect(page.getByText('São linhas que a conferência recusou: some-as às que já entraram.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Trocar os acessos da coleta' })).toBeDisabled()
    await expectFits(page)
    await picture(page, `feio-somar-${project.name}`, { fullPage: true })
    await page.getByRole('button', { name: 'Somar às linhas da coleta: ficam 45 acessos' }).click()
    await page.getByRole('button', { name: 'Somar às linhas da coleta', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Somar os acessos' }).click()
    await expect(page.getByText('1 linha do arquivo na coleta, que agora tem 45 acessos.').first()).toBeVisible()
    await expect(page.getByRole('region', { name: '3 arquivos recebidos' })).toContainText('somado ao que havia')
    await send('recusadas-partes.csv', Buffer.from(refused))
    await page.getByRole('button', { name: 'Somar às linhas da coleta: ficam 85 acessos' }).click()
    await expect(page.getByText(/é de contrato que já está na coleta/)).toBeVisible()
    await expect(page.getByText(/Este mesmo arquivo já está na coleta/)).toBeVisible()
    await picture(page, `feio-somar-de-novo-${project.name}`, { fullPage: true })
  },
)

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readNfse } from '#features/billing/invoices/dps/answer.ts'
import { dpsId, dpsXml, issOf, momentIn, netOf, type Dps } from '#features/billing/invoices/dps/dps.ts'
import { cancelXml } from '#features/billing/invoices/dps/event.ts'
import { fitWords, wrongDescription } from '#features/billing/invoices/dps/fits.ts'
import { dpsLayouts, layoutOn } from '#features/billing/invoices/dps/layouts.ts'
import { adviceFor, refusalLines } from '#features/billing/invoices/dps/refusals.ts'
import { dpsFields } from '#features/billing/invoices/dps/mapped.ts'
import { readXml, textAt } from '#parts/xml/xml.ts'

const someDps: Dps = {
  environment: 'homologacao',
  issuedAt: '2026-11-25T02:30:00.000Z',
  series: 1,
  number: 42,
  competence: '2026-11-24',
  town: 3554102,
  issuer: {
    document: '12ABC34501DE35',
    name: 'Outorga Consultoria',
    registration: '12345',
    scheme: 'simples-nacional',
    townName: 'Taubaté/SP',
    place: 'Rua do Porto, 12, Centro',
    zipcode: '12020000',
    phone: '+551236211234',
    email: 'notas@outorga.example',
  },
  taker: {
    document: '11222333000181',
    name: 'Águas & Fibra "Vale" <Telecom>',
    email: 'nota@vale.example',
    phone: '+5512997123456',
    street: 'Rua das Palmeiras',
    number: '100',
    complement: null,
    district: 'Centro',
    zipcode: '12020000',
    town: 3554102,
    townName: 'Taubaté/SP',
  },
  service: {
    code: '170101',
    name: 'Consultoria',
    townCode: null,
    nbs: null,
    description: 'Consultoria & licenciamento\nnovembro/2026',
  },
  cents: 148_000,
  iss: 2.01,
  retained: false,
  burden: 6,
  mapped: [],
}
const layout = layoutOn('2026-11-24')
const xml = (more: Partial<Dps> = {}) => dpsXml({ ...someDps, ...more }, layout)

describe('a DPS', () => {
  test('is named by town, issuer, series and number, 45 characters with letters kept', () => {
    expect(dpsId(someDps)).toBe('DPS3554102212ABC34501DE3500001000000000000042')
    expect(dpsId(someDps)).toHaveLength(45)
    expect(dpsId({ ...someDps, issuer: { ...someDps.issuer, document: '52998224725' } })).toContain(
      '1' + '00052998224725',
    )
  })

  test('says its moment in Brasília and its numbers without zeros', () => {
    expect(momentIn('2026-11-25T02:30:00.999Z')).toBe('2026-11-24T23:30:00-03:00')
    expect(xml()).toContain('<serie>1</serie><nDPS>42</nDPS>')
    expect(xml()).toContain('<vServ>1480.00</vServ>')
    expect(xml({ cents: 5 })).toContain('<vServ>0.05</vServ>')
  })

  test('escapes what people are called', () => {
    expect(xml()).toContain('<xNome>Águas &amp; Fibra "Vale" &lt;Telecom&gt;</xNome>')
    expect(textAt(readXml(xml()), 'infDPS', 'toma', 'xNome')).toBe(someDps.taker.name)
  })

  test('tells taxes as each scheme must', () => {
    const of = (scheme: Dps['issuer']['scheme'], retained = false) =>
      xml({ issuer: { ...someDps.issuer, scheme }, retained })
    expect(of('simples-nacional')).toContain('<opSimpNac>3</opSimpNac><regApTribSN>1</regApTribSN>')
    expect(of('simples-nacional')).toContain('<totTrib><pTotTribSN>6.00</pTotTribSN></totTrib>')
    expect(of('simples-nacional')).not.toContain('pAliq')
    expect(of('simples-nacional', true)).toContain('<tpRetISSQN>2</tpRetISSQN><pAliq>2.01</pAliq>')
    expect(of('mei')).toContain('<totTrib><indTotTrib>0</indTotTrib></totTrib>')
    expect(of('nao-optante')).toContain(
      '<pTotTribFed>6.00</pTotTribFed><pTotTribEst>0.00</pTotTribEst><pTotTribMun>2.01</pTotTribMun>',
    )
  })

  test('counts its ISS in cents, half a cent and more is one', () => {
    expect(issOf({ cents: 148_000, iss: 2.01 })).toBe(2_975)
    expect(issOf({ cents: 50, iss: 3 })).toBe(2)
    expect(netOf({ cents: 148_000, iss: 2.01, retained: true })).toBe(145_025)
    expect(netOf(someDps)).toBe(148_000)
  })

  test('refuses an element its layout does not know', () => {
    const order = { ...layout.order, toma: ['CNPJ', 'xNome'] }
    expect(() => dpsXml(someDps, { ...layout, order })).toThrow('end has no place in toma')
  })

  test('is written in the layout of its day, a later one being data alone', () => {
    const later = { ...layout, version: '1.02', from: '2027-01-01' }
    expect(layoutOn('2026-12-31', [...dpsLayouts, later]).version).toBe('1.01')
    expect(layoutOn('2027-01-01', [...dpsLayouts, later]).version).toBe('1.02')
    expect(dpsXml(someDps, later)).toContain('versao="1.02"')
  })

  test('takes no description that it would have to cut or change', () => {
    expect(wrongDescription('x'.repeat(2_000))).toBeNull()
    expect(wrongDescription('x'.repeat(2_001))).toContain('2.001')
    expect(wrongDescription(' \n ')).toBe('Descreva o serviço.')
    expect(wrongDescription('Torre 🗼 nova')).toContain('🗼')
    expect(fitWords(' “Enlace” – nº 1…\r\nfim ')).toBe('"Enlace" - nº 1...\nfim')
  })
})

const schemas = process.env.NFSE_SCHEMAS ?? ''
describe.skipIf(!schemas)('against the official schema (NFSE_SCHEMAS)', () => {
  const folder = schemas
  const check = async (document: string, schema: string) => {
    const { XmlDocument, XsdValidator, xmlRegisterFsInputProviders } = await import('libxml2-wasm/lib/nodejs.mjs').then(
      async node => ({ ...node, ...(await import('libxml2-wasm')) }),
    )
    xmlRegisterFsInputProviders()
    const path = join(folder, schema)
    using xsd = XmlDocument.fromBuffer(readFileSync(path), { url: path })
    using validator = XsdValidator.fromDoc(xsd)
    using doc = XmlDocument.fromString(document)
    try {
      validator.validate(doc)
      return 'ok'
    } catch (error) {
      return String(error)
    }
  }

  test('the folder holds it', () => expect(existsSync(join(folder, 'DPS_v1.01.xsd'))).toBe(true))

  test('with every field a client may give it, it is accepted', async () => {
    const values = { cNBS: '114011200', IM: '98765' }
    const mapped = Object.keys(dpsFields).map(key => ({ label: key, key, value: Object(values)[key] ?? 'PC 4711' }))
    expect(await check(xml({ mapped }), 'DPS_v1.01.xsd')).toBe('ok')
  })

  test.each(['simples-nacional', 'mei', 'nao-optante'] as const)('a DPS of a company %s is accepted', async scheme => {
    expect(await check(xml({ issuer: { ...someDps.issuer, scheme } }), 'DPS_v1.01.xsd')).toBe('ok')
    expect(await check(xml({ issuer: { ...someDps.issuer, scheme }, retained: true }), 'DPS_v1.01.xsd')).toBe('ok')
  })

  test.each([
    ['elements in another order', (good: string) => good.replace(/(<tpAmb>.*?<\/tpAmb>)(<dhEmi>.*?<\/dhEmi>)/, '$2$1')],
    ['a number with zeros', (good: string) => good.replace('<nDPS>42<', '<nDPS>00042<')],
    ['Z for an hour', (good: string) => good.replace('23:30:00-03:00', '23:30:00Z')],
    ['a CNPJ in lower case', (good: string) => good.replace('<CNPJ>12ABC34501DE35<', '<CNPJ>12abc34501de35<')],
    ['no total of taxes', (good: string) => good.replace(/<totTrib>.*<\/totTrib>/, '')],
  ])('%s is refused', async (_about, spoil) => {
    const broken = spoil(xml())
    expect(broken).not.toBe(xml())
    expect(await check(broken, 'DPS_v1.01.xsd')).not.toBe('ok')
  })

  test('the request to cancel is accepted', async () => {
    const accessKey = `355410${'12ABC34501DE35'}${'26'.padEnd(30, '9')}`
    const asked = { environment: 'homologacao', at: someDps.issuedAt, document: '12ABC34501DE35', accessKey } as const
    const event = cancelXml({ ...asked, reason: '1', words: 'Valor informado errado na nota' }, '1.01')
    expect(await check(event, 'pedRegEvento_v1.01.xsd')).toBe('ok')
  })
})

describe('what comes back', () => {
  const key = '3554102' + '2' + '212ABC34501DE35'.slice(1) + '0000000000118' + '2611' + '000000001' + '7'
  const nfse = `<?xml version="1.0"?><NFSe xmlns="http://www.sped.fazenda.gov.br/nfse" versao="1.01"><infNFSe Id="NFS${key.padEnd(50, '0')}"><nNFSe>118</nNFSe><dhProc>2026-11-24T23:31:02-03:00</dhProc>${xml()}</infNFSe></NFSe>`

  test('tells number, key, moment and whose it is', () => {
    expect(readNfse(nfse)).toEqual({
      accessKey: key.padEnd(50, '0'),
      number: '118',
      authorizedAt: '2026-11-25T02:31:02.000Z',
      dpsId: dpsId(someDps),
      series: '1',
      dpsNumber: '42',
      cents: 148_000,
      takerDocument: '11222333000181',
    })
  })

  test.each([
    ['half of it', nfse.slice(0, 300)],
    ['no number', nfse.replace(/<nNFSe>.*<\/nNFSe>/, '')],
    ['another document', xml()],
    ['a document type', nfse.replace('<NFSe', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><NFSe')],
    ['words', 'Service Unavailable'],
    ['nothing', ''],
  ])('is nothing where it is %s', (_about, given) => expect(readNfse(given)).toBeNull())

  test('a refusal says what to do, whichever it is', () => {
    expect(adviceFor('E0014')).toContain('próximo número')
    expect(adviceFor('E9999')).toContain('mesmo número')
    expect(refusalLines([{ code: '', message: '' }])).toEqual([
      { code: 'sem código', message: 'O emissor não disse por quê.', advice: adviceFor('') },
    ])
  })
})

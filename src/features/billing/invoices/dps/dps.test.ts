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
import { readXml, textAt, type XmlElement } from '#parts/xml/xml.ts'

/** Children of elements as the schema lists them, those that we never write among them. */
const sequences: Readonly<Record<string, string>> = {
  infDPS: 'tpAmb dhEmi verAplic serie nDPS dCompet tpEmit cLocEmi subst prest toma interm serv valores IBSCBS',
  subst: 'chSubstda cMotivo xMotivo',
  prest: 'CNPJ CPF NIF cNaoNIF CAEPF IM xNome end fone email regTrib',
  regTrib: 'opSimpNac regApTribSN regEspTrib',
  toma: 'CNPJ CPF NIF cNaoNIF CAEPF IM xNome end fone email',
  serv: 'locPrest cServ comExt obra atvEvento explRod infoCompl',
  cServ: 'cTribNac cTribMun xDescServ cNBS cIntContrib',
  tribMun: 'tribISSQN cPaisResult tpImunidade exigSusp BM tpRetISSQN pAliq',
  totTrib: 'vTotTrib pTotTrib indTotTrib pTotTribSN',
  IBSCBS: 'finNFSe indFinal cIndOp tpOper gRefNFSe tpEnteGov indDest dest imovel valores',
  gIBSCBS: 'CST cClassTrib cCredPres gTribRegular gDif',
}
/** Elements whose children are in another order than the schema's, or unknown to it. */
function disordered(element: XmlElement | null): readonly string[] {
  if (!element) return ['no element']
  const known = sequences[element.name]?.split(' ')
  const places = element.children.map(({ name }) => known?.indexOf(name) ?? 0)
  const bad = known !== undefined && places.some((place, at) => place < 0 || place < (places[at - 1] ?? 0))
  return [...(bad ? [element.name] : []), ...element.children.flatMap(disordered)]
}

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
    townActive: null,
    ibsCbs: null,
  },
  replaces: null,
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
    ibsCbs: null,
  },
  cents: 148_000,
  iss: 2.01,
  retained: false,
  burden: 6,
  mapped: [],
}
const layout = layoutOn('2026-11-24')
/** One of a company outside the Simples, whose service has its codes. */
const outside: Dps = {
  ...someDps,
  issuer: { ...someDps.issuer, scheme: 'nao-optante', townActive: true },
  service: {
    ...someDps.service,
    nbs: '114011200',
    ibsCbs: { operation: '030101', cst: '000', classification: '000001' },
  },
}
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

  test('of who is outside the Simples it says IBS and CBS, as of August 2026, and no code that nobody gave', () => {
    const group =
      '<IBSCBS><finNFSe>0</finNFSe><cIndOp>030101</cIndOp><indDest>0</indDest><valores><trib><gIBSCBS><CST>000</CST>' +
      '<cClassTrib>000001</cClassTrib></gIBSCBS></trib></valores></IBSCBS></infDPS>'
    expect(xml(outside)).toContain(group)
    expect(xml({ ...outside, service: someDps.service })).not.toContain('IBSCBS')
    expect(xml({ service: outside.service })).not.toContain('IBSCBS')
    expect(dpsXml(outside, layoutOn('2026-08-02'))).not.toContain('IBSCBS')
  })

  test('outside the Simples the rate is said where the national system does not keep it', () => {
    const of = (townActive: boolean | null, scheme: Dps['issuer']['scheme'] = 'nao-optante', retained = false) =>
      xml({ issuer: { ...someDps.issuer, scheme, townActive }, retained }).includes('<pAliq>')
    expect([of(true), of(false), of(null)]).toEqual([false, true, true])
    expect([of(true, 'nao-optante', true), of(false, 'nao-optante', true)]).toEqual([false, true])
    // The town changes nothing for the others.
    expect([of(true, 'simples-nacional', true), of(false, 'simples-nacional'), of(false, 'mei')]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('says which note it takes the place of, and why', () => {
    const replaces = { accessKey: '3'.repeat(50), number: '117', code: '99', words: 'Valor informado errado' } as const
    const subst = `<subst><chSubstda>${'3'.repeat(50)}</chSubstda><cMotivo>99</cMotivo><xMotivo>Valor informado errado</xMotivo></subst><prest>`
    expect(xml({ replaces })).toContain(subst)
    expect(xml({ replaces: { ...replaces, words: null } })).toContain('<cMotivo>99</cMotivo></subst>')
    // One of our own emitter has no key.
    expect(xml({ replaces: { ...replaces, accessKey: null } })).not.toContain('subst')
  })

  test('is in the order of the schema, whatever is in it', () => {
    const mapped = Object.keys(dpsFields).map(key => ({ label: key, key, value: '1' }))
    const replaces = { accessKey: '3'.repeat(50), number: '117', code: '01', words: null } as const
    for (const more of [{}, outside, { mapped, replaces }, { ...outside, mapped, replaces, retained: true }])
      expect(disordered(readXml(xml(more)))).toEqual([])
    expect(disordered(readXml(xml().replace(/(<serie>.*<\/serie>)(<nDPS>.*<\/nDPS>)/, '$2$1')))).toEqual(['infDPS'])
  })

  test('the layout of NT 009 is written, and in force on no day while none is published', () => {
    const [later] = dpsLayouts.filter(({ from }) => from === null)
    expect(dpsLayouts.map(({ from }) => layoutOn(from ?? '2099-12-31').from)).not.toContain(null)
    const written = (scheme: Dps['issuer']['scheme']) =>
      later ? dpsXml({ ...outside, issuer: { ...someDps.issuer, scheme, ibsCbs: 'cbs-no-simples' } }, later) : ''
    expect(written('optante-pendente')).toContain('<opSimpNac>4</opSimpNac>')
    expect(written('simples-nacional')).toContain('<regApTribSN>1</regApTribSN><regApIBSCBSSN>2</regApIBSCBSSN>')
    expect(written('nao-optante')).not.toContain('regApIBSCBSSN')
    expect(written('nao-optante')).toContain(
      '<IBSCBS><cIndOp>030101</cIndOp><valores><trib><CST>000</CST><cClassTrib>000001</cClassTrib></trib></valores></IBSCBS>',
    )
    expect(written('nao-optante').match(/<finNFSe>|<indDest>/g)).toEqual(['<finNFSe>', '<indDest>'])
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
  // Its patterns of a key and of an event put a CNPJ with letters at two different places.
  const numericKey = `355410222${'11222333000181'}${'26'.padEnd(27, '9')}`
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
    const values = { cNBS: '114011200', IM: '98765', cIntContrib: 'PC4711' }
    const mapped = Object.keys(dpsFields).map(key => ({ label: key, key, value: Object(values)[key] ?? 'PC 4711' }))
    expect(await check(xml({ mapped }), 'DPS_v1.01.xsd')).toBe('ok')
  })

  test('with the group of IBS and CBS, and in the place of another, it is accepted', async () => {
    const replaces = { accessKey: numericKey, number: '117', code: '05', words: null } as const
    expect(await check(xml({ ...outside, replaces }), 'DPS_v1.01.xsd')).toBe('ok')
    expect(await check(xml(outside).replace('<indDest>0</indDest>', ''), 'DPS_v1.01.xsd')).not.toBe('ok')
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
    const asked = {
      environment: 'homologacao',
      at: someDps.issuedAt,
      document: '12ABC34501DE35',
      accessKey: numericKey,
    } as const
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
    expect(adviceFor('E0617')).toContain('Município ativo no sistema nacional: sim')
    expect(adviceFor('E0604')).toContain('retenção')
    expect(adviceFor('E0014')).toContain('próximo número')
    expect(adviceFor('E9999')).toContain('mesmo número')
    expect(refusalLines([{ code: '', message: '' }])).toEqual([
      { code: 'sem código', message: 'O emissor não disse por quê.', advice: adviceFor('') },
    ])
  })
})

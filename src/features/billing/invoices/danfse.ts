import { maskDocument, maskPhone, maskZipcode } from '#kernel/brasil.ts'
import { showDate, showInstant, showMoney, showPercent } from '#kernel/show.ts'
import { issOf, netOf, reais, type Dps } from '#features/billing/invoices/dps/dps.ts'
import { mappedTo } from '#features/billing/invoices/dps/mapped.ts'
import { elementAt, readXml, textAt, type XmlElement } from '#parts/xml/xml.ts'

// DANFSe v2.0 (NT SE/CGNFS-e 008/2026). Its annex was read by what public programs draw of it, not itself: to be checked against it
// are the logo (none is drawn here), the exact measures, the words for blocks without anybody, and the mask of the CEP.

/** A DANFSe prints these. */
export interface DanfseFacts {
  readonly dps: Dps
  readonly number: string
  readonly accessKey: string | null
  readonly authorizedAt: string
  readonly xml: string
  /** No XML has it. */
  readonly cancelledAt: string | null
  /** Key, or number, of the note that took its place. */
  readonly replacedBy: string | null
  /** Our own emitter made it. */
  readonly hasNoValue: boolean
  readonly isTest: boolean
}

export const netLabel = 'Valor Líquido da NFS-e + IBS/CBS'

/** A value under its name; `span` of twelve columns. */
export type DanfseCell = readonly [label: string, value: string | null | undefined, span: number]
export interface DanfseBlock {
  /** In the first three columns of the first row. */
  readonly title: string
  readonly rows: readonly (readonly DanfseCell[])[]
}

/** What the head of the paper says beside its title. */
export function danfseHead({ dps, number, accessKey, authorizedAt, xml, isTest, hasNoValue }: DanfseFacts) {
  const emitted = elementAt(readXml(xml), 'infNFSe')
  return {
    aside: [
      `Município: ${spaced(dps.issuer.townName)}`,
      `Ambiente Gerador: ${hasNoValue ? 'emissor da casa' : (generators[textAt(emitted, 'ambGer') ?? ''] ?? 'Sefin Nacional NFS-e')}`,
      `Tipo de Ambiente: ${isTest ? 'Homologação' : 'Produção'}`,
    ],
    /** Null of a note that is worth what it says. */
    warning: hasNoValue ? 'SEM VALOR FISCAL' : isTest ? 'NFS-e SEM VALIDADE JURÍDICA' : null,
    rows: [
      [['CHAVE DE ACESSO DA NFS-e', accessKey, 12]],
      [
        ['NÚMERO DA NFS-e', number, 4],
        ['COMPETÊNCIA DA NFS-e', showDate(dps.competence), 4],
        ['DATA E HORA DA EMISSÃO DA NFS-e', showInstant(authorizedAt), 4],
      ],
      [
        ['NÚMERO DA DPS', String(dps.number), 4],
        ['SÉRIE DA DPS', String(dps.series), 4],
        ['DATA E HORA DA EMISSÃO DA DPS', showInstant(dps.issuedAt), 4],
      ],
      [
        ['EMITENTE DA NFS-e', 'Prestador', 4],
        ['SITUAÇÃO DA NFS-e', situations[textAt(emitted, 'cStat') ?? '100'] ?? null, 4],
        ['FINALIDADE', 'NFS-e regular', 4],
      ],
    ] satisfies readonly (readonly DanfseCell[])[],
  } as const
}

/** Who serves and who is served. */
export function danfseParties({ dps, xml }: DanfseFacts): readonly DanfseBlock[] {
  const emitter = elementAt(readXml(xml), 'infNFSe', 'emit')
  const { issuer, taker } = dps
  const zipcode = textAt(emitter, 'enderNac', 'CEP') ?? issuer.zipcode
  return [
    {
      title: 'PRESTADOR / FORNECEDOR',
      rows: [
        [
          ['CNPJ / CPF / NIF', maskDocument(issuer.document), 3],
          ['Indicador Municipal (Inscrição)', issuer.registration, 3],
          ['Telefone', phoneOf(textAt(emitter, 'fone') ?? issuer.phone), 3],
        ],
        [
          ['Nome / Nome Empresarial', issuer.name, 6],
          ['Município / Sigla UF', spaced(issuer.townName), 3],
          ['Código IBGE / CEP', pair(String(dps.town), zipcode && maskZipcode(zipcode)), 3],
        ],
        [
          ['Endereço', placeOf(elementAt(emitter, 'enderNac')) ?? issuer.place, 6],
          ['E-mail', textAt(emitter, 'email') ?? issuer.email, 6],
        ],
        [
          ['Simples Nacional na Data de Competência', schemes[issuer.scheme], 6],
          [
            'Regime de Apuração Tributária pelo SN',
            issuer.scheme === 'simples-nacional' ? 'Tributos federais e municipal pelo Simples Nacional' : null,
            6,
          ],
        ],
      ],
    },
    {
      title: 'TOMADOR / ADQUIRENTE',
      rows: [
        [
          ['CNPJ / CPF / NIF', maskDocument(taker.document), 3],
          ['Indicador Municipal (Inscrição)', mappedTo(dps.mapped, 'IM'), 3],
          ['Telefone', phoneOf(taker.phone), 3],
        ],
        [
          ['Nome / Nome Empresarial', taker.name, 6],
          ['Município / Sigla UF', spaced(taker.townName), 3],
          ['Código IBGE / CEP', pair(String(taker.town), maskZipcode(taker.zipcode)), 3],
        ],
        [
          ['Endereço', [taker.street, taker.number, taker.complement, taker.district].filter(Boolean).join(', '), 6],
          ['E-mail', taker.email, 6],
        ],
      ],
    },
  ]
}

/** Printed in place of blocks that have nobody of their own. */
export const danfseBands = [
  'O DESTINATÁRIO É O PRÓPRIO TOMADOR/ADQUIRENTE DA OPERAÇÃO',
  'INTERMEDIÁRIO DA OPERAÇÃO NÃO IDENTIFICADO NA NFS-e',
] as const

/** What was done; its description follows. */
export function danfseService({ dps: { service, issuer }, xml }: DanfseFacts): DanfseBlock {
  const emitted = elementAt(readXml(xml), 'infNFSe')
  const code = service.code.replace(/^(\d\d)(\d\d)(\d\d)$/, '$1.$2.$3')
  return {
    title: 'SERVIÇO PRESTADO',
    rows: [
      [
        ['Código de Tributação Nacional / Municipal', pair(code, service.townCode), 3],
        ['Código da NBS', service.nbs?.replace(/^(\d)(\d{4})(\d\d)(\d\d)$/, '$1.$2.$3.$4'), 3],
        ['Local da Prestação / Sigla UF / País', townIn(textAt(emitted, 'xLocPrestacao'), issuer), 3],
      ],
      [['Tributação Nacional', textAt(emitted, 'xTribNac') ?? service.name, 12]],
    ],
  }
}

/** Taxes and sums: of the answer where it says them, else of what was declared. */
export function danfseAmounts({ dps, xml }: DanfseFacts): readonly DanfseBlock[] {
  const emitted = elementAt(readXml(xml), 'infNFSe')
  const values = elementAt(emitted, 'valores')
  const iss = dps.iss === null ? null : issOf(dps)
  const stated = (name: string, declared: number | null) =>
    values ? moneyOf(textAt(values, name)) : declared === null ? null : moneyOf(reais(declared))
  const rate = values ? textAt(values, 'pAliqAplic') : dps.iss === null ? null : String(dps.iss)
  const both = dps.retained
    ? (stated('vTotalRet', iss) ?? moneyOf(iss === null ? null : reais(iss)))
    : stated('vTotalRet', null)
  const net = stated('vLiq', netOf(dps)) ?? moneyOf(reais(netOf(dps)))
  return [
    {
      title: 'TRIBUTAÇÃO MUNICIPAL (ISSQN)',
      rows: [
        [
          ['Tipo de Tributação do ISSQN', 'Operação Tributável', 3],
          ['Município / Sigla UF / País da Incidência do ISSQN', townIn(textAt(emitted, 'xLocIncid'), dps.issuer), 6],
        ],
        [
          ['Regime Especial de Tributação do ISSQN', 'Nenhum', 3],
          ['Tipo de Imunidade do ISSQN', null, 3],
          ['Suspensão da Exigibilidade do ISSQN', null, 3],
          ['Número Processo Suspensão', null, 3],
        ],
        [
          ['Benefício Municipal', null, 3],
          ['Cálculo do BM', null, 3],
          ['Total Deduções/Reduções', null, 3],
          ['Desconto Incondicionado', null, 3],
        ],
        [
          ['BC ISSQN', stated('vBC', iss === null ? null : dps.cents), 3],
          ['Alíquota Aplicada', percentOf(rate), 3],
          ['Retenção do ISSQN', dps.retained ? 'Retido pelo Tomador' : 'Não Retido', 3],
          ['ISSQN Apurado', stated('vISSQN', iss), 3],
        ],
      ],
    },
    {
      title: 'TRIBUTAÇÃO FEDERAL (EXCETO CBS)',
      rows: [
        [
          ['IRRF', null, 3],
          ['Contribuição Previdenciária - Retida', null, 3],
          ['Contribuições Sociais - Retidas', null, 3],
        ],
        [
          ['PIS - Débito Apuração Própria', null, 3],
          ['COFINS - Débito Apuração Própria', null, 3],
          ['Descrição Contrib. Sociais - Retidas', null, 6],
        ],
      ],
    },
    ibsCbsBlock(dps, elementAt(emitted, 'IBSCBS')),
    {
      title: 'VALOR TOTAL DA NFS-e',
      rows: [
        [
          ['Valor da Operação / Serviço', moneyOf(reais(dps.cents)), 3],
          ['Desconto Incondicionado', null, 3],
          ['Desconto Condicionado', null, 3],
        ],
        [
          ['Total das Retenções (ISSQN / Federais)', both, 3],
          ['Valor Líquido da NFS-e', net, 3],
          ['Total do IBS/CBS', moneyOf(ibsCbsTotal(elementAt(emitted, 'IBSCBS'))), 3],
          [netLabel, moneyOf(textAt(emitted, 'IBSCBS', 'totCIBS', 'vTotNF')) ?? net, 3],
        ],
      ],
    },
  ]
}

/** What the emitter calculated of IBS and CBS; `gTribSN` is where it says them of the Simples (NT 009, to be checked). */
function ibsCbsBlock({ service: { ibsCbs } }: Dps, group: XmlElement | null): DanfseBlock {
  const values = elementAt(group, 'valores')
  const totals = elementAt(group, 'totCIBS')
  const simple = elementAt(totals, 'gTribSN')
  const percent = (...path: readonly string[]) => percentOf(textAt(values, ...path))
  return {
    title: 'TRIBUTAÇÃO IBS / CBS',
    rows: [
      [
        ['CST / cClassTrib', group && ibsCbs && pair(ibsCbs.cst, ibsCbs.classification), 3],
        [
          'Indicador de Operação / Código IBGE Incidência / Município Incidência',
          group &&
            [ibsCbs?.operation, textAt(group, 'cLocalidadeIncid'), textAt(group, 'xLocalidadeIncid')]
              .filter(Boolean)
              .join(' / '),
          6,
        ],
      ],
      [
        ['Exclusões e Reduções da Base de Cálculo', moneyOf(textAt(values, 'vCalcReeRepRes')), 3],
        ['Base de Cálculo Após Exclusões e Reduções', moneyOf(textAt(values, 'vBC')), 3],
        [
          'Red. Alíquota IBS / Red. Alíquota CBS',
          pair(percent('mun', 'pRedAliqMun'), percent('fed', 'pRedAliqCBS')),
          3,
        ],
        ['Alíquota - IBS UF / IBS Mun', pair(percent('uf', 'pIBSUF'), percent('mun', 'pIBSMun')), 3],
      ],
      [
        ['Alíq. Efetiva Municipal - IBS', percent('mun', 'pAliqEfetMun'), 3],
        ['Valor Apurado Municipal - IBS', moneyOf(textAt(totals, 'gIBS', 'gIBSMunTot', 'vIBSMun')), 3],
        ['Alíq. Efetiva Estadual - IBS', percent('uf', 'pAliqEfetUF'), 3],
        ['Valor Apurado Estadual - IBS', moneyOf(textAt(totals, 'gIBS', 'gIBSUFTot', 'vIBSUF')), 3],
      ],
      [
        ['Valor Total Apurado - IBS', moneyOf(textAt(totals, 'gIBS', 'vIBSTot') ?? textAt(simple, 'vIBSSN')), 3],
        ['Alíquota - CBS', percent('fed', 'pCBS') ?? percentOf(textAt(simple, 'pCBSSN')), 3],
        ['Alíquota Efetiva - CBS', percent('fed', 'pAliqEfetCBS'), 3],
        ['Valor Total Apurado - CBS', moneyOf(textAt(totals, 'gCBS', 'vCBS') ?? textAt(simple, 'vCBSSN')), 3],
      ],
    ],
  }
}

/** In reais as the layout writes them; null where the answer has no group. */
function ibsCbsTotal(group: XmlElement | null): string | null {
  const cents = (...path: readonly string[]) => Math.round(Number(textAt(group, 'totCIBS', ...path) ?? 0) * 100)
  return group && reais(cents('gIBS', 'vIBSTot') + cents('gCBS', 'vCBS'))
}

/** The last block, one text: what ended the note, what it took the place of, the client's other fields, and approximate taxes. */
export function danfseInformation({ dps, cancelledAt, replacedBy, hasNoValue, xml }: DanfseFacts): string {
  const { mapped, replaces, burden, iss, issuer } = dps
  const labelled = [
    ['Inf. Cont.: ', mappedTo(mapped, 'xInfComp')],
    ['NFS-e Subst.: ', replaces && (replaces.accessKey ?? replaces.number)],
    ['Doc. Ref.: ', mappedTo(mapped, 'docRef')],
    ['Cod. Obra: ', mappedTo(mapped, 'cObra')],
    ['Doc. Tec.: ', mappedTo(mapped, 'idDocTec')],
    ['Núm. Ped.: ', mappedTo(mapped, 'xPed')],
    ['Inf. A. T. Mun.: ', textAt(readXml(xml), 'infNFSe', 'xOutInf')],
  ] as const
  const taxes =
    issuer.scheme === 'simples-nacional'
      ? `Simples Nacional: ${percentOf(burden) ?? '-'}`
      : issuer.scheme === 'mei'
        ? 'não informados'
        : `Federais: ${percentOf(burden) ?? '-'} ; Estaduais: - ; Municipais: ${percentOf(iss) ?? '-'}`
  return [
    ...(cancelledAt ? [`NFS-e cancelada em ${showInstant(cancelledAt)}.`] : []),
    ...(replacedBy ? [`NFS-e substituída pela ${replacedBy}.`] : []),
    ...(hasNoValue ? ['SEM VALOR FISCAL: emitida pelo emissor da casa, não foi enviada a nenhuma prefeitura.'] : []),
    ...labelled.flatMap(([label, value]) => (value ? [`${label}${value.replace(/\s+/g, ' ')}`] : [])),
    `Totais Aproximados dos Tributos cfe. Lei nº 12.741/2012: ${taxes}`,
  ].join(' | ')
}

const generators: Readonly<Record<string, string>> = { 1: 'Prefeitura', 2: 'Sefin Nacional NFS-e' }
/** cStat */
const situations: Readonly<Record<string, string>> = {
  100: 'NFS-e Gerada',
  101: 'NFS-e de Substituição Gerada',
  102: 'NFS-e de Decisão Judicial ou Administrativa',
  103: 'NFS-e Avulsa',
  107: 'NFS-e MEI',
}
const schemes = {
  'nao-optante': 'Não Optante',
  mei: 'Optante - Microempreendedor Individual (MEI)',
  'simples-nacional': 'Optante - Microempresa ou Empresa de Pequeno Porte (ME/EPP)',
  'optante-pendente': 'Optante Pendente',
} as const
const moneyOf = (amount: string | null) => (amount === null ? null : showMoney(Number(amount)))
const percentOf = (value: string | number | null) => (value === null ? null : showPercent(Number(value)))
const phoneOf = (digits: string | null) => digits && maskPhone(digits)
/** 'Taubaté / SP' */
const spaced = (town: string) => town.replace(/\s*\/\s*/, ' / ')
/** 'Taubaté / SP / BR': the answer names a town without its state, which is known of the company's own. */
const townIn = (named: string | null, { townName }: Dps['issuer']) =>
  pair(named === null || townName.startsWith(`${named}/`) ? spaced(townName) : named, 'BR')
/** Those that there are, 'a / b'. */
const pair = (...all: readonly (string | null | undefined)[]) => all.filter(Boolean).join(' / ') || null
const placeOf = (at: XmlElement | null) =>
  ['xLgr', 'nro', 'xCpl', 'xBairro'].flatMap(name => textAt(at, name) ?? []).join(', ') || null

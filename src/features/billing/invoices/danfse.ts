import { maskDocument, maskPhone, maskZipcode } from '#kernel/brasil.ts'
import { showMoney, showPercent } from '#kernel/show.ts'
import { issOf, netOf, type Dps } from '#features/billing/invoices/dps/dps.ts'
import { mappedTo } from '#features/billing/invoices/dps/mapped.ts'
import { elementAt, readXml, textAt, type XmlElement } from '#parts/xml/xml.ts'

/** A DANFSe prints these. */
export interface DanfseFacts {
  readonly dps: Dps
  readonly number: string
  readonly accessKey: string | null
  readonly authorizedAt: string
  readonly xml: string
  /** No XML has it. */
  readonly cancelledAt: string | null
  /** Our own emitter made it. */
  readonly hasNoValue: boolean
  readonly isTest: boolean
}

export const netLabel = 'Valor líquido da NFS-e'

/** A value under its name; `span` of twelve columns. */
export type DanfseCell = readonly [label: string, value: string | null | undefined, span: number]
export interface DanfseBlock {
  readonly title: string
  readonly rows: readonly (readonly DanfseCell[])[]
}

/** The blocks of the paper, in its order, of what is known. */
export function danfseBlocks({ dps, xml }: DanfseFacts): readonly DanfseBlock[] {
  const emitted = elementAt(readXml(xml), 'infNFSe')
  const emitter = elementAt(emitted, 'emit')
  const { issuer, taker, service } = dps
  return [
    {
      title: 'EMITENTE DA NFS-e (PRESTADOR DO SERVIÇO)',
      rows: [
        [
          ['CNPJ / CPF', maskDocument(issuer.document), 4],
          ['Inscrição municipal', issuer.registration, 4],
          ['Telefone', phoneOf(textAt(emitter, 'fone') ?? issuer.phone), 4],
        ],
        [
          ['Nome / Nome empresarial', issuer.name, 8],
          ['E-mail', textAt(emitter, 'email') ?? issuer.email, 4],
        ],
        [
          ['Endereço', placeOf(elementAt(emitter, 'enderNac')) ?? issuer.place, 6],
          ['Município', issuer.townName, 3],
          ['CEP', zipcodeOf(textAt(emitter, 'enderNac', 'CEP') ?? issuer.zipcode), 3],
        ],
        [
          ['Simples Nacional na data de competência', schemes[issuer.scheme], 6],
          [
            'Regime de apuração tributária pelo SN',
            issuer.scheme === 'simples-nacional' ? 'Tributos federais e municipal pelo SN' : null,
            6,
          ],
        ],
      ],
    },
    {
      title: 'TOMADOR DO SERVIÇO',
      rows: [
        [
          ['CNPJ / CPF', maskDocument(taker.document), 4],
          ['Inscrição municipal', mappedTo(dps.mapped, 'IM'), 4],
          ['Telefone', taker.phone && maskPhone(taker.phone), 4],
        ],
        [
          ['Nome / Nome empresarial', taker.name, 8],
          ['E-mail', taker.email, 4],
        ],
        [
          ['Endereço', [taker.street, taker.number, taker.complement, taker.district].filter(Boolean).join(', '), 6],
          ['Município', taker.townName, 3],
          ['CEP', maskZipcode(taker.zipcode), 3],
        ],
      ],
    },
    { title: 'INTERMEDIÁRIO DO SERVIÇO NÃO IDENTIFICADO NA NFS-e', rows: [] },
    {
      title: 'SERVIÇO PRESTADO',
      rows: [
        [
          [
            'Código de tributação nacional',
            `${service.code.replace(/^(\d\d)(\d\d)(\d\d)$/, '$1.$2.$3')} - ${service.name}`,
            6,
          ],
          ['Código de tributação municipal', service.townCode, 3],
          ['Local da prestação', textAt(emitted, 'xLocPrestacao') ?? issuer.townName, 3],
        ],
      ],
    },
  ]
}

/** What the paper says under the description. */
export function danfseAmounts({ dps, xml }: DanfseFacts): readonly DanfseBlock[] {
  const values = elementAt(readXml(xml), 'infNFSe', 'valores')
  const iss = issOf(dps)
  const money = (cents: number) => showMoney(cents / 100)
  const of = (name: string) => {
    const said = textAt(values, name)
    return said === null ? null : showMoney(Number(said))
  }
  return [
    {
      title: 'TRIBUTAÇÃO MUNICIPAL',
      rows: [
        [
          ['Tributação do ISSQN', 'Operação tributável', 3],
          ['Município de incidência', dps.issuer.townName, 3],
          ['Regime especial de tributação', 'Nenhum', 3],
          ['Número de inscrição da NBS', dps.service.nbs, 3],
        ],
        [
          ['Valor do serviço', money(dps.cents), 3],
          ['BC ISSQN', of('vBC') ?? (dps.iss === null ? null : money(dps.cents)), 3],
          ['Alíquota aplicada', dps.iss === null ? null : showPercent(dps.iss), 2],
          ['Retenção do ISSQN', dps.retained ? 'Retido pelo tomador' : 'Não retido', 2],
          ['ISSQN apurado', of('vISSQN') ?? (dps.iss === null ? null : money(iss)), 2],
        ],
      ],
    },
    {
      title: 'TRIBUTAÇÃO FEDERAL',
      rows: [
        [
          ['IRRF', null, 3],
          ['Contribuição previdenciária - retida', null, 3],
          ['Contribuições sociais - retidas', null, 3],
          ['PIS / COFINS - débito apuração própria', null, 3],
        ],
      ],
    },
    {
      title: 'VALOR TOTAL DA NFS-e',
      rows: [
        [
          ['Valor do serviço', money(dps.cents), 3],
          ['Descontos', null, 3],
          ['ISSQN retido', dps.retained ? money(iss) : null, 3],
          [netLabel, of('vLiq') ?? money(netOf(dps)), 3],
        ],
      ],
    },
    {
      title: 'TOTAIS APROXIMADOS DOS TRIBUTOS',
      rows: [
        [
          ['Federais', percentShown(dps.issuer.scheme === 'nao-optante' ? dps.burden : null), 4],
          ['Estaduais', null, 4],
          [
            dps.issuer.scheme === 'simples-nacional' ? 'Simples Nacional' : 'Municipais',
            percentShown(dps.issuer.scheme === 'simples-nacional' ? dps.burden : dps.iss),
            4,
          ],
        ],
      ],
    },
  ]
}

/** Answers the client's other fields as the paper's last block prints them (NT 008, 2.4.5). */
export const danfseInformation = ({ dps: { mapped } }: DanfseFacts): readonly string[] =>
  (
    [
      ['', 'xInfComp'],
      ['Doc. Ref.: ', 'docRef'],
      ['Cod. Obra: ', 'cObra'],
      ['Doc. Tec.: ', 'idDocTec'],
      ['Pedido: ', 'xPed'],
    ] as const
  ).flatMap(([label, key]) => {
    const value = mappedTo(mapped, key)
    return value === null ? [] : [`${label}${value.replace(/\s+/g, ' ')}`]
  })

const schemes = {
  'nao-optante': 'Não optante',
  mei: 'Optante - Microempreendedor individual (MEI)',
  'simples-nacional': 'Optante - Microempresa ou empresa de pequeno porte (ME/EPP)',
} as const
const percentShown = (value: number | null) => (value === null ? null : showPercent(value))
const phoneOf = (digits: string | null) => digits && maskPhone(digits)
const zipcodeOf = (digits: string | null) => digits && maskZipcode(digits)
const placeOf = (at: XmlElement | null) =>
  ['xLgr', 'nro', 'xCpl', 'xBairro'].flatMap(name => textAt(at, name) ?? []).join(', ') || null

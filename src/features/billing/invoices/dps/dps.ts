import type { DpsLayout, TaxScheme } from '#features/billing/invoices/dps/layouts.ts'
import { pieceXml, type XmlPiece } from '#features/billing/invoices/dps/xml.ts'
import { mappedTo, type DpsField } from '#features/billing/invoices/dps/mapped.ts'
import type { MappedValue } from '#parts/custom-field/custom-field.ts'

export const nfseNamespace = 'http://www.sped.fazenda.gov.br/nfse'
/** Who wrote it, as the layout asks: at most 20 characters. */
export const dpsWriter = 'Outorga-1'
export type NfseEnvironment = 'producao' | 'homologacao'

/** The declaration of a service rendered, from which an NFS-e is made. */
export interface Dps {
  readonly environment: NfseEnvironment
  /** The moment it is issued, ISO 8601. */
  readonly issuedAt: string
  readonly series: number
  readonly number: number
  /** The day it is of, 'AAAA-MM-DD'. */
  readonly competence: string
  /** IBGE code of the municipality that the issuer is of. */
  readonly town: number
  readonly issuer: {
    readonly document: string
    readonly name: string
    readonly registration: string
    readonly scheme: TaxScheme
    /** 'Taubaté/SP' */
    readonly townName: string
    /** 'Rua do Porto, 12, Centro'; the layout takes none from a company that issues for itself, and the paper prints it. */
    readonly place: string | null
    readonly zipcode: string | null
    readonly phone: string | null
    readonly email: string | null
    /** The national system keeps the rates of its town; null of a note from before this was known. */
    readonly townActive: boolean | null
    /** Where a company of the Simples pays IBS and CBS. */
    readonly ibsCbs: keyof typeof ibsCbsCodes | null
  }
  /** The note that this one takes the place of. */
  readonly replaces: DpsReplaced | null
  readonly taker: DpsTaker
  readonly service: {
    readonly code: string
    readonly name: string
    readonly townCode: string | null
    readonly nbs: string | null
    readonly description: string
    readonly ibsCbs: IbsCbsClass | null
  }
  readonly cents: number
  /** Percent of ISS, two decimals; null if it is not given. */
  readonly iss: number | null
  /** Whether the taker keeps the ISS to pay it. */
  readonly retained: boolean
  /** Approximate taxes in percent (Lei 12.741/2012): in the Simples, its effective rate. */
  readonly burden: number | null
  /** Fields of the client that its emitter takes, as they fit. */
  readonly mapped: readonly MappedValue[]
}

/** How a service pays IBS and CBS: codes of the tables of the tax office. */
export interface IbsCbsClass {
  /** cIndOp */
  readonly operation: string
  readonly cst: string
  /** cClassTrib */
  readonly classification: string
}

/** Why a note may take the place of another, by the code (TSCodJustSubst). */
export const replaceReasons = {
  '01': 'Desenquadramento do Simples Nacional',
  '02': 'Enquadramento no Simples Nacional',
  '03': 'Inclusão retroativa de imunidade ou isenção',
  '04': 'Exclusão retroativa de imunidade ou isenção',
  '05': 'Rejeição pelo tomador ou pelo intermediário responsável pelo tributo',
  '99': 'Outros',
} as const
export const replaceCodes = ['01', '02', '03', '04', '05', '99'] as const

export interface DpsReplaced {
  /** Null of a note of our own emitter, which has none. */
  readonly accessKey: string | null
  readonly number: string
  readonly code: (typeof replaceCodes)[number]
  /** 15 to 255 characters. */
  readonly words: string | null
}

export interface DpsTaker {
  readonly document: string
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly street: string
  readonly number: string
  readonly complement: string | null
  readonly district: string
  readonly zipcode: string
  readonly town: number
  /** 'Taubaté/SP' */
  readonly townName: string
}

const isCpf = (document: string) => document.length === 11
/** Reais with a dot and two decimals. */
export const reais = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
const percentOf = (value: number) => value.toFixed(2)

/** The emitter finds a DPS by these 45 characters, in any state. */
export function dpsId({
  town,
  issuer: { document },
  series,
  number,
}: Pick<Dps, 'town' | 'issuer' | 'series' | 'number'>) {
  const kind = isCpf(document) ? '1' : '2'
  return `DPS${town}${kind}${document.padStart(14, '0')}${String(series).padStart(5, '0')}${String(number).padStart(15, '0')}`
}

/** 'AAAA-MM-DDTHH:MM:SS-03:00': the layout takes no Z, and no fraction of a second. */
export const momentIn = (instant: string) =>
  `${new Date(Date.parse(instant) - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`

/** ISS in cents, of the whole value: half a cent and more is one. */
export const issOf = ({ cents, iss }: Pick<Dps, 'cents' | 'iss'>) =>
  Math.round((cents * Math.round((iss ?? 0) * 100)) / 10_000)
/** What the taker pays, in cents. */
export const netOf = (dps: Pick<Dps, 'cents' | 'iss' | 'retained'>) => dps.cents - (dps.retained ? issOf(dps) : 0)

interface DpsValues {
  readonly [element: string]: string | null | undefined | DpsValues
}

const ibsCbsCodes = { simples: '1', 'cbs-no-simples': '2', fora: '3' } as const

/** Digits without the country. */
const phoneOf = (stored: string) => stored.replace(/^\+55/, '')
const documentOf = (document: string) => (isCpf(document) ? { CPF: document } : { CNPJ: document })

const addressOf = (taker: DpsTaker): DpsValues => ({
  endNac: { cMun: String(taker.town), CEP: taker.zipcode },
  xLgr: taker.street,
  nro: taker.number,
  xCpl: taker.complement,
  xBairro: taker.district,
})

/** Each scheme declares its taxes in one form, and is refused in the others (E0712, E0713). */
function taxesOf({ issuer: { scheme }, burden, iss }: Dps): DpsValues {
  if (scheme === 'mei') return { indTotTrib: '0' }
  if (scheme === 'simples-nacional') return { pTotTribSN: percentOf(burden ?? 0) }
  return { pTotTrib: { pTotTribFed: percentOf(burden ?? 0), pTotTribEst: '0.00', pTotTribMun: percentOf(iss ?? 0) } }
}

/**
 * Simples issuers write the rate only if the taker retains the tax; a MEI never does. Of others the national system writes it
 * where it keeps the rates of the town, and refuses a note that does (E0617).
 */
const writesRate = ({ issuer: { scheme, townActive }, retained }: Dps) => {
  if (scheme === 'mei') return false
  return scheme === 'simples-nacional' ? retained : townActive !== true
}

/** The finality of a note and its recipient: a regular one, whose taker is who receives the service. */
const regular = { finNFSe: '0', indDest: '0' } as const

/** The group of IBS and CBS, and what a later layout has beside it; each layout takes of them what it knows. */
function ibsCbsOf({ issuer: { scheme }, service: { ibsCbs } }: Dps, layout: DpsLayout): DpsValues {
  if (!ibsCbs || !layout.ibscbs.includes(scheme)) return {}
  const knows = (element: string, name: string) => layout.order[element]?.includes(name)
  const classes = { CST: ibsCbs.cst, cClassTrib: ibsCbs.classification }
  return {
    ...(knows('infDPS', 'finNFSe') && regular),
    IBSCBS: {
      ...(knows('IBSCBS', 'finNFSe') && regular),
      cIndOp: ibsCbs.operation,
      valores: { trib: knows('IBSCBS/valores/trib', 'CST') ? classes : { gIBSCBS: classes } },
    },
  }
}

const replacedOf = ({ replaces }: Dps): DpsValues | null =>
  replaces?.accessKey ? { chSubstda: replaces.accessKey, cMotivo: replaces.code, xMotivo: replaces.words } : null

/** A group of optional elements; none of it where all are empty. */
function optional({ mapped }: Dps, names: readonly DpsField[]): DpsValues | null {
  const values = names.flatMap(name => {
    const value = mappedTo(mapped, name)
    return value === null ? [] : [[name, value] as const]
  })
  return values.length ? Object.fromEntries(values) : null
}

const valuesOf = (dps: Dps, layout: DpsLayout): DpsValues => ({
  tpAmb: dps.environment === 'producao' ? '1' : '2',
  dhEmi: momentIn(dps.issuedAt),
  verAplic: dpsWriter,
  serie: String(dps.series),
  nDPS: String(dps.number),
  dCompet: dps.competence,
  tpEmit: '1',
  cLocEmi: String(dps.town),
  subst: replacedOf(dps),
  prest: {
    ...documentOf(dps.issuer.document),
    IM: dps.issuer.registration || null,
    fone: dps.issuer.phone && phoneOf(dps.issuer.phone),
    email: dps.issuer.email,
    regTrib: {
      opSimpNac: layout.schemes[dps.issuer.scheme],
      // Federal and municipal taxes by the Simples.
      regApTribSN: dps.issuer.scheme === 'simples-nacional' ? '1' : null,
      ...(layout.order.regTrib?.includes('regApIBSCBSSN') &&
        dps.issuer.scheme === 'simples-nacional' && {
          regApIBSCBSSN: dps.issuer.ibsCbs && ibsCbsCodes[dps.issuer.ibsCbs],
        }),
      regEspTrib: '0',
    },
  },
  toma: {
    ...documentOf(dps.taker.document),
    ...optional(dps, ['IM']),
    xNome: dps.taker.name,
    end: addressOf(dps.taker),
    fone: dps.taker.phone && phoneOf(dps.taker.phone),
    email: dps.taker.email,
  },
  serv: {
    locPrest: { cLocPrestacao: String(dps.town) },
    cServ: {
      cTribNac: dps.service.code,
      cTribMun: dps.service.townCode,
      xDescServ: dps.service.description,
      cNBS: dps.service.nbs,
      ...optional(dps, ['cIntContrib']),
    },
    obra: optional(dps, ['cObra']),
    infoCompl: optional(dps, ['idDocTec', 'docRef', 'xPed', 'xInfComp']),
  },
  valores: {
    vServPrest: { vServ: reais(dps.cents) },
    trib: {
      tribMun: {
        tribISSQN: '1',
        tpRetISSQN: dps.retained ? '2' : '1',
        pAliq: writesRate(dps) && dps.iss !== null ? percentOf(dps.iss) : null,
      },
      totTrib: taxesOf(dps),
    },
  },
  ...ibsCbsOf(dps, layout),
})

/**
 * Orders an element's values by its layout, which names an element by its path where its children are others than elsewhere.
 * Throws on a name the layout does not have: a fault of ours.
 */
function ordered(layout: DpsLayout, name: string, values: DpsValues, within = ''): XmlPiece {
  const path = within ? `${within}/${name}` : name
  const known = layout.order[path] ?? layout.order[name] ?? []
  const strange = Object.keys(values).find(each => values[each] != null && !known.includes(each))
  if (strange) throw new Error(`${strange} has no place in ${name} of ${layout.version}`)
  return [
    name,
    known.flatMap((each): XmlPiece[] => {
      const value = values[each]
      if (value === null || value === undefined || value === '') return []
      return [typeof value === 'string' ? [each, value] : ordered(layout, each, value, name === 'infDPS' ? '' : path)]
    }),
  ]
}

/** The document as it is sent before it is signed: `Signature` comes after `infDPS`. */
export function dpsXml(dps: Dps, layout: DpsLayout): string {
  const inside = pieceXml(ordered(layout, 'infDPS', valuesOf(dps, layout)), `Id="${dpsId(dps)}"`)
  return `<DPS xmlns="${nfseNamespace}" versao="${layout.version}">${inside}</DPS>`
}

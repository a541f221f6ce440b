import { elementAt, readXml, textAt } from '#parts/xml/xml.ts'

/** What an authorised NFS-e says of itself. */
export interface NfseAnswer {
  /** 50 characters, letters among them. */
  readonly accessKey: string
  readonly number: string
  /** ISO 8601. */
  readonly authorizedAt: string
  readonly dpsId: string
  readonly series: string | null
  readonly dpsNumber: string | null
  readonly cents: number | null
  readonly takerDocument: string | null
}

/** Null for what is no NFS-e: never half of one. */
export function readNfse(xml: string): NfseAnswer | null {
  const root = readXml(xml)
  const inside = root?.name === 'NFSe' ? elementAt(root, 'infNFSe') : null
  const dps = elementAt(inside, 'DPS', 'infDPS')
  const accessKey = /^NFS([\dA-Z]{50})$/.exec(inside?.attributes.Id ?? '')?.[1]
  const number = textAt(inside, 'nNFSe')
  const at = Date.parse(textAt(inside, 'dhProc') ?? '')
  if (!inside || !dps || !accessKey || !number || Number.isNaN(at)) return null
  const value = textAt(dps, 'valores', 'vServPrest', 'vServ')
  return {
    accessKey,
    number,
    authorizedAt: new Date(at).toISOString(),
    dpsId: dps.attributes.Id ?? '',
    series: textAt(dps, 'serie'),
    dpsNumber: textAt(dps, 'nDPS'),
    cents: value === null ? null : Math.round(Number(value) * 100),
    takerDocument: textAt(dps, 'toma', 'CNPJ') ?? textAt(dps, 'toma', 'CPF'),
  }
}

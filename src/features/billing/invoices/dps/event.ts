import { momentIn, nfseNamespace, dpsWriter, type NfseEnvironment } from '#features/billing/invoices/dps/dps.ts'
import { pieceXml, type XmlPiece } from '#features/billing/invoices/dps/xml.ts'

/** Codes of event 101101. */
export const cancelCodes = ['1', '2', '9'] as const
/** Why an NFS-e may be cancelled, by the code. */
export const cancelReasons = { 1: 'Erro na emissão', 2: 'Serviço não prestado', 9: 'Outros' } as const

export interface NfseCancelling {
  readonly environment: NfseEnvironment
  readonly at: string
  readonly document: string
  readonly accessKey: string
  readonly reason: string
  /** 15 to 255 characters. */
  readonly words: string
}

/** The request to cancel an NFS-e, before it is signed. */
export function cancelXml(
  { environment, at, document, accessKey, reason, words }: NfseCancelling,
  version: string,
): string {
  const event: XmlPiece = [
    'infPedReg',
    [
      ['tpAmb', environment === 'producao' ? '1' : '2'],
      ['verAplic', dpsWriter],
      ['dhEvento', momentIn(at)],
      [document.length === 11 ? 'CPFAutor' : 'CNPJAutor', document],
      ['chNFSe', accessKey],
      [
        'e101101',
        [
          ['xDesc', 'Cancelamento de NFS-e'],
          ['cMotivo', reason],
          ['xMotivo', words],
        ],
      ],
    ],
  ]
  return `<pedRegEvento xmlns="${nfseNamespace}" versao="${version}">${pieceXml(event, `Id="PRE${accessKey}101101"`)}</pedRegEvento>`
}

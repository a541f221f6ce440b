import type { Step } from '#features/regulatory/collects/coleta/steps.ts'

/** A client its reader sees. */
export interface KnownClient {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly document: string
  /** All fistels of the client, collected this month or not. */
  readonly fistels: readonly string[]
}
export interface KnownColeta {
  readonly client_id: number
  readonly uuid: string
  /** '2026-10'. */
  readonly period: string
  readonly fistel: string
  /** 'SCM', and Anatel's number of it. */
  readonly service: string
  readonly term: string | null
  readonly step: Step
  /** Receipts stored for its last version. */
  readonly receipts: number
  /** Rows of the file of its last version; null where it did not go, or is not ours to write. */
  readonly rows: number | null
}
/** An obligation of a client that somebody says was done. */
export interface KnownDuty {
  readonly client_id: number
  readonly obligation: string
  readonly period: string
  /** 'FUST: declaração no SFUST e pagamento, out/2026'. */
  readonly title: string
  readonly done_on: string | null
}
/** A task of a client that is open, and follows no obligation. */
export interface KnownTask {
  readonly client_id: number
  readonly uuid: string
  readonly name: string
  /** Of the template it comes from; none of what was written by hand. */
  readonly template: string | null
  readonly period: string | null
}
/** What a receipt may be of, as far as its reader sees. */
export interface ReceiptWorld {
  /** Whose CNPJ is in the text, and other establishments of the same companies. */
  readonly clients: readonly KnownClient[]
  readonly kin: readonly KnownClient[]
  /** Where no CNPJ of the text is a client's: those whose fistel is in it. */
  readonly byFistel: readonly KnownClient[]
  readonly coletas: readonly KnownColeta[]
  readonly duties: readonly KnownDuty[]
  readonly tasks: readonly KnownTask[]
  /** Acts that the user has the permission for. */
  readonly may: Readonly<Record<'recibo' | 'erro' | 'enviar' | 'concluir' | 'reabrir' | 'tarefa', boolean>>
}

/** What a receipt settles. */
export type ReceiptTarget =
  /** `send`: it is recorded as sent to Anatel, too. */
  | { readonly kind: 'coleta'; readonly coleta: string; readonly send: boolean }
  /** It refuses the coleta, which has an error from then on. */
  | { readonly kind: 'recusa'; readonly coleta: string }
  | { readonly kind: 'obrigacao'; readonly client: string; readonly obligation: string; readonly period: string }
  /** It refuses what was done of the obligation, which is open from then on. */
  | {
      readonly kind: 'recusa-obrigacao'
      readonly client: string
      readonly obligation: string
      readonly period: string
    }
  | { readonly kind: 'tarefa'; readonly task: string }
export interface ReceiptProposal {
  readonly target: ReceiptTarget
  /** 'Rádio Vale: coleta de out/2026, SCM, fistel 50412345678'. */
  readonly label: string
  /** What to know before: 'já tem recibo'. */
  readonly note: string | null
}

import { createHash } from 'node:crypto'
import { cnpj as readCnpj, hasLetters } from '#kernel/brasil.ts'
import { dayIn } from '#kernel/clock.ts'
import { join } from '#kernel/text.ts'
import {
  infrastructureKinds,
  layoutStates,
  type LayoutFamily,
} from '#features/regulatory/anatel/infrastructure-layouts.ts'
import { planOf, type FilingPlan } from '#features/regulatory/infrastructure/check.ts'
import { noNetwork } from '#features/regulatory/infrastructure/network.ts'
import { networksOf } from '#features/regulatory/infrastructure/network.server.ts'
import { filingSrid } from '#features/regulatory/infrastructure/settings.server.ts'
import {
  filingFileName,
  writeFiling,
  type InfrastructureFileWritten,
} from '#features/regulatory/infrastructure/write.ts'
import { readText } from '#parts/table/text.server.ts'
import type { Ctx } from '#server/operation.ts'

/** Whose files they are. */
interface FilingClient {
  readonly id: number
  readonly name: string
  readonly document: string
}
interface PreparedFile extends InfrastructureFileWritten {
  readonly name: string
  readonly sha256: string
}
/** A preparation has the files to store, or why there are none. */
export interface PreparedFiling {
  readonly plan: FilingPlan
  readonly files: readonly PreparedFile[]
  /** Why no file can be made at all; null when it can. */
  readonly blocked: string | null
  /** The user should know these; they never block a filing. */
  readonly warnings: readonly string[]
}

/** Writes a visible client's yearly files and reads them again, without storing them. */
export async function prepareFiling(
  ctx: Ctx,
  client: FilingClient,
  year: number,
  family: LayoutFamily,
): Promise<PreparedFiling> {
  const network = (await networksOf(ctx.sql, [client.id])).get(client.id) ?? noNetwork
  const plan = planOf(network, family, dayIn(new Date()).day)
  const blocked = whyBlocked(client, plan)
  if (blocked !== null) return { plan, files: [], blocked, warnings: [] }
  const head = { cnpj: client.document, year, srid: ctx.config.of(filingSrid) }
  const files = writeFiling(head, plan, family).map(written => {
    proveRead(written)
    const sha256 = createHash('sha256').update(written.bytes).digest('hex')
    return { ...written, name: filingFileName(year, client.name, written.layout), sha256 }
  })
  return { plan, files, blocked, warnings: warningsOf(client, files) }
}

function whyBlocked({ document }: FilingClient, { stations, told }: FilingPlan): string | null {
  if (document.length !== 14) return 'O cliente está cadastrado com CPF; os arquivos são de um CNPJ.'
  if (readCnpj(document) !== document) return 'O CNPJ do cliente não confere. Corrija o cadastro antes.'
  if (!told) return 'O cliente não tem estações registradas.'
  return stations.length ? null : 'Nenhuma estação pode ir no arquivo: corrija ao menos uma das que estão abaixo.'
}

/** What is written is read by the reader of every file that comes in, and must say the same. */
function proveRead({ bytes, rows, layout }: InfrastructureFileWritten): void {
  const table = readText(bytes, rows)
  const width = layout.columns.length
  const isSame =
    typeof table !== 'string' &&
    table.facts.kind === 'text' &&
    table.facts.bom &&
    table.facts.line_ending === 'CRLF' &&
    table.header.join(';') === layout.columns.map(([, header]) => header).join(';') &&
    table.records.length === rows &&
    Array.from(table.records).every(({ cells }) => cells.length === width)
  if (!isSame) throw new Error(`the written file ${layout.id} does not read back as what was written`)
}

const warningsOf = ({ document }: FilingClient, files: readonly PreparedFile[]): readonly string[] => [
  ...Object.values(layoutStates).flatMap(standing => {
    const own = files.filter(({ layout }) => layoutStates[layout.standing] === standing)
    return own.length
      ? [`${join(own.map(({ layout }) => infrastructureKinds[layout.kind].name))}: ${standing.said}`]
      : []
  }),
  ...(hasLetters(document)
    ? ['O CNPJ tem letras: ainda não se sabe se o Coletas da Anatel as aceita. Confira no envio.']
    : []),
]

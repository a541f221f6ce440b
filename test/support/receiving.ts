import { expect } from 'vitest'
import { monthly, type MonthOwner } from './monthly.ts'
import { pdfOf, receiptLines } from './receipts.ts'
import { dataOf, type Reply, type Row } from './world.ts'

/** A receipt of the tray, as it is answered. */
export interface WaitingReceipt {
  readonly uuid: string
  readonly name: string
  readonly why: string
  readonly verdict: string | null
  readonly error: string | null
  readonly protocol: string | null
  readonly proposals: readonly { readonly kind: string; readonly label: string; readonly note: string | null }[]
}

const did = async (done: Promise<Reply>) => expect((await done).status).toBe(200)

/** A house where receipts are dropped, for the tests of one `describe`. */
export function receiving() {
  const house = monthly()
  const { world, call, provider, filled, act } = house

  const documentOf = async ({ client }: MonthOwner) =>
    String(dataOf(await call('GET', `clients/${client.id}`)).document)
  /** A client with a coleta of July 2026 that went to Anatel, or as far as it is told. */
  async function sent(name: string, as: 'enviada' | 'pronta' | 'em-aberto' = 'enviada') {
    const held = await provider(name)
    const coleta = await filled(held, 7, 10)
    if (as !== 'em-aberto') await did(act(coleta.uuid, 'finalizar'))
    if (as === 'enviada') await did(act(coleta.uuid, 'enviar'))
    return { ...held, coleta, document: await documentOf(held) }
  }
  const attach = (drop: string, name: string, bytes: Buffer, who = 'staffA') =>
    world().call(who, 'POST', `receipt-drops/${drop}/arquivos?name=${encodeURIComponent(name)}`, {
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    })
  async function open(who = 'staffA', more = {}) {
    return dataOf(await call('POST', 'receipt-drops', more, who)).uuid
  }
  async function dropped(
    files: Readonly<Record<string, Buffer>>,
    { who = 'staffA', ...more }: { who?: string; processed?: boolean } = {},
  ) {
    const drop = await open(who, more)
    for (const [name, bytes] of Object.entries(files)) expect((await attach(drop, name, bytes, who)).status).toBe(201)
    expect((await call('PUT', `receipt-drops/${drop}/ler`, undefined, who)).status).toBe(200)
    await world().runner.settled()
    return drop
  }
  const all = async (drop: string, who = 'staffA') => {
    const { id } = dataOf(await call('GET', `receipt-drops/${drop}`, undefined, who))
    const { body } = await call('GET', `receipts?filter[drop_id]=${id}&sort=id&pagination=false`, undefined, who)
    return body.data as readonly (Row & Readonly<Record<'name' | 'state' | 'why' | 'about' | 'protocol', string>>)[]
  }
  const told = async (drop: string, who = 'staffA') =>
    (await all(drop, who)).map(({ name, state, why, about }) => [name, state, why ?? about])
  const tray = async (who = 'staffA') =>
    (await call('GET', 'receipts/bandeja?per_page=50', undefined, who)).body.data as readonly WaitingReceipt[]
  const inTray = async (name: string, who = 'staffA') => (await tray(who)).find(each => each.name === name)
  const receiptsOf = async (coleta: Pick<Row, 'id'>) => {
    const { body } = await call('GET', `collect-files?filter[collect_id]=${coleta.id}&sort=id&pagination=false`)
    return (body.data as readonly Readonly<Record<'kind' | 'name' | 'protocol', string>>[]).filter(
      ({ kind }) => kind === 'recibo',
    )
  }
  const plain = async (of: { document: string }, more = {}) => pdfOf(receiptLines({ document: of.document, ...more }))

  const attachByHand = (coleta: string, name: string, bytes: Buffer) =>
    world().call('staffA', 'POST', `collects/${coleta}/recibo?name=${name}`, {
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    })

  return { ...house, sent, attach, open, dropped, all, told, inTray, receiptsOf, plain, attachByHand }
}

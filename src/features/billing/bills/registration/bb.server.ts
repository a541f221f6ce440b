import * as z from 'zod'
import { cpf } from '#kernel/brasil.ts'
import { dayAfter } from '#kernel/clock.ts'
import { problem } from '#kernel/problem.ts'
import {
  BbRefusal,
  bbLater,
  sayToBb,
  type BbConversation,
} from '#features/billing/bills/registration/bb-talk.server.ts'
import { bbKeysOf, lackingKeysOf } from '#features/billing/bills/registration/credentials.server.ts'
import { itemSlip } from '#features/billing/bills/registration/item.server.ts'
import { isRegistering } from '#features/billing/bills/registration/lay.server.ts'
import {
  cancelNotTaken,
  slipCancelled,
  slipGone,
  slipRefused,
  slipRegistered,
} from '#features/billing/bills/registration/outcome.server.ts'
import { bbOauthUrl, bbTestOauthUrl, bbTestUrl, bbUrl } from '#features/billing/bills/registration/settings.server.ts'
import { noteExternal, type SlipSource } from '#features/billing/bills/registration/source.server.ts'
import { readSlip } from '#features/billing/bills/slip/numbers.ts'
import type { Integration, SentItem, Talk } from '#parts/integration/integration.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

// Boletos registered by the API de Cobrança v2 of Banco do Brasil, as public documents describe it; the bank's own portal could not be
// read. Not verified: whether an agreement requires a client certificate (mTLS), whether production takes the application key as
// `gw-dev-app-key`, how it answers about a boleto it does not know, the shape of `GET /boletos/{id}/pix`, and whether `multa` and
// `jurosMora` are calculated to the cent as ours. Not built: PATCH, because an issued boleto never changes here; and payments, which
// come in its return file.

const madeTitle = z.object({
  linhaDigitavel: z.coerce.string().nullish(),
  codigoBarraNumerico: z.coerce.string().nullish(),
  qrCode: z.object({ emv: z.string().nullish() }).nullish(),
})
const knownTitle = z.object({
  codigoEstadoTituloCobranca: z.coerce.number(),
  valorOriginalTituloCobranca: z.coerce.number(),
  dataVencimentoTituloCobranca: z.string(),
  codigoLinhaDigitavel: z.coerce.string().nullish(),
  textoCodigoBarrasTituloCobranca: z.coerce.string().nullish(),
})
type KnownTitle = z.infer<typeof knownTitle>
const pixAnswer = z.object({ qrCode: z.object({ emv: z.string().nullish() }).nullish() })

/** States of a title by its documents: paid, and written off. */
const paidStates: readonly number[] = [6, 10, 11, 12, 16]
const writtenOff = 7

const dotted = (day: string) => day.split('-').toReversed().join('.')
/** Our number of it there: three zeros, the agreement and ten digits. */
const numberOf = ({ shown }: SlipSource) => `000${shown.replace(/\D/g, '')}`
const reais = (cents: number) => Number((cents / 100).toFixed(2))

const requestOf = (slip: SlipSource) => ({
  numeroConvenio: Number(slip.agreement),
  numeroCarteira: Number(slip.wallet),
  numeroVariacaoCarteira: Number(slip.wallet_variation),
  codigoModalidade: 1,
  dataEmissao: dotted(slip.issued_on),
  dataVencimento: dotted(slip.due_date),
  valorOriginal: reais(slip.cents),
  codigoAceite: 'N',
  codigoTipoTitulo: 4,
  descricaoTipoTitulo: 'DS',
  indicadorPermissaoRecebimentoParcial: 'N',
  numeroTituloBeneficiario: slip.document.replace(/[^\dA-Za-z-]/g, '').slice(0, 15),
  numeroTituloCliente: numberOf(slip),
  ...(slip.discount_until && {
    desconto: { tipo: 1, dataExpiracao: dotted(slip.discount_until), valor: reais(slip.discount_cents) },
  }),
  ...(slip.interest > 0 && { jurosMora: { tipo: 2, porcentagem: slip.interest } }),
  ...(slip.fine > 0 && { multa: { tipo: 2, data: dotted(dayAfter(slip.due_date, 1)), porcentagem: slip.fine } }),
  pagador: {
    tipoInscricao: cpf(slip.payer.document) === null ? 2 : 1,
    numeroInscricao: slip.payer.document,
    nome: slip.payer.name.slice(0, 60),
    endereco: [slip.payer.street, slip.payer.number].filter(Boolean).join(', ').slice(0, 60),
    cep: Number(slip.payer.zipcode),
    cidade: (slip.payer.city ?? '').slice(0, 30),
    bairro: (slip.payer.district ?? '').slice(0, 30),
    uf: slip.payer.state ?? '',
  },
  indicadorPix: 'S',
})

/** What the bank must be given of the payer. */
const lackOf = ({ payer: { street, zipcode, city, district, state } }: SlipSource): string | null =>
  street && zipcode && city && district && state
    ? null
    : 'O Banco do Brasil pede o endereço completo do cliente, com CEP, bairro e município: complete o cadastro dele'

/** The title as the bank has it; null where it has none under our number. */
async function titleOf(talking: BbConversation, slip: SlipSource): Promise<KnownTitle | null> {
  try {
    return await sayToBb(talking, knownTitle, `boletos/${numberOf(slip)}`, {
      query: { numeroConvenio: slip.agreement ?? '' },
    })
  } catch (error) {
    if (!(error instanceof BbRefusal) || error.status === 401 || error.status === 403) throw error
    // A number is registered once: where this answer says less than that it is not there, the bank refuses the second.
    return null
  }
}

async function pixOf(talking: BbConversation, slip: SlipSource): Promise<string | null> {
  try {
    const path = `boletos/${numberOf(slip)}/pix`
    const answer = await sayToBb(talking, pixAnswer, path, { query: { numeroConvenio: slip.agreement ?? '' } })
    return answer.qrCode?.emv ?? null
  } catch (error) {
    if (error instanceof BbRefusal) return null
    throw error
  }
}

/** The bank has it under our number: it is registered where its line is the one we drew. */
function registered(
  talking: BbConversation,
  slip: SlipSource,
  line: string | null | undefined,
  pix: string | null,
): SentItem {
  const read = line ? readSlip(line, slip.due_date) : null
  if (read?.kind !== 'banco') throw bbLater(talking, 'a linha digitável veio ilegível')
  if (read.bars !== slip.bars)
    return slipRefused(slip, [
      {
        code: '',
        message:
          'O banco registrou o boleto com outra linha digitável: confira convênio, carteira e variação, e cancele este',
      },
    ])
  return slipRegistered(slip, {
    external: numberOf(slip),
    bars: read.bars,
    shown: slip.shown,
    pix: pix ? { text: pix, until: null } : null,
  })
}

async function registeredAs(talking: BbConversation, slip: SlipSource, title: KnownTitle): Promise<SentItem> {
  if (title.codigoEstadoTituloCobranca === writtenOff)
    return slipRefused(slip, [{ code: '', message: 'O boleto já foi baixado no banco' }])
  const isSame =
    Math.round(title.valorOriginalTituloCobranca * 100) === slip.cents &&
    title.dataVencimentoTituloCobranca === dotted(slip.due_date)
  if (!isSame)
    return slipRefused(slip, [
      {
        code: '',
        message:
          'O banco tem, com este número, um boleto de outro valor ou vencimento: acerte o próximo nosso número da conta corrente',
      },
    ])
  const line = title.textoCodigoBarrasTituloCobranca || title.codigoLinhaDigitavel
  return registered(talking, slip, line, await pixOf(talking, slip))
}

async function register(db: Sql, talking: BbConversation, slip: SlipSource, attempt: number): Promise<SentItem> {
  if (slip.cancelled) return slipGone()
  const lack = lackOf(slip)
  if (lack !== null) return slipRefused(slip, [{ code: '', message: lack }])
  const there = attempt > 1 ? await titleOf(talking, slip) : null
  if (there) return registeredAs(talking, slip, there)
  // Its number is ours: what comes of this request is found by it, whatever is answered.
  await noteExternal(db, slip.id, numberOf(slip))
  try {
    const answer = await sayToBb(talking, madeTitle, 'boletos', { body: requestOf(slip) })
    return registered(talking, slip, answer.codigoBarraNumerico || answer.linhaDigitavel, answer.qrCode?.emv ?? null)
  } catch (error) {
    if (!(error instanceof BbRefusal)) throw error
    // The number may be in use by this very boleto.
    const title = error.reasons.some(({ message }) => /j[áa] inclu[íi]do/i.test(message))
      ? await titleOf(talking, slip)
      : null
    return title ? registeredAs(talking, slip, title) : slipRefused(slip, error.reasons)
  }
}

async function cancel(db: Sql, talking: BbConversation, slip: SlipSource): Promise<SentItem> {
  if (await isRegistering(db, slip)) throw bbLater(talking, 'o registro deste boleto ainda está a caminho')
  const title = await titleOf(talking, slip)
  if (!title) return slipCancelled(slip, `O boleto ${slip.shown} não está no Banco do Brasil.`)
  if (paidStates.includes(title.codigoEstadoTituloCobranca))
    return cancelNotTaken(slip, [
      { code: '', message: 'O boleto já foi pago no banco, e não pode mais ser baixado: o pagamento vem no retorno' },
    ])
  if (title.codigoEstadoTituloCobranca !== writtenOff)
    await sayToBb(talking, z.looseObject({}), `boletos/${numberOf(slip)}/baixar`, {
      body: { numeroConvenio: Number(slip.agreement) },
    })
  return slipCancelled(slip, `Boleto ${slip.shown} baixado também no Banco do Brasil.`)
}

const off = 'A API do Banco do Brasil está desligada: defina BB_URL ou BB_TEST_URL.'

/** Opens a conversation with the keys of an account. Throws a 409 where the installation never calls the bank, or has no key. */
export async function talkToBb(
  db: Sql,
  config: Config,
  talk: Talk,
  owner: Pick<SlipSource, 'account' | 'environment'>,
): Promise<BbConversation> {
  const isReal = owner.environment === 'producao'
  const [url, oauth] = [config.of(isReal ? bbUrl : bbTestUrl), config.of(isReal ? bbOauthUrl : bbTestOauthUrl)]
  if (url === null || oauth === null) throw problem('conflict', off)
  return { talk, base: new URL(url), oauth: new URL(oauth), keys: await bbKeysOf(db, config, owner) }
}

/** A number no boleto has: whatever the bank answers of it but a refusal of the keys proves them. */
export async function tryBb(talking: BbConversation, agreement: string) {
  try {
    await sayToBb(talking, z.unknown(), `boletos/${`000${agreement.padStart(7, '0')}`.padEnd(20, '0')}`, {
      query: { numeroConvenio: agreement },
    })
  } catch (error) {
    if (!(error instanceof BbRefusal) || error.status === 401 || error.status === 403) throw error
  }
}

/** Boletos that Banco do Brasil registers by its API. */
export const bbCharges: Integration = {
  key: 'bb-cobranca',
  lacking: (config, db) => (config.of(bbUrl) === null && config.of(bbTestUrl) === null ? off : lackingKeysOf(db, 'bb')),
  send: async (item, talk, { config, sql: db }) => {
    const { slip, act } = await itemSlip(db, item)
    const talking = await talkToBb(db, config, talk, slip)
    try {
      return act === 'cancelar' ? await cancel(db, talking, slip) : await register(db, talking, slip, item.attempt)
    } catch (error) {
      if (!(error instanceof BbRefusal)) throw error
      return act === 'cancelar' ? cancelNotTaken(slip, error.reasons) : slipRefused(slip, error.reasons)
    }
  },
}

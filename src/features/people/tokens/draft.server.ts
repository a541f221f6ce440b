import { can } from '#kernel/access.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { invalid, Problem } from '#kernel/problem.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { isGrantable } from '#features/people/auth/scopes.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import type { TokenDraft } from '#features/people/tokens/api.ts'
import { tokenLimits } from '#features/people/tokens/tokens.ts'
import type { Ctx } from '#server/operation.ts'
import { readTrust } from '#server/proxy.ts'

/** The draft of a token with its addresses as they are stored. Throws a 422 where its author asks for more than they have. */
export async function checkedDraft<D extends TokenDraft>(ctx: Ctx, draft: D, now: Date): Promise<D> {
  const foreign = draft.scopes.filter(name => !can(ctx.user, name) || !isGrantable(name))
  const addresses = [...new Set(draft.addresses.map(each => each.trim().toLowerCase()).filter(Boolean))]
  const strange = addresses.filter(each => !isNetwork(each))
  const today = dayIn(now).day
  const first = draft.starts_on ?? today
  const errors = {
    ...(foreign.length && { scopes: `Permissões que um token não pode ter: ${foreign.slice(0, 5).join(', ')}.` }),
    ...(strange.length && {
      addresses: `Não é um endereço nem uma rede (203.0.113.0/24): ${strange.slice(0, 5).join(', ')}.`,
    }),
    ...((draft.ends_on < today || draft.ends_on < first) && { ends_on: 'Escolha um dia depois do primeiro.' }),
    ...(draft.ends_on > dayAfter(first, tokenLimits.days) && {
      ends_on: `Um token vale no máximo ${tokenLimits.days} dias.`,
    }),
  }
  if (Object.keys(errors).length) throw invalid(errors)
  const client =
    draft.client_id === null ? null : await visibleRow(ctx.rows(clients).find(String(draft.client_id)), 'client_id')
  if (draft.empresa_id !== null) await visibleRow(ctx.rows(empresas).find(String(draft.empresa_id)), 'empresa_id')
  if (client && draft.empresa_id !== null && client.empresa_responsavel_id !== draft.empresa_id)
    throw invalid({ client_id: 'Este cliente é de outra empresa.' })
  return { ...draft, scopes: [...new Set(draft.scopes)], addresses }
}

/** A number alone would be a count of proxies, and a name a list of networks: an address has a dot or a colon. */
const isNetwork = (text: string) => /[.:]/.test(text) && !text.includes(',') && readTrust(text) !== null

/** A row its author sees; a 422 at the field where they do not. */
const visibleRow = <T>(row: Promise<T>, field: string): Promise<T> =>
  row.catch((error: unknown) => {
    throw error instanceof Problem && error.kind === 'missing' ? invalid({ [field]: 'Escolha um da lista.' }) : error
  })

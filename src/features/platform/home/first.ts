import type { AnyResource } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { users } from '#features/people/users/users.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'

/** One thing a new house does before its first month. */
export interface FirstStep {
  /** The list that shows whether the step is done: it is, once there are more rows than `beyond`. */
  readonly of: AnyResource
  readonly beyond: number
  /** It is done once the list, narrowed to this, has no row left. */
  readonly left?: Readonly<Record<string, string>>
  readonly title: string
  readonly why: string
  /** The ways to do it, the best first, each with what it takes. */
  readonly ways: readonly { readonly to: string; readonly words: string; readonly needs: string }[]
}

/** In the order that spares the most typing. */
export const firstSteps: readonly FirstStep[] = [
  {
    of: empresas,
    beyond: 0,
    title: 'Cadastre a sua empresa',
    why: 'É ela que responde pelos clientes e assina o que sai da casa.',
    ways: [{ to: '/empresas/create', words: 'Nova empresa', needs: 'empresas.store' }],
  },
  {
    of: users,
    // The reader is one of the users.
    beyond: 1,
    title: 'Convide a equipe',
    why: 'Cada pessoa escolhe a própria senha, pelo link de um e-mail.',
    ways: [{ to: '/users/create', words: 'Novo usuário', needs: 'users.store' }],
  },
  {
    of: clients,
    beyond: 0,
    title: 'Traga os clientes',
    why: 'De uma planilha, todos de uma vez; ou um a um, a partir do CNPJ.',
    ways: [
      { to: '/imports/create', words: 'Importar planilha', needs: 'imports.enviar' },
      { to: '/clients/create', words: 'Novo cliente', needs: 'clients.store' },
    ],
  },
  {
    of: fistels,
    beyond: 0,
    title: 'Registre os fistéis',
    why: 'É por fistel que a Anatel espera a coleta de cada mês.',
    ways: [
      { to: '/fistels/create', words: 'Novo fistel', needs: 'fistels.store' },
      { to: '/imports/create?secao=fistels', words: 'Importar planilha', needs: 'imports.enviar' },
    ],
  },
  {
    of: clients,
    beyond: 0,
    left: { 'filter[responsible_id]': '', active: 'true' },
    title: 'Divida os clientes',
    why: 'As coletas e tarefas de um cliente são de quem responde por ele: sem responsável, não aparecem no dia de ninguém.',
    ways: [
      { to: '/equipe', words: 'Dar a alguém', needs: 'handovers.store' },
      { to: '/clients?filter[responsible_id]=', words: 'Ver os clientes', needs: 'clients.update' },
    ],
  },
  {
    of: collects,
    beyond: 0,
    title: 'Abra o primeiro mês',
    why: 'O quadro mostra quem deve coleta e abre todas de uma vez.',
    ways: [{ to: '/collects/quadro', words: 'Ir ao quadro do mês', needs: 'collects.abrir-mes' }],
  },
]

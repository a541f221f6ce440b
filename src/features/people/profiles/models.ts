import type { RoleSection } from '#features/people/profiles/schema.ts'

/** What a new profile may begin with: sections of which it has all, and those it only reads. */
export interface ProfileModel {
  readonly name: string
  /** The section's path, as permissions begin; null: every section but the excepted ones. */
  readonly all: readonly string[] | null
  readonly sees: readonly string[] | null
  readonly except: readonly string[]
}

/** People, their rights, and the machine: no model of daily work reads them. */
const machine = [
  'profiles',
  'users',
  'configurations',
  'module-configurations',
  'integration-meta',
  'manutencao',
  'sistema',
  'historico',
]
const money = [
  'bills-to-receive',
  'bill-payments',
  'bank-returns',
  'bank-return-lines',
  'late-charges',
  'checking-accounts',
  'finance-types',
  'service-invoices',
  'order-services',
  'plans',
]

export const profileModels = {
  financeiro: {
    name: 'Financeiro',
    all: money,
    sees: ['clients', 'documents', 'empresas', 'informative', 'pages', 'notices'],
    except: [],
  },
  leitura: { name: 'Leitura', all: [], sees: null, except: machine },
  estagiario: {
    name: 'Estagiário',
    all: ['collects', 'tarefas', 'ticket-messages'],
    sees: null,
    except: [...machine, ...money],
  },
  completo: { name: 'Completo', all: null, sees: [], except: [] },
} as const satisfies Readonly<Record<string, ProfileModel>>

/** The permissions of a model, of those that may be granted. */
export function rolesOfModel(sections: readonly RoleSection[], { all, sees, except }: ProfileModel): readonly string[] {
  const among = (paths: readonly string[] | null, path: string) =>
    paths ? paths.includes(path) : !except.includes(path)
  return sections
    .flatMap(({ permissions }) => permissions)
    .filter(({ role, level }) => {
      const [path = ''] = role.split('.')
      return among(all, path) || (level === 'ver' && among(sees, path))
    })
    .map(({ role }) => role)
}

/** How much of a section a profile has; null where it is none of the three. */
export function levelOfRoles(permissions: RoleSection['permissions'], held: ReadonlySet<string>) {
  const has = permissions.filter(({ role }) => held.has(role))
  if (!has.length) return 'nada'
  if (has.length === permissions.length) return 'tudo'
  const seen = permissions.filter(({ level }) => level === 'ver')
  return has.length === seen.length && has.every(({ level }) => level === 'ver') ? 'ver' : null
}

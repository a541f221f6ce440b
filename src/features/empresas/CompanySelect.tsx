import { TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { choosesCompany, type User } from '#kernel/access.ts'
import { api } from '#web/api.ts'
import { allCompanies } from '#web/constants.ts'
import styles from '#features/empresas/company.module.css'
import { chunk } from '#web/route/chunk.ts'
import { firstShown } from '#web/route/state.ts'
import { changeUser } from '#web/session.ts'
import { companyKey, companyName, useUser } from '#web/session/store.ts'
import { useStore } from '#web/store.ts'
import { forgetDirty, mayLeave } from '#web/ui/leave.ts'
import { coverPage } from '#web/ui/Loading.tsx'

const Select = lazy(() => chunk(() => import('#web/ui/Choice.tsx')))

interface CompanyChoice {
  readonly id: number
  readonly nome_fantasia: string
  readonly representante_primeiro_nome: string | null
}

const labelOf = ({ nome_fantasia, representante_primeiro_nome }: CompanyChoice) =>
  representante_primeiro_nome ? `${nome_fantasia} (${representante_primeiro_nome})` : nome_fantasia

/** The company that who works for all of them looks at. Choosing one draws the same address again, for that company. */
export default function CompanySelect() {
  const user = useUser()
  return choosesCompany(user) ? <Choice user={user} /> : null
}

function Choice({ user }: { user: User }) {
  const first = useStore(firstShown)
  const { data } = useQuery({
    queryKey: ['empresas', 'select'],
    queryFn: ({ signal }) =>
      api.get<{ data: readonly CompanyChoice[] }>('/empresas', { query: { pagination: false }, quiet: true, signal }),
    staleTime: Infinity,
    enabled: first,
  })
  const options = [
    { value: allCompanies, label: 'Todas as empresas' },
    ...(data?.data ?? []).map(company => ({ value: String(company.id), label: labelOf(company) })),
  ]
  const seen = options.find(({ value }) => value === companyKey(user))?.label ?? null
  useEffect(() => companyName.set(seen), [seen])
  async function choose(value: string | null) {
    if (value === null || value === companyKey(user) || !(await mayLeave())) return
    coverPage(true)
    try {
      const empresa_visualizacao_id = value === allCompanies ? value : Number(value)
      await api.put('/users/me/empresa-visualizacao-id', { empresa_visualizacao_id })
      changeUser({ ...user, empresa_visualizacao_id: value === allCompanies ? null : Number(value) })
      forgetDirty()
      location.reload()
    } catch {
      // The error is shown at the top of the page.
      coverPage(false)
    }
  }
  const look = { className: styles.company, 'aria-label': 'Empresa em visualização' }
  const closed = (
    <TextInput {...look} value={seen ?? ''} readOnly rightSection={<IconSelector size={16} aria-hidden />} />
  )
  return first ? (
    <Suspense fallback={closed}>
      <Select
        {...look}
        data={options}
        value={companyKey(user)}
        onChange={value => void choose(value)}
        allowDeselect={false}
        searchable={options.length > 7}
        nothingFoundMessage="Nenhuma empresa encontrada"
        comboboxProps={{ width: 300, position: 'bottom-end' }}
      />
    </Suspense>
  ) : (
    closed
  )
}

import { TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { lazy, useEffect } from 'react'
import { choosesCompany, type User } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { chooseOwnCompany } from '#features/people/auth/api.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { sendCall, useAnswer } from '#web/call.ts'
import { allCompanies } from '#web/constants.ts'
import styles from '#features/people/empresas/company.module.css'
import { chunk } from '#web/route/chunk.ts'
import { firstShown } from '#web/route/state.ts'
import { changeUser } from '#web/session.ts'
import { companyKey, companyName, useUser } from '#web/session/store.ts'
import { useStore } from '#web/store.ts'
import { forgetDirty, mayLeave } from '#web/ui/leave.ts'
import { coverPage } from '#web/ui/Loading.tsx'
import { OptionalPart } from '#web/ui/OptionalPart.tsx'

const Select = lazy(() => chunk(() => import('#web/ui/Choice.tsx')))

type CompanyChoice = Pick<ListedOf<typeof empresas>, 'nome_fantasia' | 'representante_primeiro_nome'>

const labelOf = ({ nome_fantasia, representante_primeiro_nome }: CompanyChoice) =>
  representante_primeiro_nome ? `${nome_fantasia} (${representante_primeiro_nome})` : nome_fantasia

/** The company that who works for all of them looks at. Choosing one draws the same address again, for that company. */
export default function CompanySelect() {
  const user = useUser()
  return choosesCompany(user) ? <Choice user={user} /> : null
}

function Choice({ user }: { user: User }) {
  const first = useStore(firstShown)
  const { data } = useAnswer(
    callsOf(empresas).list,
    { query: { pagination: false } },
    { staleTime: Infinity, enabled: first },
  )
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
      const chosen = value === allCompanies ? null : Number(value)
      await sendCall(chooseOwnCompany, { body: { empresa_visualizacao_id: chosen } })
      changeUser({ ...user, empresa_visualizacao_id: chosen })
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
    <OptionalPart fallback={closed}>
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
    </OptionalPart>
  ) : (
    closed
  )
}

import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callsOf } from '#kernel/call.ts'
import { listPermissions } from '#features/people/profiles/api.ts'
import { profileModels, rolesOfModel } from '#features/people/profiles/models.ts'
import { profiles } from '#features/people/profiles/profiles.ts'
import { answerOptions, useAnswer } from '#web/call.ts'
import type { Form } from '#web/form/useForm.ts'

const { list, read } = callsOf(profiles)
const modelAt = (name: string) => Object.entries(profileModels).find(([key]) => `modelo:${key}` === name)?.[1]

/** Fills a new profile with the permissions of a model or of another profile. */
export function StartFrom({ form, from }: { readonly form: Form; readonly from: string }) {
  const queries = useQueryClient()
  const [chosen, choose] = useState(from)
  const sections = useAnswer(listPermissions, {}, { staleTime: Infinity }).data?.data
  const others = useAnswer(list, { query: { columns: 'name,is_admin', pagination: 'false', sort: 'name' } }).data?.data
  const latest = useRef(from)
  async function fill(name: string) {
    latest.current = name
    const model = modelAt(name)
    const roles = (names: readonly string[]) => names.map(role => ({ role }))
    if (!name) form.set('profile_roles', [])
    else if (model && sections) {
      form.set('audience', 'equipe')
      form.set('profile_roles', roles(rolesOfModel(sections, model)))
    } else {
      const { data } = await queries.ensureQueryData(answerOptions(read, { id: name }))
      // A slow answer must not undo a later choice.
      if (latest.current !== name) return
      form.set('audience', data.audience)
      form.set('profile_roles', roles(data.selected_profile_roles ?? []))
    }
  }
  // The address brings the profile that is duplicated.
  useEffect(() => {
    if (from) void fill(from)
    // oxlint-disable-next-line exhaustive-deps -- once, when the form opens
  }, [])
  return (
    <NativeSelect
      label="Começar de"
      maw={360}
      value={chosen}
      disabled={!sections}
      onChange={({ currentTarget: { value } }) => {
        choose(value)
        void fill(value)
      }}
      data={[
        { value: '', label: 'Vazio' },
        {
          group: 'Modelos',
          items: Object.entries(profileModels).map(([key, { name }]) => ({ value: `modelo:${key}`, label: name })),
        },
        {
          group: 'Perfis',
          items: (others ?? []).filter(each => !each.is_admin).map(each => ({ value: each.uuid, label: each.name })),
        },
      ]}
    />
  )
}

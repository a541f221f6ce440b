import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import { allOf, newOf } from '#kernel/text.ts'
import { broughtBy, emptyDraft, seenBy, type Values } from '#web/form/draft.ts'
import { FormFrame } from '#web/form/FormFrame.tsx'
import { useForm, type Form } from '#web/form/useForm.ts'
import { useSave } from '#web/form/useSave.ts'
import { backTo } from '#web/route/back.ts'
import { useUser } from '#web/session/store.ts'
import { forgetDirty } from '#web/ui/leave.ts'
import { Page } from '#web/ui/Page.tsx'

interface Props {
  readonly resource: AnyResource
  /** In the place of 'Registrar um novo …'. */
  readonly title?: string
  /** What the form begins with. */
  readonly start?: Values
  /** What helps to fill it in, under the first section. */
  readonly helper?: (form: Form) => ReactNode
  /** In the place of the declared sections. */
  readonly children?: (form: Form) => ReactNode
}

/** The form of a new row; the address may bring some values: '?client_id=7'. */
export function CreateScreen({ resource, title = newOf(resource.text), ...form }: Props) {
  // 'Salvar e criar outro' begins a form that knows nothing of the one before.
  const [round, setRound] = useState(0)
  return (
    <Page title={title} crumbs={[{ label: allOf(resource.text), to: `/${resource.path}` }]}>
      <NewForm key={round} resource={resource} {...form} onAgain={() => setRound(round + 1)} />
    </Page>
  )
}

function NewForm({
  resource,
  start = {},
  helper,
  children,
  onAgain,
}: Omit<Props, 'title'> & { readonly onAgain: () => void }) {
  const { searchStr } = useLocation()
  const seen = seenBy(useUser(), resource)
  const form = useForm(seen, { ...emptyDraft(seen.fields), ...broughtBy(seen.fields, searchStr), ...start })
  const { saving, save } = useSave(seen, form)
  const go = useNavigate()
  async function saved(then: 'stay' | 'leave' | 'again') {
    const row = await save()
    if (!row) return
    forgetDirty()
    if (then === 'again') onAgain()
    else await go(then === 'leave' ? backTo(`/${resource.path}`) : { to: `/${resource.path}/${row.uuid}` })
  }
  return (
    <FormFrame
      resource={seen}
      form={form}
      saving={saving}
      helper={helper?.(form)}
      again
      onSave={then => void saved(then)}
      onCancel={() => void go(backTo(`/${resource.path}`))}
    >
      {children?.(form)}
    </FormFrame>
  )
}

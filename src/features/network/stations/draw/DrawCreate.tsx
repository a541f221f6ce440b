import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { allOf } from '#kernel/text.ts'
import { drawings } from '#features/network/stations/draw/drawings.ts'
import { DrawRoom } from '#features/network/stations/draw/DrawRoom.tsx'
import { useFresh } from '#features/network/stations/draw/useFresh.web.ts'
import { stationLinks } from '#features/network/stations/stations.ts'
import { broughtBy, emptyDraft } from '#web/form/draft.ts'
import { FormFrame } from '#web/form/FormFrame.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useSave } from '#web/form/useSave.ts'
import { backTo } from '#web/route/back.ts'
import { forgetDirty } from '#web/ui/leave.ts'
import { Page } from '#web/ui/Page.tsx'

/** A new link, drawn between the stations of its client; the address may bring which: '?client_id=7'. */
export default function DrawCreate() {
  // 'Salvar e criar outro' begins a drawing that knows nothing of the one before.
  const [round, setRound] = useState(0)
  return (
    <Page title="Desenhar um novo enlace" crumbs={[{ label: allOf(stationLinks.text), to: `/${stationLinks.path}` }]}>
      <NewDrawing key={round} onAgain={() => setRound(round + 1)} />
    </Page>
  )
}

function NewDrawing({ onAgain }: { readonly onAgain: () => void }) {
  const { searchStr } = useLocation()
  const form = useForm(drawings, { ...emptyDraft(drawings.fields), ...broughtBy(drawings.fields, searchStr) })
  const { saving, save } = useSave(drawings, form)
  const refresh = useFresh()
  const go = useNavigate()
  async function saved(then: 'stay' | 'leave' | 'again') {
    const row = await save()
    if (!row) return
    forgetDirty()
    await refresh()
    if (then === 'again') onAgain()
    else await go(then === 'leave' ? backTo(`/${stationLinks.path}`) : { to: `/${stationLinks.path}/${row.uuid}` })
  }
  return (
    <FormFrame
      resource={drawings}
      form={form}
      saving={saving}
      again
      onSave={then => void saved(then)}
      onCancel={() => void go(backTo(`/${stationLinks.path}`))}
    >
      <DrawRoom form={form} />
    </FormFrame>
  )
}

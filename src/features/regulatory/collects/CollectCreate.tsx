import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { allOf, newOf } from '#kernel/text.ts'
import { dayIn } from '#kernel/clock.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { Subject } from '#features/regulatory/collects/Subject.tsx'
import { collecting } from '#parts/period/period.ts'
import { shapedParameter, useAddress } from '#web/route/search.ts'
import { emptyDraft } from '#web/form/draft.ts'
import { FormFrame } from '#web/form/FormFrame.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useSave } from '#web/form/useSave.ts'
import { backTo } from '#web/route/back.ts'
import { forgetDirty } from '#web/ui/leave.ts'
import { Page } from '#web/ui/Page.tsx'
import frame from '#web/form/form.module.css'

/** A new coleta: whose, of which fistel, of which month. Accesses and money come after. */
export default function CollectCreate() {
  const [{ client_id }] = useAddress({ client_id: shapedParameter(/^\d{1,9}$/) })
  const [start] = useState(() => {
    const client = Number(client_id) || null
    return { ...emptyDraft(collects.fields), ...collecting(dayIn(new Date()).day), client_id: client }
  })
  const form = useForm(collects, start)
  const { saving, save } = useSave(collects, form)
  const go = useNavigate()
  async function keep(then: 'stay' | 'leave' | 'again') {
    const row = await save()
    if (!row) return
    forgetDirty()
    await go(then === 'leave' ? backTo('/collects') : { to: `/collects/${row.uuid}` })
  }
  return (
    <Page title={newOf(collects.text)} crumbs={[{ label: allOf(collects.text), to: '/collects' }]}>
      <FormFrame
        resource={collects}
        form={form}
        saving={saving}
        onSave={then => void keep(then)}
        onCancel={() => void go(backTo('/collects'))}
      >
        <section className={frame.section}>
          <Subject form={form} />
        </section>
      </FormFrame>
    </Page>
  )
}

import { Button, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { actOf, callsOf } from '#kernel/call.ts'
import { Difference } from '#features/support/pages/Difference.tsx'
import { pages, pageVersions } from '#features/support/pages/pages.ts'
import styles from '#features/support/pages/pages.module.css'
import { Prose } from '#parts/reading/Prose.tsx'
import { sendCall, useRenewal } from '#web/call.ts'
import { FormFrame } from '#web/form/FormFrame.tsx'
import { StaleDialog } from '#web/form/StaleDialog.tsx'
import { useEdit } from '#web/form/useEdit.ts'
import type { Over } from '#web/form/useSave.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { useFieldGuide } from '#web/ui/fieldGuide.ts'
import { forgetDirty } from '#web/ui/leave.ts'
import { toast } from '#web/ui/toast.tsx'

interface Props {
  readonly page: string
  readonly read: ReadRow
  /** What is read now; '' where nothing was published. */
  readonly published: string
}
const calls = { publish: actOf(pageVersions, 'publicar'), remove: callsOf(pageVersions).remove }
const looks = [
  { value: 'write', label: 'Escrever' },
  { value: 'preview', label: 'Pré-visualizar' },
  { value: 'compare', label: 'Comparar' },
]

/** The draft of a page: its editor, its preview, and its difference from the published version. */
export function DraftEditor({ page, read, published }: Props) {
  const { seen, form, keep, saving, stale, forgive, behind } = useEdit(pageVersions, read)
  const [look, setLook] = useState('write')
  useFieldGuide({ open: field => field in seen.fields && setLook('write') })
  const user = useUser()
  const go = useNavigate()
  const text = typeof form.values.content === 'string' ? form.values.content : ''
  const key = { id: read.row.uuid }
  const refresh = useRenewal({ ...calls.publish, writes: [pages] })

  async function publish() {
    if (form.dirty && !(await keep())) return
    const text = 'Passa a ser o que todos leem. A versão de agora fica guardada.'
    if (!(await confirm({ title: 'Publicar este texto?', text, act: 'Publicar' }))) return
    await sendCall(calls.publish, { ...key, body: {} })
    forgetDirty()
    await refresh()
    toast('Página publicada')
    await go({ to: `/paginas/${page}` })
  }
  async function discard() {
    const text = 'O que foi escrito nele sai daqui; o que já foi publicado continua.'
    if (!(await confirm({ title: 'Descartar o rascunho?', text, act: 'Descartar', danger: true }))) return
    await sendCall(calls.remove, key)
    forgetDirty()
    await refresh()
    toast('Rascunho descartado')
  }
  const save = (over?: Over) => void keep(over)
  return (
    <>
      <div className={styles.looks}>
        <SegmentedControl data={looks} value={look} onChange={setLook} aria-label="Como ver o rascunho" />
        <span className={styles.space} />
        {can(user, calls.remove.id) && (
          <Button variant="subtle" color="gray" onClick={() => void discard().catch(() => undefined)}>
            Descartar rascunho
          </Button>
        )}
        {can(user, calls.publish.id) && (
          <Button variant="default" onClick={() => void publish().catch(() => undefined)}>
            Publicar…
          </Button>
        )}
      </div>
      {look === 'preview' && (
        <section className={styles.paper} aria-label="Como será lida">
          {text ? <Prose html={text} /> : <p className="meta">O rascunho está vazio.</p>}
        </section>
      )}
      {look === 'compare' && (
        <section className={styles.paper} aria-label="O que muda do que está publicado">
          <Difference before={published} after={text} />
        </section>
      )}
      {/* What is being typed stays while it is looked at. */}
      <div hidden={look !== 'write'}>
        <FormFrame
          resource={seen}
          form={form}
          saving={saving}
          behind={behind}
          onSave={() => save()}
          onCancel={() => void go({ to: `/paginas/${page}` })}
        />
      </div>
      {stale && <StaleDialog form={form} current={stale} onClose={forgive} onSave={save} />}
    </>
  )
}

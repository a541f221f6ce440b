import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import type { Field, Fields } from '#kernel/field.ts'
import type { AnyResource, Section } from '#kernel/resource.ts'
import { allOf, newOf } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { attachToMessage, openTicket } from '#features/support/tickets/ticket/api.ts'
import { RequesterInput } from '#features/support/tickets/RequesterInput.tsx'
import { TemplatePicker } from '#features/support/tickets/templates/TemplatePicker.tsx'
import { Attaching, type ChosenFile } from '#features/support/tickets/messages/Attaching.tsx'
import { firstMessage } from '#features/support/tickets/ticket/first-message.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { withoutRequester } from '#features/support/tickets/ticket/conversation.ts'
import { sendFiles } from '#features/support/tickets/conversation/useSend.web.ts'
import { fitFile } from '#parts/file/file.ts'
import { ApiError, fieldErrorsOf } from '#web/api-error.ts'
import { newKey } from '#web/api.ts'
import { sendCall, useAnswer, useRenewal } from '#web/call.ts'
import { report, reportInvalid } from '#web/faults.ts'
import { broughtBy, emptyDraft, seenBy, sentOf, type Values } from '#web/form/draft.ts'
import { FormFrame } from '#web/form/FormFrame.tsx'
import { refusalsOf, useForm, type Form } from '#web/form/useForm.ts'
import { clearMessages } from '#web/messages.ts'
import { backTo } from '#web/route/back.ts'
import { useUser } from '#web/session/store.ts'
import { forgetDirty } from '#web/ui/leave.ts'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/support/tickets/ticket/tickets.module.css'

const ties = ['station', 'station_link', 'collect', 'bill', 'document'] as const
/** What is of no use to ask before the ticket is there. */
const later: ReadonlySet<string> = new Set(['related'])

/** Clients see these labels instead of the staff's. */
const clientHints: Readonly<Record<string, string>> = {
  name: 'Assunto',
  module: 'Sobre o quê',
  type: 'O que você precisa',
  client: 'Empresa',
  message: 'Sua mensagem',
}
const relabelled = (name: string, field: Field): Field => ({ ...field, label: clientHints[name] ?? field.label })

/** Builds the form: staff get the section's own fields, client users a short form with the records they came from. */
function formOf(seen: AnyResource, staff: boolean, brought: Values, alone: boolean): AnyResource {
  const all: Fields = { ...seen.fields, message: firstMessage }
  if (staff) {
    const [first, ...rest] = seen.form
    const sections = [{ fields: [...(first?.fields ?? []), 'message'] }, ...rest]
    const asked = sections.filter(({ fields }) => !fields.some(name => later.has(name)))
    return withoutRequester({ ...seen, fields: all, form: asked })
  }
  const fields = Object.fromEntries(Object.entries(all).map(([name, field]) => [name, relabelled(name, field)]))
  const tied = ties.filter(name => brought[`${name}_id`] !== undefined)
  const form: Section[] = [{ fields: [...(alone ? [] : ['client']), 'name', 'message', 'module', 'type'] }]
  return { ...seen, fields, form: tied.length ? [...form, { title: 'De que se trata', fields: tied }] : form }
}

/** Creates a ticket with its first message in one request. */
export default function TicketCreate() {
  const user = useUser()
  const staff = isStaff(user)
  const query = { per_page: 2, columns: 'name' }
  const { data, isPending } = useAnswer(callsOf(clients).list, { query }, { enabled: !staff })
  const [only, ...others] = data?.data ?? []
  const title = staff ? newOf(tickets.text) : 'Pedir ajuda'
  return (
    <Page title={title} crumbs={[{ label: staff ? allOf(tickets.text) : 'Meus chamados', to: `/${tickets.path}` }]}>
      {(staff || !isPending) && <TicketForm staff={staff} client={only && !others.length ? only.id : null} />}
    </Page>
  )
}

function TicketForm({ staff, client }: { readonly staff: boolean; readonly client: number | null }) {
  const user = useUser()
  const { searchStr } = useLocation()
  const renew = useRenewal(openTicket)
  const go = useNavigate()
  const seen = seenBy(user, tickets)
  const [brought] = useState(() => broughtBy(seen.fields, searchStr))
  const whole = formOf(seen, staff, brought, client !== null)
  const start = { ...emptyDraft(whole.fields), ...(client !== null && { client_id: client }), ...brought }
  const form = useForm(whole, start)
  const [files, choose] = useState<readonly ChosenFile[]>([])
  const [template, use] = useState<number | null>(null)
  const [saving, setSaving] = useState(false)
  // A double click, or a try after a lost answer, makes one ticket.
  const key = useRef({ content: '', key: '' })

  async function open() {
    const wrong = await refusalsOf(whole.fields, form, false)
    if (Object.keys(wrong).length) return (form.refuse(wrong), reportInvalid(wrong))
    const { message: content, ...ticket } = sentOf(whole.fields, form.values)
    const body = { ticket, content: String(content ?? ''), ...(template !== null && { template }) }
    const said = JSON.stringify(body)
    if (key.current.content !== said) key.current = { content: said, key: newKey() }
    const { data, message: told } = await sendCall(openTicket, { body }, { key: key.current.key, quiet: true })
    const left = await sendFiles(data.uuid, files)
    await renew()
    form.settle(form.values, start)
    forgetDirty()
    if (left.length)
      toast(`Não foi: ${left.map(({ file }) => file.name).join(', ')}. Anexe na conversa.`, { type: 'error' })
    else toast(told)
    await go({ to: `/${tickets.path}/${data.ticket.uuid}` })
  }
  async function save() {
    if (saving || !files.every(({ refusal }) => refusal === null)) return
    setSaving(true)
    clearMessages()
    try {
      await open()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { content, ...wrong } = fieldErrorsOf(error)
      form.refuse({ ...wrong, ...(content && { message: content }) })
      report(error, error.body ? '' : ' O que você digitou continua aqui.')
    } finally {
      setSaving(false)
    }
  }
  const add = (more: readonly File[]) =>
    choose([...files, ...more.map(file => ({ file, refusal: fitFile(file.name, file.size) }))])
  return (
    <div
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault()
        add([...event.dataTransfer.files])
      }}
      onPaste={event => event.clipboardData.files.length && add([...event.clipboardData.files])}
    >
      <TemplatePicker form={form} start={start} onUse={use} />
      <FormFrame
        resource={whole}
        form={form}
        saving={saving}
        helper={<Besides form={form} staff={staff} files={files} onFiles={choose} />}
        onSave={() => void save()}
        onCancel={() => void go(backTo(`/${tickets.path}`))}
      />
    </div>
  )
}

interface BesidesProps {
  readonly form: Form
  readonly staff: boolean
  readonly files: readonly ChosenFile[]
  readonly onFiles: (files: readonly ChosenFile[]) => void
}
/** The requester, and files to attach. */
const Besides = ({ form, staff, files, onFiles }: BesidesProps) => (
  <div className={styles.besides}>
    {staff && <RequesterInput form={form} />}
    {can(useUser(), attachToMessage.id) && <Attaching chosen={files} onChange={onFiles} />}
  </div>
)

import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { can, isStaff, permission } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { join } from '#kernel/text.ts'
import { fillTemplate } from '#features/support/tickets/ticket/api.ts'
import { fillFrom, type TemplateFilling } from '#features/support/tickets/ticket/filling.ts'
import { ticketTemplates } from '#features/support/tickets/ticket/templates.ts'
import { reasonOf } from '#web/api-error.ts'
import { sendCall, useAnswer } from '#web/call.ts'
import type { Values } from '#web/form/draft.ts'
import type { Form } from '#web/form/useForm.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/support/tickets/ticket/tickets.module.css'

const knownFields = ['client_id', 'requester_id', 'collect_id', 'station_id', 'station_link_id'] as const

interface Props {
  readonly form: Form
  /** What the form began with. */
  readonly start: Values
  readonly onUse: (template: number | null) => void
}

/** Templates that this user may start a ticket from. */
function useOffered() {
  const user = useUser()
  const able = can(user, permission(ticketTemplates, 'index')) && can(user, fillTemplate.id)
  const columns = `name,title,module,type,content${isStaff(user) ? ',team,priority' : ''}`
  const query = { pagination: 'false', active: 'true', sort: 'name', columns }
  const { data } = useAnswer(callsOf(ticketTemplates).list, { query }, { enabled: able })
  return data?.data ?? []
}

/** Starts a ticket from a template: it fills in empty fields, and replaces typed text only on request. */
export function TemplatePicker({ form, start, onUse }: Props) {
  const [told, tell] = useState<TemplateFilling | null>(null)
  const [refusal, refuse] = useState<string | null>(null)
  const [chosen, choose] = useState<string | null>(null)
  const offered = useOffered()
  if (!offered.length) return null
  async function use(id: string | null) {
    choose(id)
    onUse(null)
    refuse(null)
    tell(null)
    const template = offered.find(each => String(each.id) === id)
    if (!template) return
    try {
      const query = Object.fromEntries(
        knownFields.flatMap(key => (form.values[key] ? [[key, Number(form.values[key])]] : [])),
      )
      const { data: filled } = await sendCall(fillTemplate, { id: template.uuid, query }, { quiet: true })
      const filling = fillFrom({ ...template, message: filled.content, name: template.title }, form, start)
      for (const [key, value] of Object.entries(filling.filled)) form.set(key, value)
      onUse(template.id)
      tell(filling)
    } catch (error) {
      choose(null)
      refuse(reasonOf(error))
    }
  }
  const instead = () => {
    if (!told) return
    for (const [key, value] of Object.entries(told.left)) form.set(key, value)
    tell({ filled: { ...told.filled, ...told.left }, left: {}, labels: told.labels })
  }
  return (
    <div className={styles.template}>
      <Select
        label="Começar de um modelo"
        description="Preenche só o que você ainda não escreveu"
        placeholder="Escolha um modelo"
        data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen}
        error={refusal}
        searchable
        clearable
        onChange={id => void use(id)}
      />
      {told && <Filled {...told} onInstead={instead} />}
    </div>
  )
}

/** What was filled in, and what stayed as somebody typed it. */
function Filled({ filled, left, labels, onInstead }: TemplateFilling & { readonly onInstead: () => void }) {
  const said = (values: Values) => join(Object.keys(values).map(key => labels[key] ?? key))
  const kept = Object.keys(left).length > 0
  return (
    <Band tone="info" role="status">
      <div>
        {Object.keys(filled).length ? `O modelo preencheu: ${said(filled)}.` : 'O modelo não preencheu nada.'}
        {kept && ` Ficou o que você escreveu: ${said(left)}.`}
      </div>
      {kept && (
        <Button variant="default" onClick={onInstead}>
          Trocar também
        </Button>
      )}
    </Band>
  )
}

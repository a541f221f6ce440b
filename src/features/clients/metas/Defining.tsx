import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { sentMeta, type Meta } from '#kernel/meta.ts'
import type { FieldErrors } from '#kernel/problem.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { capital } from '#kernel/text.ts'
import { features } from '#features/index.ts'
import { ConsequencesDialog } from '#features/clients/metas/ConsequencesDialog.tsx'
import { previewDefinition, spreadFields, type DefinitionPreview } from '#features/clients/metas/api.ts'
import { metasNameIn } from '#features/clients/metas/holders.ts'
import styles from '#features/clients/metas/metas.module.css'
import { SpreadFields } from '#features/clients/metas/SpreadFields.tsx'
import { stations } from '#features/network/stations/stations.ts'
import { DefinitionEditor } from '#parts/custom-field/DefinitionEditor.tsx'
import { fieldErrorsOf, reasonOf } from '#web/api-error.ts'
import { sendCall, useCall } from '#web/call.ts'
import { Input } from '#web/kinds/Input.tsx'
import { MetaValues } from '#web/kinds/MetasInput.tsx'
import { metasIn } from '#web/kinds/metas.ts'
import { useUser } from '#web/session/store.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { Bar } from '#web/ui/Bar.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useConfirmLeave } from '#web/ui/leave.ts'
import { toast } from '#web/ui/toast.tsx'

const models: Readonly<Record<string, string>> = Object.fromEntries(
  features.map(({ path, text }) => [path, capital(text.many)]),
)

interface Props {
  readonly resource: AnyResource
  readonly read: ReadRow
  readonly onSaved: () => void
}

/** The draft of a definition: a preview shows its effects before a save, and a save can be undone whole. */
function useDefinition({ resource, read: { row, version: now }, onSaved }: Props) {
  const name = metasNameIn(resource)
  // Somebody else's save is met when this one is tried, and not under what is being typed.
  const [version] = useState(now)
  const [before] = useState(() => metasIn(row[name]).map(meta => sentMeta(meta)))
  const [metas, setMetas] = useState<readonly Meta[]>(before)
  const [preview, setPreview] = useState<DefinitionPreview | null>(null)
  const { busy, errors, failure, attempt } = useAttempt()
  const dirty = metas !== before
  useConfirmLeave(dirty)
  const path = `/${resource.path}/${row.uuid}`
  const { send } = useCall(callsOf(resource).update)
  const put = async (fields: readonly Meta[], options: Parameters<typeof send>[1]) => {
    await send({ id: row.uuid, body: { [name]: fields } }, options)
    onSaved()
  }
  const save = () =>
    attempt(async () => {
      setPreview(null)
      await put(metas, { version, quiet: true })
      toast('Campos definidos.', { undo: () => void put(before, {}).catch(() => undefined) })
    })
  const ask = () =>
    attempt(async () => {
      const body = { section: resource.path, id: row.uuid, metas: [...metas] }
      const { data } = await sendCall(previewDefinition, { body }, { quiet: true })
      if (data.consequences.length || data.clients) setPreview(data)
      else await save()
    })
  return { name, path, metas, setMetas, preview, setPreview, busy, errors, failure, dirty, save, ask }
}

/** The editor of definitions, with a preview of the form; the user sees the effects of a change before the save. */
export function Defining(props: Props) {
  const { resource, read } = props
  const { name, path, metas, setMetas, preview, setPreview, busy, errors, failure, dirty, save, ask } =
    useDefinition(props)
  const user = useUser()
  return (
    <form
      noValidate
      onSubmit={e => {
        e.preventDefault()
        void ask()
      }}
    >
      <div className={styles.sides}>
        <Card title="Definição">
          <DefinitionEditor
            name={name}
            metas={metas}
            models={models}
            onChange={setMetas}
            errorOf={at => errors[at]?.join(' ')}
          />
        </Card>
        <Card title="Como fica" className={styles.preview ?? ''}>
          <fieldset disabled className={styles.plain} aria-label="Como fica o formulário">
            {metas.length ? (
              <MetaValues name="como-fica" metas={metas} onChange={() => undefined} Input={Input} />
            ) : (
              <p className="meta">Nenhum campo definido.</p>
            )}
          </fieldset>
        </Card>
      </div>
      <Bar of="foot">
        <Group gap={8}>
          <BusyButton type="submit" busy={busy} doing="Salvando…" disabled={!dirty}>
            Salvar definição
          </BusyButton>
          <Button component={Link} to={path} variant="subtle" color="gray">
            {dirty ? 'Cancelar' : 'Voltar ao cadastro'}
          </Button>
          {resource.path === stations.path && can(user, spreadFields.id) && (
            <SpreadFields uuid={read.row.uuid} disabled={dirty || !metas.length} />
          )}
          {failure && (
            <span className="wrong" role="alert">
              {failure}
            </span>
          )}
        </Group>
      </Bar>
      {preview && <ConsequencesDialog preview={preview} onClose={() => setPreview(null)} onSave={() => void save()} />}
    </form>
  )
}

/** Runs one attempt at a time; a refusal remains shown, at its fields and beside the button. */
function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  async function attempt(work: () => Promise<unknown>) {
    setBusy(true)
    setErrors({})
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setErrors(fieldErrorsOf(error))
      setFailure(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, errors, failure, attempt }
}

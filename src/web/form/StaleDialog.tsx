import { Button, Group, Modal, Radio } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Field } from '#kernel/field.ts'
import { count, join } from '#kernel/text.ts'
import { draftOf, type Values } from '#web/form/draft.ts'
import { mergeOf, type MergeChange, type Clash, type LineAt, type MergeInput } from '#web/form/merge.ts'
import type { Form } from '#web/form/useForm.ts'
import type { Over } from '#web/form/useSave.ts'
import { Show } from '#web/kinds/Show.tsx'
import { useRefName } from '#web/kinds/useRef.ts'
import { isRecord } from '#web/storage.ts'
import styles from '#web/form/form.module.css'

export interface Joining {
  readonly identityOf?: MergeInput['identityOf']
  /** What a line is called: 'Itajubá/MG'. */
  readonly nameOf?: (at: LineAt) => string
}
interface Props extends Joining {
  readonly form: Form
  /** The row as it is now, changed by somebody else; `version` among its values. */
  readonly current: Values
  readonly onClose: () => void
  /** Saves over `current` what was chosen: refused again if it changed meanwhile. */
  readonly onSave: (over: Over) => void
}

const noFields: ReadonlySet<string> = new Set()
/** The dialog names so many fields of the other user, and counts the rest. */
const fewNames = 6

/** Another user saved first: the dialog asks about what both changed, line by line; the rest of both stays. */
export function StaleDialog({ form, current, identityOf, nameOf = nameOfLine, onClose, onSave }: Props) {
  const { fields, before, values: mine } = form
  const [left, leave] = useState(noFields)
  const work = useMemo(
    () => ({ fields, before, mine, current, ...(identityOf && { identityOf }) }),
    [fields, before, mine, current, identityOf],
  )
  const { clashes, theirs } = useMemo(() => mergeOf(work, noFields), [work])
  const choose = (key: string, whose: string) =>
    leave(now => new Set(whose === 'theirs' ? [...now, key] : [...now].filter(each => each !== key)))
  const save = () =>
    onSave({
      before: draftOf(fields, current),
      values: mergeOf(work, left).values,
      version: `"${String(current.version)}"`,
    })
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title="Outra pessoa alterou este registro"
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      {clashes.length > 0 && (
        <p>
          Vocês dois mudaram {clashes.length === 1 ? 'o que está abaixo' : `os ${clashes.length} valores abaixo`}.
          Escolha o que fica.
        </p>
      )}
      <Theirs changes={theirs} nameOf={nameOf} alone={clashes.length === 0} />
      {clashes.length > 1 && (
        <Group gap="xs" my="sm">
          <Button size="compact-sm" variant="default" onClick={() => leave(noFields)}>
            Todos os meus
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => leave(new Set(clashes.map(({ key }) => key)))}>
            Todos da outra pessoa
          </Button>
        </Group>
      )}
      <div className={`${styles.lines} ${styles.clashes}`}>
        {clashes.map(clash => (
          <Radio.Group
            key={clash.key}
            label={titleOf(clash, nameOf)}
            value={left.has(clash.key) ? 'theirs' : 'mine'}
            onChange={whose => choose(clash.key, whose)}
          >
            {clash.field && (
              <div className="meta">
                <Told prefix="Como era:" field={clash.field} value={clash.before} />
              </div>
            )}
            <Radio mt="xs" value="mine" label={<Side prefix="O seu:" clash={clash} value={clash.mine} />} />
            <Radio
              mt="xs"
              value="theirs"
              label={<Side prefix="O da outra pessoa:" clash={clash} value={clash.theirs} />}
            />
          </Radio.Group>
        ))}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Voltar ao formulário
        </Button>
        <Button onClick={save}>Salvar assim</Button>
      </Group>
    </Modal>
  )
}

/** What comes in besides, by its outermost names. */
function Theirs({
  changes,
  nameOf,
  alone,
}: {
  readonly changes: readonly MergeChange[]
  readonly nameOf: (at: LineAt) => string
  readonly alone: boolean
}) {
  if (!changes.length) return alone ? <p>Nada do que você mudou se perde.</p> : null
  const names = [...new Set(changes.map(({ lines: [first], field }) => (first ? nameOf(first) : (field?.label ?? ''))))]
  const rest = names.length - fewNames
  const told =
    rest > 1
      ? [...names.slice(0, fewNames), `mais ${count(rest, { one: 'outro', many: 'outros', gender: 'm' })}`]
      : names
  return (
    <p>
      {alone ? 'Nada do que você mudou se perde. Fica também' : 'Fica também'} o que só a outra pessoa mudou:{' '}
      {join(told)}.
    </p>
  )
}

const titleOf = ({ lines, field }: MergeChange, nameOf: (at: LineAt) => string) =>
  [...lines.map(nameOf), ...(field ? [field.label] : [])].join(' · ')

/** A line by its first word: what it refers to, or says. */
function nameOfLine({ field: { label, options }, line }: LineAt): string {
  const shape = options.shape ?? {}
  const said = Object.keys(shape)
    .map(name => line[name])
    .map(value => (isRecord(value) ? value.name : value))
    .find(value => typeof value === 'string' && value !== '')
  return said === undefined ? (options.one ?? label) : String(said)
}

function Side({ prefix, clash, value }: { readonly prefix: string; readonly clash: Clash; readonly value: unknown }) {
  if (clash.field) return <Told prefix={prefix} field={clash.field} value={value} />
  return (
    <>
      {prefix} {value === undefined ? 'retirar a linha' : 'manter a linha, com as mudanças'}
    </>
  )
}

function Told({ prefix, field, value }: { readonly prefix: string; readonly field: Field; readonly value: unknown }) {
  const name = useRefName(field, Number(value))
  return (
    <>
      {prefix} {field.kind === 'ref' && value ? name : <Show field={field} value={value} />}
    </>
  )
}

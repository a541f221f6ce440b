import { Button, Group, Modal, Radio } from '@mantine/core'
import { useState } from 'react'
import type { Field } from '#kernel/field.ts'
import { keyOf } from '#kernel/resource.ts'
import { join } from '#kernel/text.ts'
import { clashOf, draftOf, mergedOf, type Values } from '#web/form/draft.ts'
import type { Form } from '#web/form/useForm.ts'
import type { Over } from '#web/form/useSave.ts'
import { Show } from '#web/kinds/Show.tsx'
import { useRefName } from '#web/kinds/useRef.ts'
import styles from '#web/form/form.module.css'

interface Props {
  readonly form: Form
  /** The row as it is now, changed by somebody else; `version` among its values. */
  readonly current: Values
  readonly onClose: () => void
  /** Saves over `current` what was chosen: refused again if it changed meanwhile. */
  readonly onSave: (over: Over) => void
}

/** Somebody saved first: each field both touched shows both values, and whoever saves chooses. */
export function StaleDialog({ form: { fields, before, values }, current, onClose, onSave }: Props) {
  const { both, onlyTheirs } = clashOf(fields, before, values, current)
  const [theirs, keepTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (key: string, whose: string) =>
    keepTheirs(now => new Set(whose === 'theirs' ? [...now, key] : [...now].filter(each => each !== key)))
  const merge = () => ({
    before: draftOf(fields, current),
    values: mergedOf(fields, before, values, current, theirs),
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
      {both.length > 0 && <p>Vocês dois mudaram o que está abaixo. Escolha o que fica em cada campo.</p>}
      {onlyTheirs.length > 0 && (
        <p>
          {both.length ? 'Fica também' : 'Nada do que você mudou se perde. Fica também'} o que só a outra pessoa mudou:{' '}
          {join(onlyTheirs.map(([, { label }]) => label))}.
        </p>
      )}
      <div className={`${styles.lines} ${styles.clashes}`}>
        {both.map(([name, field]) => {
          const key = keyOf(name, field)
          return (
            <Radio.Group
              key={key}
              label={field.label}
              value={theirs.has(key) ? 'theirs' : 'mine'}
              onChange={whose => choose(key, whose)}
            >
              <div className="meta">
                <Told prefix="Como era:" field={field} value={before[key]} />
              </div>
              <Radio mt="xs" value="mine" label={<Told prefix="O seu:" field={field} value={values[key]} />} />
              <Radio
                mt="xs"
                value="theirs"
                label={<Told prefix="O da outra pessoa:" field={field} value={current[key]} />}
              />
            </Radio.Group>
          )
        })}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Voltar ao formulário
        </Button>
        <Button onClick={() => onSave(merge())}>Salvar assim</Button>
      </Group>
    </Modal>
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

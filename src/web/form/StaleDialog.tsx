import { Button, Group, Modal, Radio } from '@mantine/core'
import { useState } from 'react'
import { keyOf, type AnyResource } from '#kernel/resource.ts'
import type { Values } from '#web/form/draft.ts'
import type { Form } from '#web/form/useForm.ts'
import { Show } from '#web/kinds/Show.tsx'
import { useRefName } from '#web/kinds/useRef.ts'
import type { Field } from '#kernel/field.ts'
import styles from '#web/form/form.module.css'

interface Props {
  readonly resource: AnyResource
  readonly form: Form
  /** The row as it is now, changed by somebody else. */
  readonly current: Values
  readonly onClose: () => void
  /** Saves over `current` what was kept. */
  readonly onSave: () => void
}

/** Somebody saved first: each field both touched shows both values, and whoever saves chooses. */
export function StaleDialog({ resource, form, current, onClose, onSave }: Props) {
  const mine = Object.entries(resource.fields).filter(([name, field]) => keyOf(name, field) in form.changed)
  const differing = mine.filter(
    ([name, field]) => JSON.stringify(form.changed[keyOf(name, field)]) !== JSON.stringify(current[keyOf(name, field)]),
  )
  const [theirs, keepTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (name: string, whose: string) => {
    const next = new Set(theirs)
    if (whose === 'theirs') next.add(name)
    else next.delete(name)
    keepTheirs(next)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title="Outra pessoa alterou este registro"
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      <p>Escolha o que fica em cada campo. O que só a outra pessoa mudou continua como está.</p>
      <div className={styles.lines}>
        {differing.map(([name, field]) => (
          <Radio.Group
            key={name}
            label={field.label}
            value={theirs.has(name) ? 'theirs' : 'mine'}
            onChange={whose => choose(name, whose)}
          >
            <Radio
              mt="xs"
              value="mine"
              label={<Told prefix="O seu:" field={field} value={form.changed[keyOf(name, field)]} />}
            />
            <Radio
              mt="xs"
              value="theirs"
              label={<Told prefix="O da outra pessoa:" field={field} value={current[keyOf(name, field)]} />}
            />
          </Radio.Group>
        ))}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Voltar ao formulário
        </Button>
        <Button
          onClick={() => {
            for (const name of theirs) {
              const field = resource.fields[name]
              if (field) form.set(keyOf(name, field), current[keyOf(name, field)])
            }
            onSave()
          }}
        >
          Salvar assim
        </Button>
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

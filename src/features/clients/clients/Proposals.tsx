import { Button, Checkbox, Group } from '@mantine/core'
import { useState } from 'react'
import type { Proposal } from '#features/clients/clients/proposals.ts'
import type { Form } from '#web/form/useForm.ts'
import styles from '#features/clients/clients/helper.module.css'

interface Props {
  readonly proposals: readonly Proposal[]
  readonly form: Form
  /** What their ids begin with. */
  readonly named: string
}

/** What somebody outside says otherwise, each beside what the form holds and taken only when ticked. */
export function Proposals({ proposals, form, named }: Props) {
  /** The reader's own ticks; other proposals are ticked when they are safe. */
  const [said, say] = useState<Readonly<Record<string, boolean>>>({})
  const ticked = proposals.filter(({ key, safe }) => said[key] ?? safe)
  const take = () => {
    for (const { key, value } of ticked) form.set(key, value)
  }
  return (
    <>
      <ul>
        {proposals.map(({ key, label, now, found, safe }) => (
          <li key={key}>
            <Checkbox
              label={label}
              aria-describedby={`${named}-${key}`}
              checked={said[key] ?? safe}
              onChange={e => say({ ...said, [key]: e.currentTarget.checked })}
            />
            <div id={`${named}-${key}`} className={styles.change}>
              {now && <del>{now}</del>}
              <ins>{found}</ins>
            </div>
          </li>
        ))}
      </ul>
      <Group gap={8}>
        <Button variant="default" disabled={!ticked.length} onClick={take}>
          Preencher com o que está marcado
        </Button>
        <span className="meta">Nada é gravado antes de salvar.</span>
      </Group>
    </>
  )
}

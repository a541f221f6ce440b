import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { keyOf } from '#kernel/resource.ts'
import { emptyDraft, type Values } from '#web/form/draft.ts'
import { Input, type InputProps } from '#web/kinds/Input.tsx'
import { nameOf } from '#web/kinds/Show.tsx'
import { isRecord } from '#web/storage.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from '#web/form/form.module.css'

/** The lines a row owns, as a small table: Enter in the last adds one, and one taken away can come back. */
export function LinesInput({ name, field, value, onChange, errorOf, onBlur }: InputProps) {
  const lines: readonly Values[] = Array.isArray(value) ? value.filter(isRecord) : []
  const shape = field.options.shape ?? {}
  const fields = Object.entries(shape).filter(([, each]) => each.writable)
  const plain = fields.filter(([, each]) => each.kind !== 'many')
  const nested = fields.filter(([, each]) => each.kind === 'many')
  const add = () => onChange([...lines, emptyDraft(shape)])
  const change = (at: number, key: string, to: unknown) =>
    onChange(lines.map((line, i) => (i === at ? { ...line, [key]: to } : line)))
  const remove = (at: number) => {
    onChange(lines.filter((_, i) => i !== at))
    toast('Linha retirada', { type: 'info', undo: () => onChange(lines) })
  }
  return (
    <div className={styles.lines} role="group" aria-label={field.label} id={name}>
      {lines.map((line, at) => (
        <div key={at} className={styles.line}>
          <div
            role="group"
            aria-label={`${field.label}, linha ${at + 1}`}
            className={styles.cells}
            onKeyDown={e =>
              e.key === 'Enter' &&
              e.target instanceof HTMLInputElement &&
              at === lines.length - 1 &&
              (e.preventDefault(), add())
            }
          >
            {plain.map(([each, input]) => {
              const key = keyOf(each, input)
              return (
                <Input
                  key={key}
                  name={`${name}.${at}.${key}`}
                  field={input}
                  value={line[key]}
                  known={nameOf(line[each]) || undefined}
                  onChange={to => change(at, key, to)}
                  errorOf={errorOf}
                  onBlur={onBlur}
                />
              )
            })}
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Retirar a linha ${at + 1} de ${field.label}`}
            onClick={() => remove(at)}
          >
            <IconTrash size={16} />
          </ActionIcon>
          {nested.map(([each, input]) => (
            <div key={each} className={styles.nested}>
              <h3>{input.label}</h3>
              <LinesInput
                name={`${name}.${at}.${each}`}
                field={input}
                value={line[each]}
                onChange={to => change(at, each, to)}
                errorOf={errorOf}
              />
            </div>
          ))}
        </div>
      ))}
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
        Adicionar {lines.length ? 'outra linha' : field.label.toLowerCase()}
      </Button>
    </div>
  )
}

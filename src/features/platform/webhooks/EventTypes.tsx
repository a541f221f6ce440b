import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { foldText } from '#kernel/text.ts'
import { listEventTypes, type SubscribableSection } from '#features/platform/webhooks/api.ts'
import { partsOfType, typeOf } from '#features/platform/webhooks/types.ts'
import styles from '#features/platform/webhooks/webhooks.module.css'
import { useAnswer } from '#web/call.ts'
import type { Form } from '#web/form/useForm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'

const typesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : []

/** The events of each section with a box each; of a section, all of them are one type, which covers those to come. */
export function EventTypes({ form }: { readonly form: Form }) {
  const [words, setWords] = useState('')
  const { data: answer, error, isPending, refetch } = useAnswer(listEventTypes, {}, { staleTime: Infinity })
  const types = typesIn(form.values.types)
  const put = (next: readonly string[]) => form.set('types', next)
  if (error && !answer) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!answer) return <Skeletons waiting={isPending} lines={8} height={28} />
  const sought = foldText(words)
  const shown = answer.data.filter(({ label, path }) => foldText(`${label} ${path}`).includes(sought))
  const refusal = form.errorOf('types')
  return (
    <div className={styles.events}>
      <Chosen types={types} sections={answer.data} onLeave={type => put(types.filter(each => each !== type))} />
      {refusal && (
        <p role="alert" className="wrong">
          {refusal}
        </p>
      )}
      <Checkbox
        label="Tudo o que muda, em qualquer seção"
        checked={types.includes('*')}
        onChange={({ currentTarget: { checked } }) => put(checked ? ['*'] : [])}
      />
      {!types.includes('*') && (
        <>
          <TextInput
            aria-label="Buscar seção"
            placeholder="Buscar seção"
            leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
            value={words}
            onChange={({ currentTarget: { value } }) => setWords(value)}
          />
          {!shown.length && <p className="meta">Nenhuma seção tem “{words}” no nome.</p>}
          {shown.map(section => (
            <SectionEvents key={section.path} section={section} types={types} onPut={put} />
          ))}
        </>
      )}
    </div>
  )
}

interface ChosenTypesProps {
  readonly types: readonly string[]
  readonly sections: readonly SubscribableSection[]
  readonly onLeave: (type: string) => void
}
function Chosen({ types, sections, onLeave }: ChosenTypesProps) {
  if (!types.length) return <p className="meta">Nenhum evento escolhido ainda.</p>
  return (
    <ul className={styles.chosen} aria-label="Eventos escolhidos">
      {types.map(type => (
        <li key={type}>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Tirar ${typeInWords(type, sections)}`}
            onClick={() => onLeave(type)}
          >
            {typeInWords(type, sections)} ×
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** 'Clientes: alterado' */
function typeInWords(type: string, sections: readonly SubscribableSection[]): string {
  if (type === '*') return 'Tudo'
  const [path, action] = partsOfType(type)
  const section = sections.find(each => each.path === path)
  const label = action === '*' ? 'tudo' : section?.actions.find(each => each.action === action)?.label.toLowerCase()
  return `${section?.label ?? path}: ${label ?? action}`
}

interface EventSectionProps {
  readonly section: SubscribableSection
  readonly types: readonly string[]
  readonly onPut: (types: readonly string[]) => void
}
function SectionEvents({ section, types, onPut }: EventSectionProps) {
  const others = types.filter(type => partsOfType(type)[0] !== section.path)
  const chosen = types.filter(type => !others.includes(type))
  const all = typeOf(section, '*')
  const hasAll = chosen.includes(all)
  return (
    <details className={styles.section}>
      <summary>
        {section.label}
        {chosen.length > 0 && (
          <span className="meta"> {hasAll ? 'tudo' : `${chosen.length} de ${section.actions.length}`}</span>
        )}
      </summary>
      <div className={styles.boxes}>
        <Checkbox
          label="Tudo, também o que novas versões trouxerem"
          checked={hasAll}
          onChange={({ currentTarget: { checked } }) => onPut(checked ? [...others, all] : others)}
        />
        {section.actions.map(({ action, label }) => {
          const type = typeOf(section, action)
          return (
            <Checkbox
              key={action}
              label={label}
              disabled={hasAll}
              checked={hasAll || chosen.includes(type)}
              onChange={({ currentTarget: { checked } }) =>
                onPut(checked ? [...types, type] : types.filter(each => each !== type))
              }
            />
          )
        })}
      </div>
    </details>
  )
}

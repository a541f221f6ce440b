import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import { showInteger } from '#kernel/show.ts'
import { agreed, count, join } from '#kernel/text.ts'
import type { ChangeOfField, ChangePreview } from '#features/platform/bulk/api.ts'
import styles from '#features/platform/bulk/bulk.module.css'
import { Band } from '#web/ui/Band.tsx'

interface Props {
  readonly of: AnyResource
  readonly preview: ChangePreview
  /** What has changed since the person saw the list. */
  readonly notice: string | null
  readonly onBack: () => void
}

/** What the server says would change, field by field, and which rows it would refuse. */
export function FieldsPreview({ of, preview, notice, onBack }: Props) {
  const { fields, refusals, rehearsed, compared } = preview
  const head = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    head.current?.focus()
  }, [preview])
  return (
    <div className={styles.preview}>
      {notice !== null && (
        <Band tone="atencao" role="status">
          {notice}
        </Band>
      )}
      <p ref={head} tabIndex={-1} className={styles.sum}>
        {`${sumInWords(of, preview)}.`}
      </p>
      <ul className="points">
        {fields.map(each => (
          <li key={each.label}>
            <strong>{each.label}:</strong> {changeOfFieldInWords(each)}
          </li>
        ))}
      </ul>
      {refusals.length > 0 && (
        <>
          <h3>Ficam como estão, e por quê</h3>
          <ul className="points">
            {refusals.map(({ why, rows, names }) => (
              <li key={why}>
                {`${showInteger(rows)}: ${why}`}
                {names && <span className="meta"> {names}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {compared > 0 && (
        <p className="meta">
          {`Os valores, o que está inativo e o que está fechado foram conferidos em todos os registros. As outras regras foram experimentadas em ${showInteger(rehearsed)}; ${compared === 1 ? 'no outro, valem' : `nos outros ${showInteger(compared)}, valem`} quando chegar a vez de cada um. O que for recusado fica como está e aparece com o motivo.`}
        </p>
      )}
      <div>
        <Button variant="subtle" onClick={onBack}>
          Voltar aos campos
        </Button>
      </div>
    </div>
  )
}

/** '332 estações mudam, 1.170 já têm estes valores e 12 seriam recusadas'. */
function sumInWords({ text }: AnyResource, { changed, unchanged, refused }: ChangePreview): string {
  const parts = [`${count(changed, text)} ${changed === 1 ? 'muda' : 'mudam'}`]
  if (unchanged) parts.push(`${showInteger(unchanged)} já ${unchanged === 1 ? 'tem' : 'têm'} estes valores`)
  if (refused)
    parts.push(
      `${showInteger(refused)} ${refused === 1 ? `seria ${agreed(text, 'recusado')}` : `seriam ${agreed(text, 'recusado')}s`}`,
    )
  return join(parts)
}

/** '320 sem valor, 12 “Plano Ouro” passam a “Plano Prata”; 1.170 já têm este valor'. */
function changeOfFieldInWords({ becomes, same, from, more }: ChangeOfField): string {
  const before = from.map(({ value, rows }) => `${showInteger(rows)} ${inQuotes(value)}`)
  const others =
    more.rows > 0 &&
    `e mais ${showInteger(more.rows)} de ${more.values === 1 ? 'outro valor' : `outros ${showInteger(more.values)} valores`}`
  const isOne = more.rows + from.reduce((sum, { rows }) => sum + rows, 0) === 1
  const turned = [before.join(', '), others, becomes === null ? becomesEmpty(isOne) : becomesValue(isOne, becomes)]
  const already =
    becomes === null
      ? `${showInteger(same)} já ${same === 1 ? 'está' : 'estão'} sem valor`
      : `${showInteger(same)} já ${same === 1 ? 'tem' : 'têm'} ${from.length ? 'este valor' : inQuotes(becomes)}`
  return [from.length > 0 && turned.filter(Boolean).join(' '), same > 0 && already].filter(Boolean).join('; ')
}
const becomesEmpty = (isOne: boolean) => (isOne ? 'fica sem valor' : 'ficam sem valor')
const becomesValue = (isOne: boolean, value: string) => `${isOne ? 'passa' : 'passam'} a ${inQuotes(value)}`
const inQuotes = (value: string | null) => (value === null ? 'sem valor' : `“${value}”`)

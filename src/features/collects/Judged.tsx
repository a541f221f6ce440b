import { Checkbox } from '@mantine/core'
import { useRef, useState } from 'react'
import { count } from '#kernel/text.ts'
import type { Total } from '#features/collects/lines.ts'
import { countOf, factsOf, saidSwap, type Preview, type Show } from '#features/collects/preview.ts'
import { JudgedRows } from '#features/collects/JudgedRows.tsx'
import { accessText, plural } from '#features/collects/said.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import styles from '#features/collects/upload.module.css'

interface Props {
  readonly preview: Preview
  /** What the coleta holds today. */
  readonly now: Total
  readonly keeping: boolean
  readonly error: string | null
  readonly onKeep: (skipRefused: boolean) => void
}

/** A file judged: how it was written, each row's verdict, and the choice to keep it. */
export function Judged({ preview, now, keeping, error, onKeep }: Props) {
  const { facts, summary, rows, complete } = preview
  const { refused } = summary
  const [skip, setSkip] = useState(false)
  const [missed, miss] = useState(false)
  const [show, setShow] = useState<Show>(refused ? 'refused' : 'all')
  const box = useRef<HTMLInputElement>(null)
  const some = summary.rows > refused
  async function ask() {
    if (refused && !skip) {
      miss(true)
      box.current?.focus()
      return
    }
    const text = saidSwap(summary, now)
    if (await confirm({ title: 'Trocar os acessos da coleta?', text, act: 'Trocar os acessos' })) onKeep(skip)
  }
  const counters: readonly (readonly [Show, string, number])[] = [
    ['all', plural(summary.rows, 'linha', 'linhas'), summary.rows],
    ['refused', plural(refused, 'recusada', 'recusadas'), refused],
    ['warned', plural(countOf(rows, 'warned'), 'com aviso', 'com avisos'), countOf(rows, 'warned')],
    ['corrected', plural(countOf(rows, 'corrected'), 'corrigida', 'corrigidas'), countOf(rows, 'corrected')],
    ['merged', plural(summary.merged, 'somada', 'somadas'), summary.merged],
    ['accepted', plural(summary.accepted, 'aceita', 'aceitas'), summary.accepted],
  ]
  return (
    <>
      {facts && (
        <div className={styles.facts}>
          <dl>
            {factsOf(facts).map(([what, how]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{how}</dd>
              </div>
            ))}
          </dl>
          {facts.notes.length > 0 && (
            <p>{facts.notes.join(' ')} O arquivo que o sistema gera para a Anatel já sai certo.</p>
          )}
        </div>
      )}
      <div className={styles.counters} role="group" aria-label="Mostrar as linhas">
        {counters
          .filter(([name, , n]) => name === 'all' || n > 0)
          .map(([name, said]) => (
            <button
              key={name}
              type="button"
              data-show={name}
              aria-pressed={show === name}
              onClick={() => setShow(name)}
            >
              {said}
            </button>
          ))}
        <span>{count(summary.accesses, accessText)} a gravar</span>
      </div>
      <JudgedRows key={show} rows={rows} show={show} complete={complete} header={facts?.header} />
      <div className={styles.keep}>
        {refused > 0 && some && (
          <Checkbox
            ref={box}
            checked={skip}
            onChange={e => (setSkip(e.currentTarget.checked), miss(false))}
            label={`Deixar de fora ${plural(refused, 'linha recusada', 'linhas recusadas')}`}
            error={missed && 'Marque para continuar sem elas, ou corrija o arquivo e envie de novo.'}
          />
        )}
        <p className={styles.said} role={error ? 'alert' : undefined} data-wrong={Boolean(error) || undefined}>
          {error ??
            (some ? saidSwap(summary, now) : 'Todas as linhas foram recusadas: corrija o arquivo e envie de novo.')}
        </p>
        <BusyButton busy={keeping} doing="Gravando…" disabled={!some} onClick={() => void ask()}>
          Trocar os acessos da coleta
        </BusyButton>
      </div>
    </>
  )
}

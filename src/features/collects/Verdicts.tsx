import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { CheckedRow } from '#features/collects/scm-check.ts'
import { StatusChip, type Tone } from '#web/ui/StatusChip.tsx'
import styles from '#features/collects/upload.module.css'

type Verdict = CheckedRow['verdict']
const words: Readonly<Record<Verdict, readonly [string, Tone]>> = {
  refused: ['Recusada', 'erro'],
  corrected: ['Corrigida', 'atencao'],
  merged: ['Somada', 'info'],
  accepted: ['Aceita', 'ok'],
}
const order: readonly Verdict[] = ['refused', 'corrected', 'merged', 'accepted']
/** Drawn at a time: a long file stays quick to look through. */
const step = 200

/** Each row of the file with what will be done of it, the refused first. */
export function Verdicts({ rows, complete }: { readonly rows: readonly CheckedRow[]; readonly complete: boolean }) {
  const [only, setOnly] = useState<string>('all')
  const [shown, setShown] = useState(step)
  const sorted = order.flatMap(verdict =>
    only === 'all' || only === verdict ? rows.filter(row => row.verdict === verdict) : [],
  )
  const filters = [
    { value: 'all', label: 'Todas' },
    ...order
      .filter(verdict => rows.some(row => row.verdict === verdict))
      .map(value => ({ value, label: `${words[value][0]}s` })),
  ]
  return (
    <>
      <SegmentedControl size="xs" data={filters} value={only} onChange={setOnly} aria-label="Mostrar" />
      <div className={styles.rows} tabIndex={0} role="region" aria-label="Linhas do arquivo">
        <table>
          <thead>
            <tr>
              <th scope="col">Linha</th>
              <th scope="col">Veredito</th>
              <th scope="col">Conteúdo</th>
              <th scope="col">O que foi visto</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map(row => (
              <tr key={row.line}>
                <td className="num">{row.line}</td>
                <td>
                  <StatusChip tone={words[row.verdict][1]}>{words[row.verdict][0]}</StatusChip>
                </td>
                <td className="id">{Object.values(row.cells).slice(3).join(' · ')}</td>
                <td>
                  {row.mergedInto !== undefined && <p>Somada à linha {row.mergedInto}.</p>}
                  {row.corrections.map(({ column, from, to, why }) => (
                    <p key={`${column} ${from}`}>
                      {column && `${column}: `}
                      {from && `${from} → ${to}: `}
                      {why}
                    </p>
                  ))}
                  {row.problems.map(({ message }) => (
                    <p key={message}>{message}</p>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sorted.length > shown && (
        <Button variant="subtle" onClick={() => setShown(shown + step)}>
          Mostrar mais linhas
        </Button>
      )}
      {!complete && (
        <p className="meta">O arquivo é longo: das linhas aceitas sem ressalva, nem todas estão na tela.</p>
      )}
    </>
  )
}

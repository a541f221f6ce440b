import { Button, Group, Kbd } from '@mantine/core'
import '@mantine/core/styles/Kbd.layer.css'
import { useEffect, useRef } from 'react'
import { showDecimal } from '#kernel/show.ts'
import { CheckAndNotes } from '#features/regulatory/collects/notes/CheckAndNotes.tsx'
import { grownBy } from '#features/regulatory/collects/compare/compare.ts'
import type { OpenedRow } from '#features/regulatory/month/closing.ts'
import { accessesInWords, showReceived } from '#features/regulatory/month/month.ts'
import type { NoteSubject } from '#features/regulatory/collects/notes/useNotes.web.ts'
import type { Period } from '#parts/period/period.ts'
import { steps } from '#features/regulatory/collects/coleta/steps.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Band } from '#web/ui/Band.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Figures } from '#parts/figures/Figures.tsx'
import styles from '#features/regulatory/month/closing.module.css'

type ClosingAct = 'finish' | 'repeat' | 'ask' | 'follow' | 'comment' | 'open' | 'back' | 'on'
interface Props {
  readonly row: OpenedRow
  readonly period: Period
  /** '3 de 20', of what was left when the closing began. */
  readonly place: string
  /** Why it was not closed. */
  readonly reasons: readonly string[]
  readonly may: Readonly<Record<'finish' | 'repeat' | 'ask' | 'note', boolean>>
  readonly acts: Readonly<Record<ClosingAct, () => unknown>>
  readonly about: NoteSubject | null
  readonly onWrite: (about: NoteSubject | null) => void
  /** Opens the coleta where a finding is. */
  readonly onSee: (field: string) => unknown
}

/** One client's month: its figures beside the last one's, what to do about it, and what the check says. */
export function ClosingCard({ row, period, place, reasons, may, acts, about, onWrite, onSee }: Props) {
  const { client, fistel, service, empresa, collect } = row
  const heading = useRef<HTMLHeadingElement>(null)
  // Each client is announced, and the keys work from there.
  useEffect(() => heading.current?.focus(), [])
  const { name, tone } = steps[collect.step]
  return (
    <div className={styles.card}>
      <section>
        <p className="meta">{place}</p>
        <h2 ref={heading} tabIndex={-1} data-autofocus>
          {client.name}
        </h2>
        <p className={styles.facts}>
          <StatusChip tone={tone}>{name}</StatusChip>
          <span>{[service, `fistel ${fistel.name}`, empresa].filter(Boolean).join(' · ')}</span>
        </p>
        <Card>
          <Figures big all={figuresOf(row)} />
        </Card>
        {reasons.length > 0 && (
          <Band tone="atencao" role="alert">
            <strong>Ficou de fora:</strong> {reasons.join(' ')}
          </Band>
        )}
        <Group gap={8}>
          <Key of="Enter" on={acts.finish} may={may.finish} primary>
            Confirmar
          </Key>
          <Key of="S" on={acts.repeat} may={may.repeat}>
            Sem mudanças
          </Key>
          <Key of="P" on={acts.ask} may={may.ask}>
            Pedir ao cliente
          </Key>
          <Key of="F" on={acts.follow} may={may.note}>
            Acompanhar
          </Key>
          <Key of="C" on={acts.comment} may={may.note}>
            Comentar
          </Key>
          <Key of="O" on={acts.open} may>
            Abrir
          </Key>
        </Group>
        <Group gap={8}>
          <Key of="K" on={acts.back} may>
            Anterior
          </Key>
          <Key of="J" on={acts.on} may>
            Próxima
          </Key>
        </Group>
        <p className="meta">
          <Kbd>A</Kbd> vai aos avisos; marque, diga por quê e reconheça. <Kbd>Esc</Kbd> volta ao quadro.
        </p>
      </section>
      <section id="closing-findings" aria-label="Conferência">
        <h3>Conferência</h3>
        <CheckAndNotes
          collect={collect}
          version={null}
          period={period}
          open={may.finish}
          dirty={false}
          onPick={onSee}
          about={about}
          onWrite={onWrite}
        />
      </section>
    </div>
  )
}

function figuresOf({ collect, before }: OpenedRow): readonly (readonly [string, string])[] {
  const share = before && collect.accesses ? grownBy({ before, after: collect.accesses }) : null
  return [
    ['Acessos', accessesInWords({ collect })],
    ['Mês anterior', showReceived(before)],
    ['Variação', share === null ? '—' : `${share > 0 ? '+' : ''}${showDecimal(share)}\u00a0%`],
  ]
}

interface KeyProps {
  readonly of: string
  readonly on: () => unknown
  readonly may: boolean
  readonly primary?: true
  readonly children: string
}
const Key = ({ of, on, may, primary, children }: KeyProps) => (
  <Button
    variant={primary ? 'filled' : 'default'}
    disabled={!may}
    aria-keyshortcuts={of}
    rightSection={<Kbd size="xs">{of}</Kbd>}
    onClick={() => void on()}
  >
    {children}
  </Button>
)

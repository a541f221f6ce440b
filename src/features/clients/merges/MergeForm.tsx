import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { join } from '#kernel/text.ts'
import {
  mergeClients,
  previewClientMerge,
  type MergeConflict,
  type MergePreview,
} from '#features/clients/merges/api.ts'
import { mergeDifferences } from '#features/clients/merges/fields.ts'
import { MergeFields } from '#features/clients/merges/MergeFields.tsx'
import { reasonOf } from '#web/api-error.ts'
import { renewAnswers, useCall } from '#web/call.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/clients/merges/merge.module.css'

interface Props {
  readonly preview: MergePreview
  /** It is being read again. */
  readonly isFetching: boolean
}

/** All that a merge would do, and the button that does it. */
export function MergeForm({ preview, isFetching }: Props) {
  const { into, from, refusals, conflicts, confirmations } = preview
  const differences = mergeDifferences(into.row, from.row)
  const queries = useQueryClient()
  const go = useNavigate()
  const { send, sending } = useCall(mergeClients)
  const [taken, take] = useState<ReadonlySet<string>>(
    () => new Set(differences.flatMap(({ key, takesOther }) => (takesOther ? [key] : []))),
  )
  const [confirmed, confirm] = useState<ReadonlySet<string>>(new Set())
  const [refusal, refuse] = useState<string | null>(null)
  const input = { id: into.row.uuid, query: { com: String(from.row.id) } }
  const again = () => renewAnswers(queries, previewClientMerge)
  const missing = confirmations.filter(({ key }) => !confirmed.has(key))
  const isBarred = refusals.length > 0 || conflicts.length > 0
  async function merge() {
    refuse(null)
    try {
      const body = {
        client: from.row.uuid,
        versions: { into: into.version, from: from.version },
        take: differences.flatMap(({ key }) => (taken.has(key) ? [key] : [])),
        confirmed: [...confirmed],
      }
      const { message } = await send({ id: input.id, body }, { quiet: true })
      toast(message)
      await queries.invalidateQueries({ refetchType: 'none' })
      await go({ to: `/clients/${input.id}` })
    } catch (error) {
      refuse(reasonOf(error))
      await again()
    }
  }
  return (
    <>
      {refusals.map(each => (
        <Band key={each} tone="erro" role="alert" className={styles.card}>
          {each}
        </Band>
      ))}
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} isFetching={isFetching} onAgain={() => void again()} />}
      <MergeFields
        clients={{ into: into.row, from: from.row }}
        differences={differences}
        taken={taken}
        onTake={(key, isTaken) => take(new Set(isTaken ? [...taken, key] : [...taken].filter(each => each !== key)))}
      />
      <Moves preview={preview} />
      <Confirmations of={confirmations} confirmed={confirmed} onConfirm={confirm} />
      {refusal !== null && (
        <Band tone="erro" role="alert">
          {refusal}
        </Band>
      )}
      <div className={styles.acts}>
        {missing.length > 0 && !isBarred && <p className="meta">Marque acima o que falta confirmar.</p>}
        <BusyButton
          busy={sending}
          doing="Unificando…"
          disabled={isBarred || missing.length > 0}
          onClick={() => void merge()}
        >
          Unificar
        </BusyButton>
      </div>
    </>
  )
}

interface ConfirmationsProps {
  readonly of: MergePreview['confirmations']
  readonly confirmed: ReadonlySet<string>
  readonly onConfirm: (keys: ReadonlySet<string>) => void
}
const Confirmations = ({ of, confirmed, onConfirm }: ConfirmationsProps) => (
  <div className={styles.confirm}>
    {of.map(({ key, text }) => (
      <Checkbox
        key={key}
        label={text}
        checked={confirmed.has(key)}
        onChange={event =>
          onConfirm(
            new Set(event.currentTarget.checked ? [...confirmed, key] : [...confirmed].filter(each => each !== key)),
          )
        }
      />
    ))}
  </div>
)

function Moves({ preview: { lines, moves, spared, folded, remarks, into } }: Pick<Props, 'preview'>) {
  const united = lines.map(({ label, moves: n, doubles }) => {
    const counts = [
      ...(n ? [`${n} a mais`] : []),
      ...(doubles ? [`${doubles} que já ${doubles === 1 ? 'existe' : 'existem'}`] : []),
    ]
    return `${label}: ${counts.join(', ')}`
  })
  const nothing = !united.length && !moves.length
  return (
    <Card title={`O que passa para ${into.row.name}`} className={styles.card}>
      {nothing && <p>Nada se refere ao outro cadastro: só os campos acima contam.</p>}
      {moves.length > 0 && <p>{join(moves)}.</p>}
      {[united, spared, folded, remarks].some(each => each.length > 0) && (
        <ul>
          {united.map(each => (
            <li key={each}>{each}</li>
          ))}
          {folded.length > 0 && (
            <li>{`Igual nos dois: ${join(folded)}. Fica um de cada, com o que é de ambos, e em uso desde o dia do cliente que fica.`}</li>
          )}
          {spared.length > 0 && (
            <li>{`Em aberto nos dois, e ainda sem nada escrito: ${join(spared)}. Fica uma de cada.`}</li>
          )}
          {remarks.map(each => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface ConflictsProps {
  readonly conflicts: readonly MergeConflict[]
  readonly isFetching: boolean
  readonly onAgain: () => void
}
const Conflicts = ({ conflicts, isFetching, onAgain }: ConflictsProps) => (
  <Card
    title="Antes de unificar, resolva"
    className={styles.card}
    beside={
      <BusyButton variant="default" busy={isFetching} doing="Conferindo…" onClick={onAgain}>
        Conferir de novo
      </BusyButton>
    }
  >
    {conflicts.map(({ kind, cure, total, pairs }) => (
      <section key={kind} aria-label={kind}>
        <h3>{`${kind}: ${total}`}</h3>
        <p>{cure}</p>
        <ul className={styles.pairs}>
          {pairs.map((pair, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two rows without a name have no other key
            <li key={`${pair.into.path} ${pair.from.path} ${at}`}>
              <strong>{pair.same}</strong>
              <div>
                <Opened of={pair.into} /> · <Opened of={pair.from} />
              </div>
            </li>
          ))}
        </ul>
        {total > pairs.length && (
          <p className="meta">{`Os outros ${total - pairs.length} aparecem à medida que estes se resolvem.`}</p>
        )}
      </section>
    ))}
  </Card>
)

/** In a tab of its own: what was chosen on this page stays. */
const Opened = ({ of: { name, path } }: { readonly of: MergeConflict['pairs'][number]['into'] }) =>
  path === null ? (
    <span className="meta">{name}</span>
  ) : (
    <Link to={path} target="_blank">
      {name}
    </Link>
  )

import { Modal, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { can, permission } from '#kernel/access.ts'
import { boardParameters } from '#features/regulatory/month/address.web.ts'
import { finishColetas, remindClients } from '#features/regulatory/month/api.ts'
import { isOpened, isPending, nextPending, progressOf, queueOf } from '#features/regulatory/month/closing.ts'
import { GateDialog } from '#features/regulatory/collects/gate/GateDialog.tsx'
import { ClosingCard } from '#features/regulatory/month/ClosingCard.tsx'
import { useMonth } from '#features/regulatory/month/useMonth.web.ts'
import { collectNotes } from '#features/regulatory/collects/notes/notes.ts'
import { wholeColeta, type NoteSubject } from '#features/regulatory/collects/notes/useNotes.web.ts'
import { label, periodOf } from '#parts/period/period.ts'
import { placeOf } from '#features/regulatory/collects/coleta/tabs.ts'
import { useAddress } from '#web/route/search.ts'
import { useUser } from '#web/session/store.ts'
import { useLetterKeys } from '#web/ui/letterKeys.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/regulatory/month/closing.module.css'

/** The month, one client after another, without a mouse: what is left to close, its figures and what the check says. */
export function ClosingScreen() {
  const user = useUser()
  const go = useNavigate()
  const [{ mes }] = useAddress(boardParameters)
  const period = periodOf(mes)
  const { data, error, isPending: loading, refetch, refused, forget, question, remind, step: take } = useMonth(period)
  const rows = data?.data ?? []
  // The order stays as it was found: what is closed meanwhile moves nobody's place.
  const [queue, setQueue] = useState<readonly string[] | null>(null)
  if (data && queue === null) setQueue(queueOf(data.data))
  const [at, setAt] = useState(0)
  // Who types fast is on the next one before the answer about this one is here.
  const place = useRef(0)
  const [about, write] = useState<NoteSubject | null>(null)
  const [asks, ask] = useState(false)
  const doing = useRef(new Set<string>())
  const opened = rows.filter(isOpened)
  const pending = new Set(opened.filter(isPending).map(({ collect }) => collect.uuid))
  const row = opened.find(({ collect }) => collect.uuid === queue?.[at])
  const { closed, total } = progressOf(rows)
  const leave = () => void go({ to: '/collects/quadro', search: { mes } })

  const show = (to: number) => {
    forget()
    place.current = to
    setAt(to)
  }
  const step = (by: number) => queue?.length && show((at + by + queue.length) % queue.length)
  const act = async (work: () => Promise<void>) => {
    const uuid = row?.collect.uuid
    if (!uuid || !queue || doing.current.has(uuid)) return
    forget()
    doing.current.add(uuid)
    await work()
    doing.current.delete(uuid)
    const after = (await refetch()).data?.data ?? []
    const left = new Set(
      after
        .filter(isOpened)
        .filter(isPending)
        .map(({ collect }) => collect.uuid),
    )
    const next = left.has(uuid) || place.current !== at ? null : nextPending(queue, at, left)
    if (next !== null) show(next)
  }
  const may = {
    finish: can(user, finishColetas.id) && row !== undefined && isPending(row),
    repeat:
      can(user, 'collects.confirmar-sem-mudancas') &&
      row !== undefined &&
      isPending(row) &&
      !row.collect.accesses &&
      !row.collect.zeroed &&
      (row.before ?? 0) > 0,
    ask: can(user, remindClients.id) && row !== undefined && isPending(row),
    note: can(user, permission(collectNotes, 'store')),
  }
  /** Through the gate, which asks what there is to ask. */
  const pass = (name: 'finalizar' | 'confirmar-sem-mudancas', said: string) =>
    row && void act(async () => void (await take(row, name, said)))
  /** Somebody else sees it at once. */
  async function confirmAsk() {
    if (!row || !may.ask) return
    const { client, collect } = row
    ask(true)
    const title = `Pedir ao cliente: ${client.name} · ${label(period)}?`
    const text = 'As pessoas do cliente recebem agora o e-mail, e o pedido não se desfaz.'
    const sure = await confirm({ title, text, act: 'Pedir' })
    ask(false)
    if (sure) await act(() => remind([collect.uuid]))
  }
  const acts = {
    finish: () => may.finish && pass('finalizar', 'finalizada.'),
    repeat: () => may.repeat && pass('confirmar-sem-mudancas', 'confirmada sem mudanças.'),
    ask: () => void confirmAsk(),
    follow: () => row && may.note && write(wholeColeta(true)),
    comment: () => row && may.note && write(wholeColeta(false)),
    open: () => row && void go({ to: `/collects/${row.collect.uuid}` }),
    back: () => step(-1),
    on: () => step(1),
  }
  // What is typed in a dialog is no key of the closing.
  const talks = about !== null || asks || question !== null
  useHotkeys(
    talks
      ? []
      : [
          ['ArrowDown', acts.on],
          ['ArrowUp', acts.back],
          // A button or a link that has the focus takes Enter for itself.
          [
            'Enter',
            ({ target }) => target instanceof Element && !target.closest('a, button') && acts.finish(),
            { preventDefault: false },
          ],
        ],
  )
  useLetterKeys(
    talks
      ? []
      : [
          ['J', acts.on],
          ['K', acts.back],
          ['S', acts.repeat],
          ['P', acts.ask],
          ['F', acts.follow],
          ['C', acts.comment],
          ['O', acts.open],
          ['A', () => document.querySelector<HTMLElement>('#closing-findings input')?.focus()],
        ],
  )
  return (
    <Modal
      opened
      fullScreen
      onClose={leave}
      closeOnEscape={!talks}
      title={`Fechamento de ${label(period)}`}
      closeButtonProps={{ 'aria-label': 'Sair do fechamento' }}
      transitionProps={{ duration: 0 }}
    >
      <div className={styles.closing}>
        <div className={styles.progress}>
          <Progress value={total ? (closed * 100) / total : 0} aria-label={`${closed} de ${total} coletas fechadas`} />
          <p role="status">
            <strong>{`${closed} de ${total}`}</strong> fechadas
          </p>
        </div>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : loading || !queue ? (
          <Skeletons waiting lines={8} height={28} />
        ) : row ? (
          <ClosingCard
            key={row.collect.uuid}
            row={row}
            period={period}
            place={`${at + 1} de ${queue.length}`}
            reasons={refused.flatMap(({ uuid, reasons }) => (uuid === row.collect.uuid ? reasons : []))}
            may={may}
            acts={acts}
            about={about}
            onWrite={write}
            onSee={field => void go({ to: `/collects/${row.collect.uuid}`, search: placeOf(field) })}
          />
        ) : (
          <EmptyState
            title={total ? 'Nada a fechar' : 'Nenhuma coleta aberta neste mês'}
            text={
              total
                ? 'Todas as coletas abertas do mês estão prontas, enviadas ou dispensadas.'
                : 'Abra o mês no quadro e volte.'
            }
          />
        )}
        {queue && queue.length > 0 && pending.size === 0 && row && (
          <Band tone="ok" role="status">
            Tudo fechado. Saia com Esc e baixe os arquivos do mês.
          </Band>
        )}
        <GateDialog question={question} />
      </div>
    </Modal>
  )
}

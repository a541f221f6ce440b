import { useHotkeys } from '@mantine/hooks'
import { useState, type FormEvent } from 'react'
import { can, isStaff, permission } from '#kernel/access.ts'
import { CheckAndNotes } from '#features/regulatory/collects/notes/CheckAndNotes.tsx'
import { openCount, useCheck } from '#features/regulatory/collects/check/useCheck.web.ts'
import { CollectBar } from '#features/regulatory/collects/CollectBar.tsx'
import { collectFiles, collects } from '#features/regulatory/collects/coleta/collects.ts'
import { Compare } from '#features/regulatory/collects/compare/Compare.tsx'
import { Sending } from '#features/regulatory/collects/files/Sending.tsx'
import { Accesses } from '#features/regulatory/collects/grid/Accesses.tsx'
import type { GridColumns } from '#features/regulatory/collects/grid/columns.ts'
import { noHistory } from '#features/regulatory/collects/grid/history.ts'
import type { Past } from '#features/regulatory/collects/grid/useLocations.web.ts'
import { identityOf, nameOf } from '#features/regulatory/collects/coleta/joining.ts'
import { totalOfAll, withoutUntouched } from '#features/regulatory/collects/coleta/lines.ts'
import { linesOf } from '#parts/line/line.ts'
import { Finances } from '#features/regulatory/collects/money/Finances.tsx'
import { useNoted, type NoteSubject } from '#features/regulatory/collects/notes/useNotes.web.ts'
import { Options } from '#features/regulatory/collects/Options.tsx'
import { Sources } from '#features/regulatory/collects/Sources.tsx'
import { names, tabOf } from '#features/regulatory/collects/coleta/tabs.ts'
import type { CollectRead } from '#features/regulatory/collects/coleta/useCollect.web.ts'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import { useWanted } from '#features/regulatory/collects/coleta/useWanted.web.ts'
import { DraftBands, OthersBand } from '#web/form/DraftBands.tsx'
import { labelIn } from '#web/form/FormFrame.tsx'
import { StaleDialog } from '#web/form/StaleDialog.tsx'
import { useEdit } from '#web/form/useEdit.ts'
import type { Over } from '#web/form/useSave.ts'
import { useUser } from '#web/session/store.ts'
import { undoToastTime } from '#web/constants.ts'
import { createStore } from '#web/store.ts'
import { Skeletons } from '#web/ui/Loading.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useFieldGuide } from '#web/ui/fieldGuide.ts'
import { Tabs, useTab } from '#web/ui/Tabs.tsx'
import { latePart } from '#web/ui/latePart.tsx'

const Report = latePart(() => import('#features/regulatory/collects/report/Report.tsx'))

interface Props {
  readonly read: CollectRead
  /** Null until they are known. */
  readonly columns: GridColumns | null
  readonly writable: boolean
  readonly onUpload: () => void
}

/** Accesses, money and options of a coleta: one form under three tabs, saved together. */
export function CollectForm({ read, columns, writable, onUpload }: Props) {
  const user = useUser()
  const { row } = read
  const { form, keep, saving, stale, forgive, behind } = useEdit(collects, read)
  const [past] = useState((): Past => createStore<ReturnType<Past['get']>>(noHistory))
  const [about, write] = useState<NoteSubject | null>(null)
  const noted = useNoted(row)
  const hidden = row.hide_finance && !isStaff(user)
  const { data: checked } = useCheck(row.uuid, read.version)
  const reads = can(user, 'collects.reports') && (isStaff(user) || !row.hide_report)
  const sends = can(user, permission(collectFiles, 'index'))
  const wrongIn = (tab: string) => Object.keys(form.errors).filter(field => tabOf(field) === tab).length
  const tabs = [
    {
      name: names.locations,
      label: 'Acessos',
      count: linesOf(form.values.locations).length,
      wrong: wrongIn(names.locations),
    },
    ...(hidden
      ? []
      : [
          {
            name: names.finances,
            label: 'Financeiro',
            count: linesOf(form.values.finances).length,
            wrong: wrongIn(names.finances),
          },
        ]),
    ...(can(user, 'collects.compare') ? [{ name: names.compare, label: 'Comparação' }] : []),
    ...(reads ? [{ name: names.report, label: 'Relatório' }] : []),
    ...(can(user, 'collects.conferencia')
      ? [{ name: names.conferencia, label: 'Conferência', count: checked && openCount(checked) }]
      : []),
    ...(sends ? [{ name: names.sending, label: 'Envio' }] : []),
    ...(isStaff(user) ? [{ name: names.options, label: 'Opções', wrong: wrongIn(names.options) }] : []),
  ]
  const [tab, show] = useTab(tabs.map(({ name }) => name))
  const [wanted, want] = useWanted(tab)

  /** `joined`: with what somebody else saved meanwhile. */
  async function submit(joined?: Over) {
    if (!writable) return
    const { before, values, version } = joined ?? form
    const given = linesOf(values.locations)
    const locations = withoutUntouched(given)
    const dropped = totalOfAll(given).lines - totalOfAll(locations).lines
    const saved = await keep(dropped ? { before, values: { ...values, locations }, version } : joined)
    if (saved && dropped)
      toast(`${plural(dropped, 'linha vazia ficou', 'linhas vazias ficaram')} de fora`, {
        type: 'info',
        time: undoToastTime,
      })
  }
  /** What was done before the other's lines came in cannot be taken back without taking them, too. */
  function saveJoined(over: Over) {
    past.set(noHistory)
    void submit(over)
  }
  useHotkeys([['mod+S', () => void submit()]], [])
  const pick = (field: string) => {
    show(tabOf(field))
    want({ field })
  }
  useFieldGuide({
    labelOf: name => (name === 'conferencia' ? 'Conferência' : labelIn(collects, name)),
    open: pick,
  })
  return (
    <form noValidate onSubmit={(e: FormEvent) => (e.preventDefault(), void submit())}>
      {writable && <DraftBands form={form} />}
      {writable && behind && <OthersBand {...behind} />}
      <Tabs tabs={tabs} shown={tab} onShow={show}>
        {tab === names.locations && !columns && <Skeletons waiting lines={8} height={28} />}
        {tab === names.locations && columns && (
          <>
            <Accesses
              form={form}
              past={past}
              columns={columns}
              readOnly={!writable}
              wanted={wanted}
              noted={noted}
              onUpload={writable && can(user, 'collects.upload') ? onUpload : undefined}
              why={form.dirty && 'Salve as alterações antes de enviar um arquivo.'}
            />
            <Sources takings={row.takings} />
          </>
        )}
        {tab === names.finances && (
          <Finances form={form} readOnly={!writable} period={row} states={row.locations.map(({ state }) => state)} />
        )}
        {tab === names.compare && <Compare uuid={row.uuid} version={read.version} period={row} dirty={form.dirty} />}
        {tab === names.report && <Report uuid={row.uuid} version={read.version} />}
        {tab === names.conferencia && (
          <CheckAndNotes
            collect={row}
            version={read.version}
            period={row}
            open={writable}
            dirty={form.dirty}
            onPick={pick}
            about={about}
            onWrite={write}
          />
        )}
        {tab === names.sending && <Sending read={read} />}
        {tab === names.options && <Options form={form} readOnly={!writable} row={row} />}
      </Tabs>
      <CollectBar
        row={row}
        places={linesOf(form.values.locations).length}
        total={totalOfAll(linesOf(form.values.locations))}
        dirty={form.dirty}
        kept={form.kept}
        saving={saving}
        writable={writable}
        saves={form.dirty || [names.locations, names.finances, names.options].some(name => name === tab)}
      />
      {stale && (
        <StaleDialog
          form={form}
          current={stale}
          identityOf={identityOf}
          nameOf={nameOf}
          onClose={forgive}
          onSave={saveJoined}
        />
      )}
    </form>
  )
}

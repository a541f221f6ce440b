import { useHotkeys } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { Accesses } from '#features/collects/Accesses.tsx'
import { CollectBar } from '#features/collects/CollectBar.tsx'
import { Compare } from '#features/collects/Compare.tsx'
import { collects } from '#features/collects/collects.ts'
import { Finances } from '#features/collects/Finances.tsx'
import { linesOf, totalOfAll } from '#features/collects/lines.ts'
import { Options } from '#features/collects/Options.tsx'
import type { CollectRead } from '#features/collects/useCollect.web.ts'
import { DraftBand, labelIn } from '#web/form/FormFrame.tsx'
import { StaleDialog } from '#web/form/StaleDialog.tsx'
import { useEdit } from '#web/form/useEdit.ts'
import { useUser } from '#web/session/store.ts'
import { MessageSummary } from '#web/ui/MessageSummary.tsx'
import { Tabs, useTab } from '#web/ui/Tabs.tsx'

interface Props {
  readonly read: CollectRead
  readonly writable: boolean
  readonly onUpload: () => void
}

const tabOf = (field: string) => /^(locations|finances)/.exec(field)?.[0] ?? 'options'

/** Accesses, money and options of a coleta: one form under three tabs, saved together. */
export function CollectForm({ read, writable, onUpload }: Props) {
  const user = useUser()
  const { row } = read
  const { form, keep, saving, stale, failure, forgive } = useEdit(collects, read)
  const hidden = row.hide_finance && !isStaff(user)
  const names = { locations: 'acessos', finances: 'financeiro', compare: 'comparacao', options: 'opcoes' } as const
  const wrongIn = (tab: string) => Object.keys(form.errors).filter(field => tabOf(field) === tab).length
  const tabs = [
    {
      name: names.locations,
      label: 'Acessos',
      count: linesOf(form.values.locations).length,
      wrong: wrongIn('locations'),
    },
    ...(hidden
      ? []
      : [
          {
            name: names.finances,
            label: 'Financeiro',
            count: linesOf(form.values.finances).length,
            wrong: wrongIn('finances'),
          },
        ]),
    ...(can(user, 'collects.compare') ? [{ name: names.compare, label: 'Comparação' }] : []),
    ...(isStaff(user) ? [{ name: names.options, label: 'Opções', wrong: wrongIn('options') }] : []),
  ]
  const [tab, show] = useTab(tabs.map(({ name }) => name))

  const submit = () => void (writable && keep())
  useHotkeys([['mod+S', submit]], [])
  const pick = (field: string) => {
    const found = Object.entries(names).find(([key]) => key === tabOf(field))?.[1]
    if (found) show(found)
    setTimeout(() => document.getElementById(field)?.focus(), 50)
  }
  return (
    <form noValidate onSubmit={(e: FormEvent) => (e.preventDefault(), submit())}>
      <MessageSummary labelOf={name => labelIn(collects, name)} onPick={pick} />
      {writable && <DraftBand form={form} />}
      <Tabs tabs={tabs} shown={tab} onShow={show}>
        {tab === names.locations && (
          <Accesses
            form={form}
            readOnly={!writable}
            onUpload={writable && can(user, 'collects.upload') ? onUpload : undefined}
            why={form.dirty && 'Salve as alterações antes de enviar um arquivo.'}
          />
        )}
        {tab === names.finances && (
          <Finances form={form} readOnly={!writable} states={row.locations.map(({ state }) => state)} />
        )}
        {tab === names.compare && <Compare uuid={row.uuid} version={read.version} period={row} dirty={form.dirty} />}
        {tab === names.options && <Options form={form} readOnly={!writable} row={row} />}
      </Tabs>
      <CollectBar
        row={row}
        places={linesOf(form.values.locations).length}
        accesses={totalOfAll(linesOf(form.values.locations)).accesses}
        dirty={form.dirty}
        saving={saving}
        writable={writable}
        failure={failure}
      />
      {stale && <StaleDialog form={form} current={stale} onClose={forgive} onSave={over => void keep(over)} />}
    </form>
  )
}

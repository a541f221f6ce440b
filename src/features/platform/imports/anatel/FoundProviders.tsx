import { can } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import { ProviderTable } from '#features/platform/imports/anatel/ProviderTable.tsx'
import { adoptProviders } from '#features/platform/imports/anatel/api.ts'
import type { useProviders } from '#features/platform/imports/anatel/useProviders.web.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import judged from '#parts/verdicts/verdicts.module.css'

interface Props {
  readonly providers: ReturnType<typeof useProviders>
  /** Names of the marked ones, by CNPJ. */
  readonly selected: ReadonlyMap<string, string>
  readonly onSelect: (selected: ReadonlyMap<string, string>) => void
  readonly onPage: (page: number) => void
}

/** Lists the providers found, and registers those marked. */
export function FoundProviders({ providers: { found, refused, busy, adopt }, selected, onSelect, onPage }: Props) {
  const user = useUser()
  async function take() {
    const names = [...selected.values()]
    const more = names.length > 8 ? ` e mais ${names.length - 8}` : ''
    const title = `Registrar ${count(names.length, prospects.text)}?`
    if (!(await confirm({ title, text: `${names.slice(0, 8).join(', ')}${more}.`, act: 'Registrar' }))) return
    if (await adopt([...selected.keys()])) onSelect(new Map())
  }
  return (
    <>
      {refused.length > 0 && (
        <Band tone="erro" role="alert">
          <ul className="points">
            {refused.map(({ name, why }) => (
              <li key={name}>
                {name}: {why}
              </li>
            ))}
          </ul>
        </Band>
      )}
      {found.data ? (
        <ProviderTable
          found={found.data}
          selected={selected}
          {...(can(user, adoptProviders.id) && can(user, 'prospectos.store') && { onSelect })}
          onPage={onPage}
        />
      ) : (
        <Skeletons waiting lines={8} height={28} />
      )}
      {selected.size > 0 && (
        <Bar of="foot" className={judged.keep}>
          <p className={judged.said}>
            {count(selected.size, { one: 'prestadora marcada', many: 'prestadoras marcadas', gender: 'f' })}
          </p>
          <BusyButton busy={busy} doing="Registrando…" disabled={selected.size > 200} onClick={() => void take()}>
            {selected.size > 200 ? 'Marque até 200' : `Registrar ${count(selected.size, prospects.text)}`}
          </BusyButton>
        </Bar>
      )}
    </>
  )
}

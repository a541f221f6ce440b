import { ClientFacts } from '#features/clients/clients/ClientFacts.tsx'
import { clients } from '#features/clients/clients/clients.ts'
import { MergeAct } from '#features/clients/clients/MergeAct.tsx'
import { ProviderHelper } from '#features/clients/clients/ProviderHelper.tsx'
import { SeeAs } from '#features/clients/clients/SeeAs.tsx'
import type { ReactNode } from 'react'
import type { Area } from '#parts/areas/area.web.ts'
import { AreasScreen } from '#parts/areas/AreasScreen.tsx'

/** The order of the groups beside a client's own data; an area of no group comes first. */
const groups = ['Cadastro', 'Regulatório', 'Rede', 'Atendimento', 'Financeiro']
const placeOf = ({ group }: Area) => groups.indexOf(group ?? '')

/**
 * The page of a client; `areas` are what each feature shows beside the client's form, `missing` is shown in the place of a client
 * that is not there.
 */
export const clientScreen = (areas: readonly Area[], missing: (uuid: string) => ReactNode) =>
  function ClientScreen() {
    return (
      <AreasScreen
        resource={clients}
        facts={row => <ClientFacts row={row} />}
        acts={row => <SeeAs uuid={row.uuid} name={String(row.name)} />}
        items={row => row.active && <MergeAct uuid={row.uuid} />}
        missing={missing}
        areas={areas.toSorted((a, b) => placeOf(a) - placeOf(b))}
        overview
        helper={(form, row) => <ProviderHelper form={form} uuid={row.uuid} client={row.id} />}
      />
    )
  }

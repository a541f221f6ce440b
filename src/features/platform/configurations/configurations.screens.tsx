import { createElement } from 'react'
import { capital, count } from '#kernel/text.ts'
import { configurations, moduleConfigurations } from '#features/platform/configurations/configurations.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'

const field = { one: 'campo', many: 'campos', gender: 'm' } as const

const reading = () =>
  Promise.all([
    import('#web/screens/DetailScreen.tsx'),
    import('#kernel/meta.ts'),
    import('#web/kinds/metas.ts'),
    import('#features/platform/configurations/own.ts'),
  ])
type ObeyedReading = Awaited<ReturnType<typeof reading>>

/** Whether all of it is read: what changes nothing says so. */
function obeyed(
  [, { eachMeta, metaTypeOf }, { metasIn }, { isObeyed }]: ObeyedReading,
  { metas_only_father }: ReadRow['row'],
) {
  const metas = eachMeta(metasIn(metas_only_father)).filter(meta => metaTypeOf(meta) !== 'group')
  const idle = metas.filter(({ internal_key }) => !isObeyed(internal_key)).length
  if (!metas.length) return 'Sem campos: não muda nada'
  if (!idle) return 'O que cada campo muda está escrito ao lado dele'
  return `${count(idle, field)} sem chave interna conhecida: ${idle === 1 ? 'fica guardado, e nada o lê' : 'ficam guardados, e nada os lê'}`
}

const ownScreens = {
  detail: async () => {
    const read = await reading()
    const [{ DetailScreen, EditForm, Facts }] = read
    const { AskRuler } = await import('#features/billing/bills/dunning/AskRuler.tsx')
    const facts = (row: ReadRow['row']) => <span>{obeyed(read, row)}</span>
    const children = (shown: ReadRow, writable: boolean) =>
      writable ? (
        <EditForm
          key={shown.row.uuid}
          resource={configurations}
          read={shown}
          helper={form => <AskRuler form={form} />}
        />
      ) : (
        <Facts resource={configurations} row={shown.row} />
      )
    return {
      default: () => (
        <DetailScreen resource={configurations} facts={facts}>
          {children}
        </DetailScreen>
      ),
    }
  },
} as const

const ownOfModule = {
  detail: async () => {
    const read = await reading()
    const [{ DetailScreen }] = read
    const facts = (row: ReadRow['row']) => (
      <>
        <span>{`${String(row.name)} · ${nameOfRef(row.module)}`}</span>
        <span>{obeyed(read, row)}</span>
      </>
    )
    const title = capital(moduleConfigurations.text.many)
    return { default: () => createElement(DetailScreen, { resource: moduleConfigurations, title, facts }) }
  },
} as const

export const configurationsOnWeb: WebFeature = {
  own: { [configurations.path]: ownScreens, [moduleConfigurations.path]: ownOfModule },
}

import { IconCloudCheck, IconCloudOff, IconCloudUpload } from '@tabler/icons-react'
import type { DraftState } from '#features/collects/useServerDraft.web.ts'
import { showInstant } from '#kernel/show.ts'
import { online } from '#web/online.ts'
import { useStore } from '#web/store.ts'
import styles from '#features/collects/collects.module.css'

/** Where the unsaved work is: with the house, or in this browser alone. */
export function DraftBadge({ state }: { readonly state: DraftState }) {
  const reached = useStore(online)
  const [Icon, said] =
    !reached || state.is === 'alone'
      ? ([IconCloudOff, reached ? 'Guardado só neste aparelho' : 'Sem conexão: guardado neste aparelho'] as const)
      : state.is === 'kept'
        ? ([IconCloudCheck, `Rascunho guardado às ${showInstant(state.at).slice(-5)}`] as const)
        : ([IconCloudUpload, state.is === 'keeping' ? 'Guardando…' : 'Alterações por salvar'] as const)
  return (
    <span className={styles.draft} data-alone={!reached || state.is === 'alone' || undefined}>
      <Icon size={16} stroke={1.5} aria-hidden />
      {said}
    </span>
  )
}

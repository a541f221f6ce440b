import { IconCloudCheck, IconCloudOff, IconCloudUpload } from '@tabler/icons-react'
import type { DraftState } from '#features/regulatory/collects/useServerDraft.web.ts'
import { showInstant } from '#kernel/show.ts'
import { online } from '#web/online.ts'
import { useStore } from '#web/store.ts'
import styles from '#features/regulatory/collects/coleta/collects.module.css'

interface Props {
  readonly state: DraftState
  /** This browser has no room for it. */
  readonly full: boolean
}

/** Shows where unsaved work is stored: on the server, in this browser, or only on the page. */
export function DraftBadge({ state, full }: Props) {
  const reached = useStore(online)
  const here = full
    ? 'Não coube neste aparelho: salve antes de fechar'
    : reached
      ? 'Guardado só neste aparelho'
      : 'Sem conexão: guardado neste aparelho'
  const [Icon, said] =
    !reached || state.is === 'alone'
      ? ([IconCloudOff, here] as const)
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

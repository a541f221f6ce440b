import { IconCloudCheck, IconCloudOff, IconCloudUpload } from '@tabler/icons-react'
import { showInstant } from '#kernel/show.ts'
import styles from '#web/form/form.module.css'
import type { Form } from '#web/form/useForm.ts'
import { online } from '#web/online.ts'
import { useStore } from '#web/store.ts'

/** Shows where unsaved work is stored: on the server, in this browser, or only on the page. */
export function DraftBadge({ kept: { state, full } }: Pick<Form, 'kept'>) {
  const reached = useStore(online)
  const isAlone = !reached || state.is === 'alone'
  const here = full
    ? 'Não coube neste aparelho: salve antes de fechar'
    : reached
      ? (state.is === 'alone' && state.why) || 'Guardado só neste aparelho'
      : 'Sem conexão: guardado neste aparelho'
  const [Icon, said] = isAlone
    ? ([IconCloudOff, here] as const)
    : state.is === 'stored'
      ? ([IconCloudCheck, `Rascunho guardado às ${showInstant(state.at).slice(-5)}`] as const)
      : ([IconCloudUpload, state.is === 'storing' ? 'Guardando…' : 'Alterações por salvar'] as const)
  return (
    <span className={styles.draft} data-alone={isAlone || undefined}>
      <Icon size={16} stroke={1.5} aria-hidden />
      {said}
    </span>
  )
}

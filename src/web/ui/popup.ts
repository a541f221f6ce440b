import { errorPopupTime, popupTime } from '#web/constants.ts'
import { createStore } from '#web/store.ts'

export type PopupType = 'success' | 'info' | 'error'
export interface Popup {
  readonly type: PopupType
  readonly title: string
  readonly message: string
  /** Milliseconds until it closes by itself. */
  readonly time: number
}

export const popupStore = createStore<Popup | null>(null)

const types: Readonly<Record<string, PopupType>> = {
  success: 'success',
  info: 'info',
  error: 'error',
  validation: 'error',
}

/** A popup as an answer asks for it: `type` is the answer's own, and without a message it says so. */
export function popup(given: { type?: string; title?: string; message?: string; time?: number }) {
  const type = types[given.type ?? ''] ?? 'info'
  popupStore.set({
    type,
    title: given.title ?? titles[type],
    message: given.message?.trim() || 'Erro ao tentar exibir mensagem',
    time: given.time ?? (type === 'error' ? errorPopupTime : popupTime),
  })
}
const titles = { success: 'Pronto', info: 'Informação', error: 'Atenção' } as const

export const errorPopup = (title: string, message: string) => popup({ type: 'error', title, message })
export const closePopup = () => popupStore.set(null)

import { isRecord, keep, keys, recall } from '#web/storage.ts'
import { createStore } from '#web/store.ts'

/** What the settings panel offers, the first of each by default. */
export const choices = {
  layout: { vertical: 'Vertical', horizontal: 'Horizontal' },
  width: { fluid: 'Fluida', boxed: 'Centralizada' },
  sidebar: { dark: 'Escuro', light: 'Claro', compact: 'Compacto', icon: 'Só ícones', colored: 'Colorido' },
  topbar: { dark: 'Escura', light: 'Clara', colored: 'Colorida' },
  keys: { on: 'Ligados', off: 'Desligados' },
  density: { default: 'Padrão', comfortable: 'Confortável', compact: 'Compacta' },
} as const
type Choices = typeof choices
export type FrameOption = keyof Choices
export type Frame = { readonly [O in FrameOption]: keyof Choices[O] } & { readonly collapsed: boolean }

export const defaults: Frame = {
  layout: 'vertical',
  width: 'fluid',
  sidebar: 'dark',
  topbar: 'dark',
  keys: 'on',
  density: 'default',
  collapsed: false,
}

/** Reads the stored choices, as far as they are still valid. */
export function readFrame(kept: unknown): Frame {
  if (!isRecord(kept)) return defaults
  const chosen = <O extends FrameOption>(option: O): Frame[O] => {
    const is = (value: unknown): value is Frame[O] => typeof value === 'string' && value in choices[option]
    return is(kept[option]) ? kept[option] : defaults[option]
  }
  return {
    layout: chosen('layout'),
    width: chosen('width'),
    sidebar: chosen('sidebar'),
    topbar: chosen('topbar'),
    keys: chosen('keys'),
    density: chosen('density'),
    collapsed: kept.collapsed === true,
  }
}

export const frameStore = createStore<Frame>(readFrame(recall(keys.frame, isRecord)))

export function changeFrame(change: Partial<Frame>) {
  const frame = { ...frameStore.get(), ...change }
  keep(keys.frame, frame)
  frameStore.set(frame)
  document.documentElement.dataset.density = frame.density
}

/** The colours of the frame around the page. The topbar follows the sidebar where there is one. */
export const tonesOf = ({ layout, sidebar, topbar }: Frame) => {
  const side = sidebar === 'light' || sidebar === 'colored' ? sidebar : 'dark'
  return { side, top: layout === 'horizontal' ? topbar : side }
}

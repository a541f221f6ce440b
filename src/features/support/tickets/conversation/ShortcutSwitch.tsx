import { Checkbox } from '@mantine/core'
import { createStore, useStore } from '#web/store.ts'
import { keep, recall } from '#web/storage.ts'

const key = 'outorga.ticket-keys'
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const on = createStore(recall(key, isFlag) ?? true)

/** Whether single keys answer and note: people who use voice input turn them off (WCAG 2.1.4). */
export const useShortcuts = () => [useStore(on)] as const

export const ShortcutSwitch = () => (
  <Checkbox
    size="xs"
    label="Teclas r e x"
    checked={useStore(on)}
    onChange={({ currentTarget: { checked } }) => {
      on.set(checked)
      keep(key, checked)
    }}
  />
)

import { useHotkeys, type HotkeyItem } from '@mantine/hooks'
import { frameStore } from '#web/layout/frame.ts'
import { useStore } from '#web/store.ts'

/** Whether keys without Ctrl or Alt do something: people who speak to their computer turn them off (WCAG 2.1.4). */
export const useLettersOn = () => useStore(frameStore).keys === 'on'

/** Keys of one character, where the reader has them. */
export function useLetterKeys(keys: HotkeyItem[]) {
  useHotkeys(useLettersOn() ? keys : [])
}

import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from '#web/store.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { closePopup, popupStore } from '#web/ui/popup.ts'

const looks = {
  success: { Icon: IconCircleCheck, color: 'var(--ok)' },
  info: { Icon: IconInfoCircle, color: 'var(--info)' },
  error: { Icon: IconAlertTriangle, color: 'var(--erro)' },
} as const

/** The popup in force. Esc and the button close it, focus returns to where it was, and its text can be copied. */
export function PopupHost() {
  const shown = useStore(popupStore)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(closePopup, shown.time)
    return () => clearTimeout(timer)
  }, [shown])
  const { Icon, color } = looks[shown?.type ?? 'info']
  return (
    <Alert
      opened={shown !== null}
      onClose={closePopup}
      title={
        <Group gap="sm" wrap="nowrap">
          <Icon size={20} stroke={1.5} color={color} aria-hidden />
          {shown?.title}
        </Group>
      }
    >
      <Text style={{ userSelect: 'text', whiteSpace: 'pre-line' }}>{shown?.message}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={closePopup} data-autofocus>
          Entendi
        </Button>
      </Group>
    </Alert>
  )
}

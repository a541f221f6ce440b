import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconArrowBigUpLine, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import styles from '#web/account/account.module.css'

/** A password that can be shown, and that says when Caps Lock is on. */
export function PasswordField(props: PasswordInputProps) {
  const [caps, setCaps] = useState(false)
  const look = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <div onKeyDown={look} onKeyUp={look} onBlur={() => setCaps(false)}>
      <PasswordInput
        visibilityToggleIcon={({ reveal }) =>
          reveal ? <IconEyeOff size={16} stroke={1.5} /> : <IconEye size={16} stroke={1.5} />
        }
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar a senha', tabIndex: 0 }}
        {...props}
      />
      <div role="status" className="meta">
        {caps && (
          <span className={styles.caps}>
            <IconArrowBigUpLine size={14} stroke={1.75} aria-hidden /> Caps Lock está ligado
          </span>
        )}
      </div>
    </div>
  )
}

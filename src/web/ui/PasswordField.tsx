import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconArrowBigUpLine, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import styles from '#web/ui/password.module.css'

const Eye = ({ reveal }: { reveal: boolean }) => {
  const Icon = reveal ? IconEyeOff : IconEye
  return <Icon size={16} stroke={1.5} />
}

/** A password that can be shown, and that says when Caps Lock is on. */
export function PasswordField(props: PasswordInputProps) {
  const [caps, setCaps] = useState(false)
  const look = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <div>
      <PasswordInput
        visibilityToggleIcon={Eye}
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar a senha', tabIndex: 0 }}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={() => setCaps(false)}
        aria-invalid={Boolean(props.error)}
        {...props}
      />
      <output className="meta">
        {caps && (
          <span className={styles.caps}>
            <IconArrowBigUpLine size={14} stroke={1.75} aria-hidden /> Caps Lock está ligado
          </span>
        )}
      </output>
    </div>
  )
}

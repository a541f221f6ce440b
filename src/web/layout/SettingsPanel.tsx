import { Drawer, SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import '#web/theme/after.css'
import { useId, type ReactNode } from 'react'
import { changeFrame, choices, frameStore, type Frame, type FrameOption } from '#web/layout/frame.ts'
import { useSideMenu } from '#web/layout/pins.ts'
import styles from '#web/layout/settings.module.css'
import { useStore } from '#web/store.ts'

const themes: Readonly<Record<MantineColorScheme, string>> = { light: 'Claro', dark: 'Escuro', auto: 'Do sistema' }

/** Sets how the interface looks. Everything takes effect at once; what is of lists is the user's own, the rest this browser's. */
export default function SettingsPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const frame = useStore(frameStore)
  const { like } = useSideMenu()
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={280}
      title="Aparência"
      closeButtonProps={{ 'aria-label': 'Fechar' }}
      attributes={{ header: { role: 'presentation' } }}
    >
      <div className={styles.panel}>
        <Choice title="Tema" options={themes} value={colorScheme} onChange={setColorScheme} />
        <FrameChoice title="Disposição" option="layout" frame={frame} />
        <FrameChoice title="Largura" option="width" frame={frame} />
        {frame.layout === 'vertical' ? (
          <FrameChoice title="Menu lateral" option="sidebar" frame={frame} />
        ) : (
          <FrameChoice title="Barra superior" option="topbar" frame={frame} />
        )}
        <Choice
          title="Densidade"
          options={choices.density}
          value={frame.density}
          onChange={density => like({ density })}
        />
        <Choice
          title="Atalhos de uma tecla só"
          options={choices.keys}
          value={frame.keys}
          onChange={singleKeys => like({ keys: singleKeys })}
        />
        <p className="meta">Densidade e atalhos são seus em qualquer computador. O resto vale neste navegador.</p>
      </div>
    </Drawer>
  )
}

const FrameChoice = <O extends FrameOption>({ title, option, frame }: { title: string; option: O; frame: Frame }) => (
  <Choice<string>
    title={title}
    options={choices[option]}
    value={frame[option]}
    onChange={value => changeFrame({ [option]: value, ...(option === 'sidebar' && { collapsed: false }) })}
  />
)

interface ChoiceProps<T extends string> {
  readonly title: ReactNode
  readonly options: Readonly<Record<T, string>>
  readonly value: T
  readonly onChange: (value: T) => void
}

function Choice<T extends string>({ title, options, value, onChange }: ChoiceProps<T>) {
  const label = useId()
  const is = (key: string): key is T => key in options
  const data = Object.keys(options).flatMap(key => (is(key) ? [{ value: key, label: options[key] }] : []))
  return (
    <div className={styles.choice}>
      <span id={label}>{title}</span>
      <SegmentedControl
        aria-labelledby={label}
        fullWidth
        size="xs"
        orientation={data.length > 3 ? 'vertical' : 'horizontal'}
        data={data}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
